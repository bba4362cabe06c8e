"""A rule of one's own: running rights. Whoever builds a marked lane, everybody's tickets may run over it.

The script adds the rule to a copy of a built-in board, and plays a game on it."""

from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path
from shutil import copytree
from tempfile import TemporaryDirectory
from typing import ClassVar

from librt.vecs import append, vec
from mypy_extensions import i64

import ferrovia
from ferrovia import Board, Game, Lane, Rule, State
from ferrovia.engine.state import NOBODY
from ferrovia.engine.telling import Mark, Sentence
from ferrovia.rules import register

COLUMN = "shared"


class RunningRights(Rule):
    """It lends lanes (`borrowed`), as stations do: tickets are scored over them, and nothing else is."""

    LANE_COLUMNS = (COLUMN,)
    FLAGS = (COLUMN,)
    WORDS: ClassVar[Mapping[str, Mapping[str, str]]] = {
        "en": {
            "rulebook.running_rights.title": "Running rights",
            "rulebook.running_rights.tickets": "Once a shared lane is built, everybody's tickets may run over it.",
            "mark.shared": "shared lane",
        },
        "fr": {
            "rulebook.running_rights.title": "Droits de passage",
            "rulebook.running_rights.tickets": "Une voie partagée, une fois posée, sert aux billets de tout le monde.",
            "mark.shared": "voie partagée",
        },
    }

    def bind(self, game: Game) -> None:
        self.shared = [lane.columns.get(COLUMN) == "yes" for lane in game.lanes]

    def borrowed(self, state: State, seat: i64) -> vec[i64]:
        lanes = vec[i64]()
        for lane, owner in enumerate(state.owner):
            if self.shared[lane] and owner not in (NOBODY, seat):
                lanes = append(lanes, lane)
        return lanes

    def mark(self, lane: Lane) -> Mark | None:
        return Mark("shared") if lane.columns.get(COLUMN) == "yes" else None

    def telling(self, board: Board) -> list[Sentence]:
        return [Sentence("running_rights.tickets")]


# --- trying it --------------------------------------------------------------------------------------------
def add_running_rights(folder: Path) -> None:
    """Marks every second route of a board folder, and names the rule in its board.toml."""
    routes = folder / "routes.csv"
    head, *rows = routes.read_text(encoding="utf-8").splitlines()
    marked = [f"{row},{'yes' if number % 2 == 0 else ''}" for number, row in enumerate(rows)]
    routes.write_text("\n".join([f"{head},{COLUMN}", *marked]) + "\n", encoding="utf-8")
    with (folder / "board.toml").open("a", encoding="utf-8") as settings:
        settings.write("\n[rules.running_rights]\n")


def main() -> None:
    register("running_rights", RunningRights)
    with TemporaryDirectory() as temporary:
        folder = Path(temporary) / "rights"
        copytree(Path(str(files("ferrovia"))) / "boards" / "amsterdam", folder)
        add_running_rights(folder)
        board = ferrovia.load(folder)
    state = ferrovia.new_game(board, seats=2).start(ferrovia.seeded(4))
    bots = [ferrovia.make_bot("greedy", ferrovia.seeded(5, seat)) for seat in range(2)]
    while not state.over:
        view = ferrovia.observe(state, state.seat)
        state.apply(bots[state.seat].choose(view, state.legal_actions(), ferrovia.Budget()))
    (rule,) = [rule for rule in state.game.rules if isinstance(rule, RunningRights)]
    for seat in range(2):
        points = sum(line.points for line in state.ledger() if line.rule == "ticket" and line.seat == seat)
        print(f"seat {seat}: tickets over {len(rule.borrowed(state, seat))} lanes of the other, {points} points")


if __name__ == "__main__":
    main()
