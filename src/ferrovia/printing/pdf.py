"""Sheets as a PDF: vectors at true size, fonts embedded, drawings that come again stored once."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from typing import Any, Final

from ferrovia._extras import need
from ferrovia.printing.fonts import FALLBACK, faces
from ferrovia.printing.sheets import Definition, Sheet
from ferrovia.printing.svg_canvas import SvgCanvas

POINTS: Final = 72 / 25.4
"""To a millimetre."""


def pdf_of(
    title: str, subject: str, definitions: Sequence[Definition], sheets: Sequence[Sheet], *, grey: bool
) -> bytes:
    """The same sheets always give the same bytes."""
    faces()
    file = BytesIO()
    canvas = need("reportlab.pdfgen.canvas").Canvas(file, pageCompression=1, invariant=1, initialFontName=FALLBACK)
    canvas.setTitle(title)
    canvas.setSubject(subject)
    canvas.setAuthor("Ferrovia")
    canvas.setCreator("Ferrovia")
    canvas.setViewerPreference("PrintScaling", "None")  # or a viewer would shrink what has to be true to size
    drawing = SvgCanvas(canvas, grey=grey)
    for each in definitions:
        canvas.beginForm(each.name, each.left, each.top, each.right, each.bottom)
        drawing.draw(each.markup)
        canvas.endForm(Resources=resources_of(canvas))
    for sheet in sheets:
        write_page(canvas, drawing, sheet)
    canvas.save()
    return file.getvalue()


def resources_of(canvas: Any) -> Any:
    """Of the form that is being drawn. The library's own ones would lack the states of transparency."""
    resources = need("reportlab.pdfbase.pdfdoc").PDFResourceDictionary()
    resources.basicFonts()
    resources.allProcs()
    states = canvas._extgstate.getState()
    if states:
        resources.ExtGState = states
    return resources


def write_page(canvas: Any, drawing: SvgCanvas, sheet: Sheet) -> None:
    canvas.setPageSize((sheet.width * POINTS, sheet.height * POINTS))
    canvas.bookmarkPage(f"sheet{sheet.number}")
    canvas.addOutlineEntry(sheet.title, f"sheet{sheet.number}")
    canvas.saveState()
    canvas.scale(POINTS, POINTS)
    canvas.translate(0, sheet.height)
    canvas.scale(1, -1)
    drawing.draw(sheet.markup)
    canvas.restoreState()
    canvas.showPage()
