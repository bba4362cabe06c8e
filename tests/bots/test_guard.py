"""Whatever a bot does, its game goes on; and it is told on, without a word of what it saw."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from bots.tables_of_bots import play_out
from ferrovia.boards import load, new_game
from ferrovia.bots import Actions, Bot, Budget, make_bot, register
from ferrovia.bots.greedy import Greedy
from ferrovia.bots.guard import MOST_OVERRUNS, Fault, Guarded, guard, with_grace
from ferrovia.bots.registry import BOTS
from ferrovia.engine.chance import seeded
from ferrovia.engine.game import Game
from ferrovia.view import View, observe

GAME = new_game(load("berlin"), 2)
SHORT, LONG = Budget(seconds=0.02), Budget()
Answer = Callable[[View, Actions, Budget], object]


class Theirs(Bot):
    """Somebody else's bot."""

    def __init__(self, answer: Answer) -> None:
        super().__init__(seeded(1))
        self.answer = answer

    def choose(self, view: View, actions: Actions, budget: Budget) -> int:
        return self.answer(view, actions, budget)  # type: ignore[return-value]


def first_move(answer: Answer, budget: Budget = LONG) -> tuple[Guarded, int]:
    state = GAME.start(seeded(2))
    guarded = Guarded(Theirs(answer), "theirs")
    return guarded, guarded.choose(observe(state, state.seat), list(state.legal_actions()), budget)


def greedy_move() -> int:
    state = GAME.start(seeded(2))
    return Greedy(seeded(0)).choose(observe(state, state.seat), list(state.legal_actions()), Budget())


def raises(error: BaseException) -> Answer:
    def answer(view: View, actions: Actions, budget: Budget) -> object:
        raise error

    return answer


def loop(view: View, actions: Actions, budget: Budget) -> object:
    while True:
        pass


def stubborn(view: View, actions: Actions, budget: Budget) -> object:
    until = time.monotonic() + 2
    while time.monotonic() < until:
        try:
            time.sleep(0.01)
        except BaseException:
            continue
    return actions[0]


def sleep(view: View, actions: Actions, budget: Budget) -> object:
    time.sleep(2)
    return actions[0]


def ends(view: View, actions: Actions, budget: Budget) -> object:
    sys.exit(3)


class Odd:
    def __index__(self) -> int:
        raise RuntimeError("no")


WRONG: list[tuple[str, Answer, str]] = [
    ("an error", raises(ValueError("my hand is red")), "raised"),
    ("exit", ends, "raised"),
    ("interrupt of its own", raises(KeyboardInterrupt()), "raised"),
    ("recursion", lambda view, actions, budget: loop_call(), "raised"),
    ("None", lambda view, actions, budget: None, "illegal"),
    ("True", lambda view, actions, budget: True, "illegal"),
    ("a word", lambda view, actions, budget: "draw blind", "illegal"),
    ("a float", lambda view, actions, budget: float(actions[0]), "illegal"),
    ("no action", lambda view, actions, budget: -1, "illegal"),
    ("a huge number", lambda view, actions, budget: 1 << 80, "illegal"),
    ("a trap", lambda view, actions, budget: Odd(), "illegal"),
    ("an endless loop", loop, "overran"),
    ("a long sleep", sleep, "overran"),
    ("a loop that will not end", stubborn, "overran"),
]


def loop_call() -> object:
    return loop_call()


@pytest.mark.parametrize(("answer", "kind"), [row[1:] for row in WRONG], ids=[row[0] for row in WRONG])
def test_a_wrong_answer_loses_the_move_to_greedy(answer: Answer, kind: str) -> None:
    begin = time.monotonic()
    guarded, action = first_move(answer, SHORT if kind == "overran" else Budget())
    assert time.monotonic() - begin < 1.5
    assert action == greedy_move()
    (fault,) = guarded.faults
    assert (fault.kind, fault.turn, guarded.lost) == (kind, 0, 1)


@pytest.mark.parametrize("answer", [row[1] for row in WRONG], ids=[row[0] for row in WRONG])
def test_and_the_game_goes_on_to_its_end(answer: Answer) -> None:
    guarded = Guarded(Theirs(answer), "theirs")
    begin = time.monotonic()
    state = play_out(GAME, [guarded, Greedy(seeded(0))], 3, Budget(seconds=0.01))
    assert state.over
    assert guarded.lost > 5
    assert time.monotonic() - begin < 10


def test_a_fault_tells_where_and_nothing_that_was_seen() -> None:
    guarded, _ = first_move(raises(ValueError("my hand is red")))
    assert guarded.faults[0].message.startswith("ValueError at test_guard.py:")
    assert "red" not in str(guarded.faults)
    guarded, _ = first_move(lambda view, actions, budget: view.hand)
    assert guarded.faults == [Fault("illegal", "no number but list", 0)]


def test_integers_of_any_kind_count() -> None:
    class Number:
        def __init__(self, value: int) -> None:
            self.value = value

        def __index__(self) -> int:
            return self.value

    guarded, action = first_move(lambda view, actions, budget: Number(actions[-1]))
    assert guarded.faults == []
    assert type(action) is int


def test_what_a_bot_does_to_its_copies_happens_to_nobody_else() -> None:
    def spoil(view: View, actions: Actions, budget: Budget) -> object:
        action = actions[-1]
        assert isinstance(actions, list)
        actions.clear()
        view.hand.clear()
        view.tickets.append(0)
        view.game.lane_points[0] = 99
        view.game.options["tolls"] = True
        view.owner[0] = 1
        return action

    state = GAME.start(seeded(2))
    view, actions = observe(state, state.seat), list(state.legal_actions())
    before, digest, points = str(view.facts()), state.digest(), list(GAME.lane_points)
    guarded = Guarded(Theirs(spoil), "theirs")
    assert guarded.choose(view, actions, Budget()) == actions[-1]
    assert (str(view.facts()), state.digest(), list(GAME.lane_points)) == (before, digest, points)
    assert actions == list(state.legal_actions())
    assert GAME.options == {}


def test_a_bot_gets_a_view_and_the_actions_and_the_budget() -> None:
    seen: list[tuple[str, list[int], Budget, Game]] = []

    def note(view: View, actions: Actions, budget: Budget) -> object:
        seen.append((str(view.facts()), list(actions), budget, view.game))
        return actions[0]

    state = GAME.start(seeded(2))
    guarded = Guarded(Theirs(note), "theirs")
    for _ in range(4):
        view, actions = observe(state, state.seat), list(state.legal_actions())
        action = guarded.choose(view, actions, Budget(iterations=7))
        assert seen[-1][:3] == (str(view.facts()), actions, Budget(iterations=7))
        state.apply(action)
    assert len({id(game) for *_, game in seen}) == 1, "one table for a whole game, so that a bot may prepare for it"


def test_who_overruns_again_and_again_is_not_asked_any_more() -> None:
    asked: list[int] = []

    def slow(view: View, actions: Actions, budget: Budget) -> object:
        asked.append(1)
        return loop(view, actions, budget)

    guarded = Guarded(Theirs(slow), "theirs", limit=0.02)
    play_out(GAME, [guarded, Greedy(seeded(0))], 3)
    assert [fault.kind for fault in guarded.faults] == ["overran"] * MOST_OVERRUNS
    assert len(asked) <= MOST_OVERRUNS


def test_one_overrun_is_forgiven() -> None:
    calls: list[int] = []

    def hiccup(view: View, actions: Actions, budget: Budget) -> object:
        calls.append(1)
        return loop(view, actions, budget) if len(calls) == 2 else actions[0]

    guarded = Guarded(Theirs(hiccup), "theirs", limit=0.5)
    play_out(GAME, [guarded, Greedy(seeded(0))], 3)
    assert (len(guarded.faults), guarded.lost) == (1, 1)
    assert len(calls) > 5


# --- making a bot -------------------------------------------------------------------------------------------
class Stillborn(Bot):
    def __init__(self) -> None:
        raise RuntimeError("no")

    def choose(self, view: View, actions: Actions, budget: Budget) -> int:
        return actions[0]


def test_a_bot_that_can_not_be_made_is_reported_and_played_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(BOTS, "stillborn", lambda chance: Stillborn())
    guarded = guard("stillborn", seeded(1))
    assert guarded.faults == [Fault("raised", "RuntimeError: no", 0)]
    assert play_out(GAME, [guarded, guard("greedy", seeded(1))], 3).over
    assert len(guarded.faults) == 1


# --- our own ------------------------------------------------------------------------------------------------
class Ours(Greedy):
    """Belongs to the package, as far as its module says."""

    __module__ = "ferrovia.bots.ours"

    def __init__(self, error: BaseException | None = None, seconds: float = 0) -> None:
        super().__init__(seeded(0))
        self.error = error
        self.seconds = seconds

    def choose(self, view: View, actions: Actions, budget: Budget) -> int:
        time.sleep(self.seconds)
        if self.error is not None:
            raise self.error
        return super().choose(view, actions, budget)


def our_move(bot: Ours, budget: Budget) -> tuple[Guarded, int]:
    state = GAME.start(seeded(2))
    guarded = Guarded(bot, "ours")
    return guarded, guarded.choose(observe(state, state.seat), list(state.legal_actions()), budget)


def test_our_own_bots_are_trusted_with_the_view_itself() -> None:
    guarded, action = our_move(Ours(), Budget())
    assert guarded.thinking is None
    assert (guarded.faults, action) == ([], greedy_move())


def test_our_own_bots_are_reported_when_late_but_keep_their_move() -> None:
    guarded, action = our_move(Ours(seconds=with_grace(0.02) + 0.02), SHORT)
    assert [fault.kind for fault in guarded.faults] == ["overran"]
    assert (guarded.lost, action) == (0, greedy_move())


@pytest.mark.parametrize("error", [ValueError("red"), SystemExit(1)])
def test_our_own_bots_lose_the_move_when_they_raise(error: BaseException) -> None:
    guarded, action = our_move(Ours(error), SHORT)
    assert [fault.kind for fault in guarded.faults] == ["raised"]
    assert action == greedy_move()


def test_ctrl_c_still_stops_everything() -> None:
    with pytest.raises(KeyboardInterrupt):
        our_move(Ours(KeyboardInterrupt()), SHORT)


def test_should_the_substitute_fail_the_first_action_is_played(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> int:
        raise ValueError

    monkeypatch.setattr(Greedy, "choose", fail)
    state = GAME.start(seeded(2))
    actions = list(state.legal_actions())
    guarded = Guarded(Theirs(lambda view, actions, budget: None), "theirs")
    assert guarded.choose(observe(state, state.seat), actions, SHORT) == actions[0]


def test_registered_bots_are_guarded_like_any_other(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ferrovia.bots.registry.BOTS", dict(BOTS))  # what is registered here stays here
    register("wrong", lambda chance: Theirs(lambda view, actions, budget: None))
    assert isinstance(make_bot("wrong", seeded(1)), Theirs)
    guarded = guard("wrong", seeded(1))
    play_out(GAME, [guarded, guarded], 1)
    assert {fault.kind for fault in guarded.faults} == {"illegal"}


# --- what is left behind ----------------------------------------------------------------------------------
TRACED = """
import subprocess
import sys
sys.path.insert(0, {tests!r})
from bots.test_guard import SHORT, {answer}, first_move
first_move({answer}, SHORT)
sys.settrace(lambda *_: None)
(lambda: None)()
print("traced")
"""


def dutiful(view: View, actions: Actions, budget: Budget) -> object:
    return actions[0]


@pytest.mark.parametrize("answer", ["dutiful", "loop"])
def test_python_has_nothing_left_to_raise_once_a_bot_has_ended(answer: str) -> None:
    """Until then it looks for it at every call, and with a tracer (a debugger, a measure of coverage) for ever."""
    script = TRACED.format(tests=str(Path(__file__).parents[1]), answer=answer)
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=20, check=False)
    assert done.stdout == "traced\n", done.stderr
