"""A code for cameras, as one path."""

from __future__ import annotations

from typing import Final

from ferrovia._extras import need

QUIET: Final = 2
"""Modules of open ground around the code, on paper that is light itself."""
LONGEST: Final = 200


def qr_path(text: str, x: float, y: float, side: float) -> str:
    """The dark modules as squares."""
    encoder = need("reportlab.graphics.barcode.qrencoder")
    code = encoder.QRCode(None, encoder.QRErrorCorrectLevel.M)
    code.addData(text[:LONGEST])
    code.make()
    count = code.getModuleCount()
    step = side / (count + 2 * QUIET)
    data = ""
    for row in range(count):
        column = 0
        while column < count:
            run = column
            while run < count and code.isDark(row, run):
                run += 1
            if run > column:
                left, top = x + (column + QUIET) * step, y + (row + QUIET) * step
                wide = (run - column) * step
                data += f"M{left:.3f} {top:.3f}h{wide:.3f}v{step:.3f}h{-wide:.3f}Z"
            column = max(run, column + 1)
    return data
