"""Results made by hand, and bots that are slow or bad."""

from __future__ import annotations

from pathlib import Path

from ferrovia.arena import GameResult, SeatResult, TournamentPlan

BOTS = '''
import time

from ferrovia.bots import Bot


class Slow(Bot):
    """Plays at random, two milliseconds a move."""

    def choose(self, view, actions, budget):
        time.sleep(0.002)
        return actions[self.chance.below(len(actions))]


class Broken(Bot):
    def choose(self, view, actions, budget):
        raise RuntimeError("this one never plays")
'''


def bot_file(folder: Path) -> Path:
    file = folder / "mine.py"
    file.write_text(BOTS)
    return file


def small(bots: str = "greedy,random", **fields: object) -> TournamentPlan:
    """A plan that is played in a moment."""
    chosen: dict[str, object] = {"boards": ("amsterdam",), "games": 6, **fields}
    return TournamentPlan(bots=tuple(bots.split(",")), **chosen)  # type: ignore[arg-type]


def seat(bot: str, place: int, score: int, win: float | None = None, **counts: int) -> SeatResult:
    """Its score is half routes, half tickets, and a bonus for what is left over."""
    lines = {"route": score // 2, "ticket": score // 2, "merchandise": score - 2 * (score // 2)}
    return SeatResult(
        bot=bot,
        place=place,
        win=float(place == 1) if win is None else win,
        score=score,
        lines=lines,
        kept=counts.get("kept", 3),
        completed=counts.get("completed", 2),
        moves=counts.get("moves", 10),
        choices=counts.get("choices", 50),
        faults=counts.get("faults", 0),
        fault="raised: by hand" if counts.get("faults") else "",
        seconds=counts.get("ms", 20) / 1000,
    )


def game(number: int, *seats: SeatResult, turns: int = 30) -> GameResult:
    return GameResult(number, "amsterdam", round=number // 2, first=0, turns=turns, seats=seats)
