"""The options a board offers and the rule modules it plays with."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ferrovia.boards.limits import HUGE, SEATS
from ferrovia.boards.problems import meant, quote
from ferrovia.boards.toml_section import Section, is_whole
from ferrovia.engine.board import Board, Option, RuleUse
from ferrovia.engine.scoring import TICKET_COUNT
from ferrovia.rules import FACTORIES, find


def read_options(sections: Section, players: tuple[int, int]) -> tuple[Option, ...]:
    options: list[Option] = []
    parts = list(sections.sections("options"))
    ids = [id for id, _ in parts]
    for id, part in parts:
        before = [option.id for option in options]
        options.append(
            Option(
                id=id,
                names=part.names("names"),
                texts=part.names("texts"),
                default=part.flag("default"),
                players=part.range("players", players) if part.has("players") else players,
                requires=read_requires(part, ids, before),
                knobs=read_knobs(part),
            )
        )
        part.close()
    return tuple(options)


def read_requires(part: Section, ids: list[str], before: list[str]) -> str | None:
    if not part.has("requires"):
        return None
    required = part.text("requires")
    if required not in ids:
        part.wrong("requires", f"{quote(required)} is no option of this board{meant(required, ids)}")
    elif required not in before:
        part.wrong("requires", f"the option {required!r} has to stand above this one")
    return required


KNOBS: Final = ("doubles_close_up_to", "third_lanes_close_up_to")


def read_knobs(part: Section) -> dict[str, int]:
    """The numbers of the board that an option changes while it is on."""
    if not part.has("knobs"):
        return {}
    section = part.section("knobs")
    knobs: dict[str, int] = {}
    for knob in KNOBS:
        if section.has(knob):
            knobs[knob] = section.whole(knob, 0, SEATS[1])
    section.close()
    return knobs


def read_rules(sections: Section, options: tuple[Option, ...]) -> tuple[RuleUse, ...]:
    uses: list[RuleUse] = []
    ids = [option.id for option in options]
    for id, part in sections.sections("rules"):
        when = part.text("when") if part.has("when") else None
        if when is not None and when not in ids:
            part.wrong("when", f"{quote(when)} is no option of this board{meant(when, ids)}")
        rule = find(id)
        if rule is None:
            sections.wrong(f"rules.{id}", f"{quote(id)} is no known rule{meant(id, FACTORIES)}")
        known = tuple(part.values) if rule is None else rule.PARAMS
        for key in part.values:
            if key != "when" and key not in known:
                part.wrong(key, f"the rule {id!r} has no such parameter{meant(key, known)}")
        params = {key: value for key, value in part.values.items() if key != "when"}
        for key, value in params.items():
            if is_huge(value):
                part.wrong(key, "there is a number in it that is too large")
        uses.append(RuleUse(id, when, params))
    return tuple(uses)


def is_huge(value: object) -> bool:
    """Whether a number in it would not fit the tables of a game."""
    if isinstance(value, Mapping):
        return any(is_huge(part) for part in value.values())
    if isinstance(value, list):
        return any(is_huge(part) for part in value)
    return isinstance(value, int) and not isinstance(value, bool) and not is_whole(value, -HUGE, HUGE)


def check_tie_breakers(sections: Section, board: Board) -> None:
    always = [use.rule for use in board.rules if use.when is None]
    sometimes = [use.rule for use in board.rules if use.when is not None]
    unplayed = [id for id, rule in FACTORIES.items() if rule.BREAKS_TIES_UNPLAYED]
    known = (TICKET_COUNT, *always, *unplayed)
    for word in board.tie_breakers:
        if word in known:
            continue
        if word in sometimes:
            sections.wrong("tie_breakers", f"the rule {word!r} is not always played, so it can't break ties")
        else:
            sections.wrong("tie_breakers", f"{quote(word)} is no rule of this board{meant(word, known)}")
