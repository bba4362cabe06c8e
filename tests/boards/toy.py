"""A board small enough to see whole, in files that a test may spoil."""

from __future__ import annotations

from pathlib import Path

import pytest

from ferrovia.boards import BoardError, Problem, load
from ferrovia.engine.board import Board

TOY = {
    "board.toml": """\
id = "toy"
players = [2, 3]
hand = 2
doubles_close_up_to = 2
end_at_pieces = 2
start_scores = [0, 1, 2]
tie_breakers = ["tickets", "longest_path"]

[names]
en = "Toy"
fr = "Jouet"

[texts]
en = "Four trees and a pond."

[cards]
red = 6
blue = 6
wild = 4

[pieces.wagon]
names = { en = "wagons" }
supply = 9
points = { 1 = 1, 2 = 2, 3 = 4 }

[pieces.boat]
names = { en = "boats" }
supply = 2
points = { 2 = 3 }
one_per_route = true

[tickets]
first = { deal = 2, keep = 1 }
later = { deal = 2, keep = 1 }
rejected = "under"

[options.carts]
names = { en = "Carts" }
texts = { en = "Goods for whoever passes by." }
default = true

[options.calm]
names = { en = "Calm" }
texts = { en = "Both lanes stay open." }
default = false
players = [2, 2]
requires = "carts"
knobs = { doubles_close_up_to = 1 }

[rules.longest_path]
points = 5

[rules.merchandise]
when = "carts"
cards = 4
rank = { 2 = [4, 2], 3 = [4, 2, 1] }

[provenance]
places = "own"
routes = "own"
tickets = "own"
texts = { en = "Made up." }
""",
    "locations.csv": """\
name,x,y,name_fr
Ash,0,0,Frêne
Birch,100,0,Bouleau
Cedar,100,100.5,
Dogwood,0,100,
Pond,50,50,Étang
""",
    "routes.csv": """\
from,to,length,colour,piece,cart,note
Ash,Birch,2,red,wagon,,
Birch,Ash,2,grey,wagon,,the quiet side
Birch,Cedar,3,blue,wagon,yes,
Cedar,Dogwood,1,grey,wagon,,
Dogwood,Ash,3,red,wagon,yes,
Ash,Pond,2,grey,boat,,
Cedar,Pond,2,blue,boat,,
""",
    "tickets.csv": """\
from,to,points,note
Ash,Cedar,4,
Birch,Dogwood,4,
Pond,Birch,4,by boat
Pond,Dogwood,3,
Ash,Dogwood,3,
Birch,Cedar,3,
""",
}


class ToyFiles:
    """A board's folder. `edit` spoils it, `problems` says what the loader finds wrong."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        for name, text in TOY.items():
            (folder / name).write_text(text, encoding="utf-8")

    def edit(self, name: str, old: str, new: str) -> None:
        text = (self.folder / name).read_text(encoding="utf-8")
        assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times in {name}"
        (self.folder / name).write_text(text.replace(old, new), encoding="utf-8")

    def write(self, name: str, data: bytes) -> None:
        (self.folder / name).write_bytes(data)

    def load(self) -> Board:
        return load(self.folder)

    def problems(self) -> list[Problem]:
        with pytest.raises(BoardError) as refusal:
            self.load()
        return refusal.value.problems
