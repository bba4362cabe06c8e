"""A board on the real table: what must be true of the sheets is measured in the PDF itself."""

from __future__ import annotations

import re
import time
from collections import Counter
from functools import cache
from io import BytesIO
from math import dist, hypot
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from pypdf import PdfReader

import ferrovia
from ferrovia.boards import board_ids, load, look
from ferrovia.boards.look import PLAIN
from ferrovia.boards.look_reader import load_look
from ferrovia.draw.palette import TONES
from ferrovia.printing import PrintJob, PrintOrder, print_board, read_paper
from ferrovia.printing.board_picture import BoardPicture
from ferrovia.printing.paper import MARGIN, OVERLAP, Paper, around, holds, tile
from ferrovia.printing.plan_sheet import heading
from ferrovia.printing.sheets import WHAT, Commission
from ferrovia.printing.tabletop import png
from ferrovia.printing.tickets import MAP, Tickets
from ferrovia.text.words import Words
from printing.pdf_shapes import PageReader, Shape, pages_of
from properties.tables import EXAMPLES

ADDRESS = "https://trains.example.org/new?board=usa"
CLOSE = 0.05


def paper(name: str) -> Paper:
    found = read_paper(name)
    assert found is not None
    return found


@cache
def whole(board: str = "usa", language: str = "en") -> tuple[PrintJob, bytes, float]:
    """Everything of a board, and the seconds of computing that it took."""
    begun = time.process_time()
    job = print_board(load(board), PrintOrder(language=language, address=ADDRESS), look(board))
    data = job.pdf()
    return job, data, time.process_time() - begun


@cache
def some(
    board: str, what: str, paper_name: str = "a4", language: str = "fr", *, grey: bool = False
) -> tuple[PrintJob, bytes]:
    order = PrintOrder(paper(paper_name), tuple(what.split(",")), language=language, grey=grey)
    job = print_board(load(board), order, look(board))
    return job, job.pdf()


def kinds(job: PrintJob, kind: str) -> list[int]:
    return [place for place, sheet in enumerate(job.sheets) if sheet.kind == kind]


def spaces_of(page: PageReader) -> list[Shape]:
    """Tiles of coloured lanes: rounded rectangles in a lane's colour, about as large as a space."""
    fills = {tuple(round(int(tone.fill[at : at + 2], 16) / 255, 2) for at in (1, 3, 5)) for tone in TONES.values()}
    return [
        shape
        for shape in page.shapes
        if shape.curves == 4 and 15 < shape.long < 25 and tuple(round(part, 2) for part in shape.fill) in fills
    ]


def test_a_space_of_usa_measures_20_by_9_mm() -> None:
    job, data, _ = whole()
    pages = list(pages_of(data))
    found = [shape for place in kinds(job, "tile")[3:5] for shape in spaces_of(pages[place].read())]
    assert len(found) > 50
    assert {(round(shape.long, 1), round(shape.wide, 1)) for shape in found} == {(20.0, 9.0)}


def test_parts_meet_and_cover_the_board() -> None:
    """Seen through its window, each part shows what lies right of and below the seam, and a strip of the next."""
    job, data, _ = whole()
    wide, high = job.board_size
    assert (wide, high) == (790, 525)
    windows: dict[tuple[int, int], tuple[float, float, float, float]] = {}
    pages = list(pages_of(data))
    for number, place in enumerate(kinds(job, "tile")):
        (board,) = pages[place].read(into_forms=False).placements
        assert board.scale == pytest.approx(1)
        left, low, right, top = board.window
        # y grows upwards on the page, downwards on the board
        windows[number % 3, number // 3] = (left - board.x, board.y - top, right - board.x, board.y - low)
    for (column, row), (left, top, right, low) in windows.items():
        assert left == pytest.approx(column * wide / 3, abs=0.2)
        assert top == pytest.approx(row * high / 3, abs=0.2)
        next_x = windows[column + 1, row][0] + OVERLAP if column < 2 else wide
        next_y = windows[column, row + 1][1] + OVERLAP if row < 2 else high
        assert right == pytest.approx(next_x, abs=0.2)
        assert low == pytest.approx(next_y, abs=0.2)


def test_the_arrow_on_a_strip_points_to_the_part_that_is_glued_there() -> None:
    """On the right strip it pointed down, and on the lower one to the right."""
    job, data, _ = whole()
    pages = list(pages_of(data))
    page = pages[kinds(job, "tile")[0]].read(into_forms=False)  # the first part: one lies right of it, one below
    arrows = [shape.points for shape in page.shapes if shape.kind.startswith("f") and len(shape.points) == 3]
    below, right = sorted(arrows)  # the strip at the right has the larger x
    assert tip_of(right) == pytest.approx((1, 0), abs=0.01)
    assert tip_of(below) == pytest.approx((0, -1), abs=0.01)  # y grows upwards on the page


def tip_of(arrow: tuple[tuple[float, float], ...]) -> tuple[float, float]:
    """Where it points: its tip is equally far from its two other corners."""

    def uneven(tip: tuple[float, float]) -> float:
        one, other = (corner for corner in arrow if corner != tip)
        return abs(dist(tip, one) - dist(tip, other))

    tip = min(arrow, key=uneven)
    x, y = (2 * tip[axis] - sum(corner[axis] for corner in arrow if corner != tip) for axis in (0, 1))
    return x / hypot(x, y), y / hypot(x, y)


@pytest.mark.parametrize(("name", "sheets"), [("a4", 9), ("a3", 4), ("letter", 12), ("tabloid", 6)])
def test_sheets_of_a_board_of_790_by_525(name: str, sheets: int) -> None:
    assert tile(790, 525, paper(name)).count == sheets


def test_a_board_in_one_piece_has_bleed_and_marks() -> None:
    need = around(790, 525)
    assert holds(paper("a1"), 790, 525)
    assert not holds(paper("a2"), 790, 525)
    job, data = some("usa", "board,track", "one")
    page = list(pages_of(data))[kinds(job, "board")[0]].read(into_forms=False)
    assert sorted(page.size) == pytest.approx(sorted((need.width, need.height)), abs=0.01)
    (board,) = page.placements
    left, low, right, top = board.window
    assert (right - left, top - low) == pytest.approx((796, 531), abs=0.01)
    strokes = [shape for shape in page.shapes if shape.kind == "S" and shape.box[3] - shape.box[1] < 5]
    corners = {(round(shape.box[0] - board.x), round(board.y - shape.box[1])) for shape in strokes}
    assert {(-7, 0), (793, 0), (-7, 525), (793, 525)} <= corners


@pytest.mark.parametrize(("board", "name"), [("usa", "a4"), ("nederland", "letter"), ("berlin", "tabloid")])
def test_every_page_keeps_its_margins(board: str, name: str) -> None:
    job, data = (whole()[0], whole()[1]) if name == "a4" else some(board, "board,track,cards,aids,rules", name)
    for sheet, page in zip(job.sheets, pages_of(data), strict=True):
        wide, high = page.size
        home = paper(name)
        assert sorted((wide, high)) == pytest.approx([home.width, home.height], abs=0.01)
        for shape in page.read(into_forms=False).shapes:
            left, low, right, top = shape.box
            inside = left >= MARGIN - CLOSE and low >= MARGIN - CLOSE
            inside = inside and right <= wide - MARGIN + CLOSE and top <= high - MARGIN + CLOSE
            assert inside, (sheet.title, shape)


def test_an_accent_on_the_title_keeps_the_margin() -> None:
    """É stood half a millimetre in it. Letters have no outline in the file, so the heading is drawn."""
    job = print_board(load("usa"), PrintOrder(what=("aids",), language="fr"), look("usa"))
    markup = heading(BoardPicture(job.commission), 210)
    drawn = Image.open(BytesIO(png([], markup, 210, 60, 2100))).convert("L")
    left, top, _, _ = drawn.point(lambda grey: 255 if grey < 250 else 0).getbbox() or (0, 0, 0, 0)
    assert min(left, top) >= 10 * MARGIN - 1  # ten pixels to a millimetre


def test_small_paper_has_parts_of_the_board_and_nothing_else() -> None:
    """Whatever would not fit it is laid out on A4, the largest cards too."""
    order = PrintOrder(paper("100x140"), card=(150, 150))
    job = print_board(load("berlin"), order, look("berlin"))
    for sheet in job.sheets:
        wanted = [100, 140] if sheet.kind == "tile" else [210, 297]
        assert sorted((sheet.width, sheet.height)) == wanted, sheet.title
    assert job.counts()["tickets"] == 2 * len(load("berlin").tickets)


def test_fronts_and_backs_lie_in_register() -> None:
    """Turned over its side edge, a sheet has every back behind its card."""
    job, data, _ = whole()
    pages = list(pages_of(data))
    fronts, backs = kinds(job, "cards.front"), kinds(job, "cards.back")
    assert [place + 1 for place in fronts] == backs
    seen = 0
    for front, back in zip(fronts, backs, strict=True):
        faces = list(pages[front].read(into_forms=False).placements)
        behind = [each for each in pages[back].read(into_forms=False).placements if each.scale == pytest.approx(1)]
        wide = pages[front].size[0]
        # a face lies on its right side: its 0,0 is the upper right corner of its cell; a back's is the lower left one
        cells = Counter((round(face.x - 68, 1), round(face.y - 44, 1)) for face in faces)
        mirrored = Counter((round(wide - each.x - 68, 1), round(each.y, 1)) for each in behind)
        assert cells == mirrored
        seen += len(faces)
    assert seen == 110


def test_every_sheet_names_board_version_and_digest_in_text_that_can_be_selected() -> None:
    job, data, _ = whole()
    digest = load("usa").digest[:12]
    texts = [page.extract_text() for page in PdfReader(BytesIO(data)).pages]
    for number, text in enumerate(texts, 1):
        assert "United States" in text
        assert f"Ferrovia {ferrovia.__version__}" in text
        assert digest in text
        assert f"sheet {number} of {len(texts)}" in text
        assert "Our own drawing of the network" in text
    together = "\n".join(texts)
    assert all(place.label("en").split()[-1] in together for place in load("usa").places)
    rules = texts[kinds(job, "rules")[0]]
    assert "earns 10 points" in rules
    assert "45 wagons" in rules


def test_it_is_small_quick_vector_and_true_to_size() -> None:
    _, data, seconds = whole()
    assert len(data) < 5_000_000
    assert seconds < 20
    reader = PdfReader(BytesIO(data))
    root: Any = reader.trailer["/Root"]
    assert root["/ViewerPreferences"]["/PrintScaling"] == "/None"
    fonts: dict[str, Any] = {}
    for page in reader.pages:
        assert not page.images
        resources: Any = page["/Resources"]
        fonts |= {name: font.get_object() for name, font in resources["/Font"].get_object().items()}
    assert len(fonts) >= 3
    assert all("/FontFile2" in font["/FontDescriptor"].get_object() for font in fonts.values())


def test_the_same_order_gives_the_same_file() -> None:
    assert (
        some("berlin", "tickets")[1]
        == print_board(load("berlin"), PrintOrder(what=("tickets",), language="fr"), look("berlin")).pdf()
    )


def test_a_code_for_cameras_only_with_an_address() -> None:
    with_code = [sheet.kind for sheet in whole()[0].sheets if "example.org" in sheet.markup]
    assert with_code == ["plan"]
    dark = [shape for shape in next(iter(pages_of(whole()[1]))).read(into_forms=False).shapes if shape.box[3] > 260]
    assert any(shape.kind.startswith("f") and 15 < shape.box[2] - shape.box[0] < 23 for shape in dark)


def test_black_and_white_has_no_colour() -> None:
    _, data = some("amsterdam", "board,cards,tickets", grey=True)
    for page in pages_of(data):
        colours = page.read().colours
        assert colours
        assert all(len(set(colour)) == 1 for colour in colours)


@pytest.mark.parametrize("board", board_ids())
def test_every_board_in_french(board: str) -> None:
    job, data = some(board, "tickets,aids,rules")
    found = load(board)
    texts = [page.extract_text() for page in PdfReader(BytesIO(data)).pages]
    words = [word for place in kinds(job, "tickets.front") for word in texts[place].split()]
    tickets = " ".join(words)  # beside a tall map a long name takes two lines
    for ticket in found.tickets:
        assert found.places[ticket.a].label("fr") in tickets
    assert "Règles" in texts[-1]
    assert "feuille 1 sur" in texts[0]
    assert len(kinds(job, "tickets.front")) == -(-len(found.tickets) // 16)


def test_what_rules_are_played_with_is_printed() -> None:
    job, data = some("nederland", "cards", language="en")
    text = " ".join(page.extract_text() for page in PdfReader(BytesIO(data)).pages)
    assert text.count("LOAN") == 15
    assert kinds(job, "tokens.front")
    job, data = some("amsterdam", "cards", language="en")
    text = " ".join(page.extract_text() for page in PdfReader(BytesIO(data)).pages)
    assert text.count("MERCHANDISE") == 16


def test_a_neutral_route_is_printed_on_its_ticket() -> None:
    _, data = some("nederland", "tickets", language="en")
    text = " ".join(page.extract_text() for page in PdfReader(BytesIO(data)).pages)
    marked = [ticket for ticket in load("nederland").tickets if ticket.columns.get("neutral_from")]
    assert text.count("Neutral:") == len(marked) > 0


ORCHARD = {
    "board.toml": """
id = "orchard"
players = [2, 3]
hand = 3
doubles_close_up_to = 2
end_at_pieces = 1
tie_breakers = ["tickets"]
names = { en = "Орчард & Söhne <b>" }
texts = { en = "Ten minutes." }
cards = { red = 8, green = 8, wild = 4 }
pieces.handcart = { names = { en = "handcarts" }, supply = 10, points = { 1 = 1, 2 = 2, 3 = 4 } }
tickets = { first = { deal = 1, keep = 1 }, later = { deal = 1, keep = 1 }, rejected = "under" }
provenance = { places = "own", routes = "own", tickets = "own", texts = { en = "Made up." } }
""",
    "locations.csv": "name,x,y\\nЯблоня,0,0\\nPoire 梨,90,0\\nWell,40,50\\n",
    "routes.csv": "from,to,length,colour\\nЯблоня,Poire 梨,3,red\\nPoire 梨,Well,2,green\\nWell,Яблоня,2,grey\\n",
    "tickets.csv": "from,to,points\\nЯблоня,Poire 梨,3\\nPoire 梨,Well,2\\nWell,Яблоня,2\\n",
}


def test_a_board_of_ones_own_is_printed_whatever_its_letters(tmp_path: Path) -> None:
    """Without a look, in letters that the first font lacks; and it is nobody else's drawing."""
    for name, text in ORCHARD.items():
        (tmp_path / name).write_text(text.replace("\\n", "\n"), encoding="utf-8")
    job = print_board(load(tmp_path), PrintOrder(what=WHAT), PLAIN)
    texts = [page.extract_text() for page in PdfReader(BytesIO(job.pdf())).pages]
    assert all("Printed from the board's own files." in text for text in texts)
    assert any("Яблоня" in text for text in texts)
    assert {"plan", "tickets", "cards", "aids", "rules"} < set(job.counts())


def test_long_tickets_say_that_they_are() -> None:
    folder = EXAMPLES / "ostrovia"
    board = load(folder)
    job = print_board(board, PrintOrder(what=("tickets",), language="fr"), load_look(folder, board))
    pages = PdfReader(BytesIO(job.pdf())).pages
    said = " ".join(pages[place].extract_text() for place in kinds(job, "tickets.front"))
    assert said.count("billet long") == sum(ticket.long for ticket in board.tickets)


def test_land_that_lies_on_water_is_seen_on_the_small_map() -> None:
    """The maps on the tickets of these boards were all water."""
    folder = EXAMPLES / "meridia"
    board = load(folder)
    found = load_look(folder, board)
    assert found.backdrop is not None
    job = print_board(board, PrintOrder(what=("tickets",)), found)
    (small,) = [each.markup for each in job.definitions if each.name == MAP]
    assert small.index(found.backdrop.tint["water"]) < small.index(found.backdrop.tint["built"])


def test_rings_stay_inside_the_small_map_and_names_are_alike() -> None:
    """École-Normale's ring lay over the frame, and its name was smaller than the other of its ticket."""
    board = load("lyon")
    tickets = Tickets(BoardPicture(Commission(board, PrintOrder(), Words("en"), look("lyon"))))
    _, _, wide, high = tickets.map_box
    for ticket in board.tickets:
        (way,) = tickets.way(ticket)
        rings = [(float(x), float(y)) for x, y in re.findall(r'<circle cx="([\d.]+)" cy="([\d.]+)" r="1.5"', way)]
        assert len(rings) == 2
        assert all(1.9 <= x <= wide - 1.9 and 1.9 <= y <= high - 1.9 for x, y in rings)
        sizes = re.findall(r'<text[^>]*font-size="([\d.]+)"', "".join(tickets.names(ticket, tickets.design[0])))
        assert len(sizes) > 2 or len(set(sizes)) == 1  # a name in two lines has a size of its own
