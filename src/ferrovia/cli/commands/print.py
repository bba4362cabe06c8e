"""`ferrovia print`: a board on the real table, as sheets to print and cut, or as pictures for a virtual one."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated
from urllib.parse import urlsplit

import typer

from ferrovia.boards import load, look
from ferrovia.cli.errors import UserError
from ferrovia.cli.files import EVERYBODY, check_output, write_whole
from ferrovia.cli.language import Language
from ferrovia.cli.output.console import console, print_json
from ferrovia.cli.params import BoardName, Json, Lang
from ferrovia.engine.board import Board
from ferrovia.printing.paper import NAMES, Paper, read_paper, read_size
from ferrovia.printing.sheets import CARD, WHAT, PrintOrder
from ferrovia.text.words import Words

if TYPE_CHECKING:
    from ferrovia.printing.print_job import PrintJob
    from ferrovia.printing.tabletop import Picture

SCALES = (0.25, 2.0)
CARDS = (25.0, 150.0)
LONGEST_ADDRESS = 200


def read_scale(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not SCALES[0] <= value <= SCALES[1]:
        raise UserError("print.scale", {"value": text, "least": str(SCALES[0]), "most": str(SCALES[1])})
    return value


def paper_named(text: str) -> Paper:
    found = read_paper(text)
    if found is None:
        raise UserError("print.paper", {"value": text, "known": NAMES})
    return found


def card_size(text: str) -> tuple[float, float]:
    """In either order: cards stand, tickets lie."""
    sides = read_size(text.lower(), *CARDS)
    if sides is None:
        raise UserError("print.card", {"value": text, "least": int(CARDS[0]), "most": int(CARDS[1])})
    return min(sides), max(sides)


def parts_of(text: str) -> tuple[str, ...]:
    wanted = [part.strip() for part in text.lower().split(",") if part.strip()]
    unknown = [part for part in wanted if part not in WHAT]
    if unknown or not wanted:
        raise UserError("print.what", {"value": ", ".join(unknown) or text, "known": WHAT})
    return tuple(part for part in WHAT if part in wanted)


def web_address(text: str) -> str:
    parts = urlsplit(text)
    if (
        parts.scheme not in ("http", "https")
        or not parts.netloc
        or len(text) > LONGEST_ADDRESS
        or not text.isprintable()
    ):
        raise UserError("print.address", {"value": text[:LONGEST_ADDRESS]})
    return text


def command(
    board: BoardName,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help="The PDF; otherwise BOARD.pdf.", show_default=False)
    ] = None,
    paper: Annotated[
        str, typer.Option("--paper", metavar="PAPER", help="a4, a3, a2, a1, a0, letter, tabloid, one or 700x1000 (mm).")
    ] = "a4",
    what: Annotated[
        str, typer.Option("--what", metavar="LIST", help="Of board,tickets,cards,track,aids,rules.")
    ] = ",".join(WHAT),
    scale: Annotated[str, typer.Option("--scale", metavar="S", help="Of the board; 1 is true size.")] = "1",
    card: Annotated[str, typer.Option("--card", metavar="WxH", help="Cards in mm: 44x68, 45x62, 63x88 …")] = (
        f"{CARD[0]:g}x{CARD[1]:g}"
    ),
    grey: Annotated[bool, typer.Option("--black-and-white", help="In greys; symbols tell colours apart.")] = False,
    backs: Annotated[bool, typer.Option("--backs/--no-backs", help="Backs of cards, on sheets of their own.")] = True,
    address: Annotated[
        str | None,
        typer.Option("--address", metavar="URL", help="Where to play it: printed as a code.", show_default=False),
    ] = None,
    tabletop: Annotated[
        Path | None,
        typer.Option(
            "--tabletop", metavar="FOLDER", help="Write PNG pictures for a virtual table instead.", show_default=False
        ),
    ] = None,
    json: Json = False,
    lang: Lang = None,
) -> None:
    """Prints a board: tiled or whole at true size, tickets, cards, player aids and rules, as a vector PDF.

    ferrovia print usa --out usa.pdf · ferrovia print lyon --paper one --what board · ferrovia print usa --tabletop DIR
    """
    words = Language.words()
    found = load(board)
    order = PrintOrder(
        paper=paper_named(paper),
        what=parts_of(what),
        scale=read_scale(scale),
        card=card_size(card),
        language=words.language,
        grey=grey,
        backs=backs,
        address="" if address is None else web_address(address),
    )
    if tabletop is not None:
        write_pictures(words, found, board, order, tabletop, as_json=json)
        return
    file = out or Path(f"{found.id}.pdf")
    check_output(file)
    write_pdf(words, found, board, order, file, as_json=json)


def write_pdf(words: Words, board: Board, name: str, order: PrintOrder, file: Path, *, as_json: bool) -> None:
    from ferrovia.printing.print_job import print_board

    job = print_board(board, order, look(name))
    data = job.pdf()
    write_whole(file, data, EVERYBODY)
    if as_json:
        print_json(facts(job, file, len(data)))
        return
    out = console()
    kilobytes, width, height = -(-len(data) // 1000), *(f"{side:g}" for side in job.board_size)
    said = {"board": words.of(board.names), "sheets": len(job.sheets), "paper": order.paper.name.upper(), "file": file}
    out.print(words.say("print.written", size=kilobytes, **said))
    if "board" in order.what:
        out.print(words.say("print.written.board", width=width, height=height))
        out.print(words.say("print.written.scale"))
    if not order.address:
        out.print(words.say("print.no_address"))
    if boxes := job.missing():
        out.print(words.say("print.missing", letters=" ".join(boxes)))


def facts(job: PrintJob, file: Path, size: int) -> dict[str, object]:
    return {
        "file": str(file),
        "bytes": size,
        "board": job.commission.board.id,
        "digest": job.commission.board.digest,
        "board_mm": list(job.board_size),
        "sheets": len(job.sheets),
        "kinds": job.counts(),
        "missing": job.missing(),
    }


def write_pictures(words: Words, board: Board, name: str, order: PrintOrder, folder: Path, *, as_json: bool) -> None:
    from ferrovia.printing.tabletop import tabletop_pictures

    if folder.exists() and not folder.is_dir():
        raise UserError("file.exists", {"file": folder})
    check_output(folder if not folder.exists() else folder / "board.png")
    folder.mkdir(exist_ok=True)
    told: list[dict[str, object]] = []
    lines = [words.say("print.tabletop", folder=folder)]
    for picture in tabletop_pictures(board, order, look(name)):
        write_whole(folder / picture.name, picture.png, EVERYBODY)
        told.append(picture_facts(picture))
        lines += [said for said in [picture_line(words, picture)] if said]
    write_whole(folder / "measures.txt", "\n".join([words.of(board.names), *lines[1:]]) + "\n", EVERYBODY)
    if as_json:
        print_json({"folder": str(folder), "digest": board.digest, "pictures": told})
        return
    for each in lines:
        console().print(each)


def picture_facts(picture: Picture) -> dict[str, object]:
    sides = {"width_mm": round(picture.width, 1), "height_mm": round(picture.height, 1)}
    grid = {"columns": picture.columns, "rows": picture.rows, "cards": picture.cards, "back": picture.back}
    return {"file": picture.name, **sides, **(grid if picture.cards else {})}


def picture_line(words: Words, picture: Picture) -> str:
    """What to type in; nothing for a back, which its deck names."""
    if picture.cards:
        grid = {"columns": picture.columns, "rows": picture.rows, "cards": picture.cards, "back": picture.back}
        return words.say("print.tabletop.deck", file=picture.name, **grid)
    if picture.name.endswith("-back.png"):
        return ""
    sides = {"width": f"{picture.width:g}", "height": f"{picture.height:g}"}
    return words.say("print.tabletop.board", file=picture.name, **sides)
