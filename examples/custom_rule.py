"""A rule of one's own: night trains. Lanes marked in a column of routes.csv earn points at the end.

The script adds the rule to a copy of a built-in board, and plays a game on it."""

from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path
from shutil import copytree
from tempfile import TemporaryDirectory
from typing import ClassVar

import ferrovia
from ferrovia import Board, Game, Lane, LedgerLine, Rule, State
from ferrovia.engine.ledger import Ledger
from ferrovia.engine.telling import Mark, Sentence
from ferrovia.rules import register


class NightTrains(Rule):
    LANE_COLUMNS = ("night",)
    PARAMS = ("points",)
    WORDS: ClassVar[Mapping[str, Mapping[str, str]]] = {
        "en": {
            "rulebook.night_trains.title": "Night trains",
            "rulebook.night_trains.points": "Each lane with a night train earns {points} more at the end.",
            "mark.night": "night train",
            "ledger.night_trains": "night trains",
        },
        "fr": {
            "rulebook.night_trains.title": "Trains de nuit",
            "rulebook.night_trains.points": "Chaque voie avec un train de nuit rapporte {points} de plus à la fin.",
            "mark.night": "train de nuit",
            "ledger.night_trains": "trains de nuit",
        },
    }

    def bind(self, game: Game) -> None:
        self.points = int(str(self.params["points"]))
        self.marked = [lane.columns.get("night") == "yes" for lane in game.lanes]
        self.line = game.add_line("night_trains")

    def score(self, state: State, ledger: Ledger) -> None:
        for seat in range(state.game.seats):
            count = sum(owner == seat and night for owner, night in zip(state.owner, self.marked, strict=True))
            if count:
                ledger.add(self.line, seat, self.points * count, count)

    def worth(self, lane: int) -> int:
        return 10 * self.points * self.marked[lane]

    def mark(self, lane: Lane) -> Mark | None:
        return Mark("night") if lane.columns.get("night") == "yes" else None

    def lit(self, state: State, line: LedgerLine) -> list[int]:
        return [lane for lane, owner in enumerate(state.owner) if owner == line.seat and self.marked[lane]]

    def telling(self, board: Board) -> list[Sentence]:
        return [Sentence("night_trains.points", {"points": int(str(self.params["points"]))})]


# --- trying it --------------------------------------------------------------------------------------------
def add_night_trains(folder: Path) -> None:
    """Marks every third route of a board folder, and names the rule in its board.toml."""
    routes = folder / "routes.csv"
    head, *rows = routes.read_text(encoding="utf-8").splitlines()
    marked = [f"{row},{'yes' if number % 3 == 0 else ''}" for number, row in enumerate(rows)]
    routes.write_text("\n".join([f"{head},night", *marked]) + "\n", encoding="utf-8")
    with (folder / "board.toml").open("a", encoding="utf-8") as settings:
        settings.write("\n[rules.night_trains]\npoints = 3\n")


def main() -> None:
    register("night_trains", NightTrains)
    with TemporaryDirectory() as temporary:
        folder = Path(temporary) / "night"
        copytree(Path(str(files("ferrovia"))) / "boards" / "amsterdam", folder)
        add_night_trains(folder)
        board = ferrovia.load(folder)
    state = ferrovia.new_game(board, seats=2).start(ferrovia.seeded(4))
    bots = [ferrovia.make_bot("greedy", ferrovia.seeded(5, seat)) for seat in range(2)]
    while not state.over:
        view = ferrovia.observe(state, state.seat)
        state.apply(bots[state.seat].choose(view, state.legal_actions(), ferrovia.Budget()))
    for line in state.ledger():
        if line.rule == "night_trains":
            print(f"seat {line.seat}: {line.detail} night trains, {line.points} points")


if __name__ == "__main__":
    main()
