"""The sixth board's own rule. That all other tests pass on this board too is what proves the seams."""

from __future__ import annotations

import re
import shutil
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest
from rich.console import Console

import ferrovia
from ferrovia import rules
from ferrovia.boards import BoardError, load, new_game
from ferrovia.boards.look import PLAIN
from ferrovia.boards.rulebook import rulebook, words_of
from ferrovia.bots.search.board_tables import lane_worths
from ferrovia.cli.output.rulebook_text import pages
from ferrovia.cli.play.prompt import Questions
from ferrovia.draw import board_plan, board_svg
from ferrovia.engine import claims
from ferrovia.engine.chance import seeded
from ferrovia.engine.policy import RandomPolicy
from ferrovia.engine.rule import Rule
from ferrovia.engine.state import State
from ferrovia.record import format_action
from ferrovia.record.notation import find_lanes
from ferrovia.rules import FACTORIES, register
from ferrovia.server.core.outbox.history import lit as lit_lanes
from ferrovia.text.names import Table
from ferrovia.text.words import LANGUAGES, Words, catalogue
from ferrovia.view import determinize, observe
from positions import Position, codes, counter, do, every_card, hand_of, legal, refused, said
from toy.cuttings import COLUMN, GLYPH, RISK, TOY, Cuttings

PACKAGE = Path(ferrovia.__file__).parent
WEB = Path(__file__).parents[2] / "web" / "src"
CUTTING = "claim Chur–Göschenen blue"  # two spaces
PENDING = "cutting pay", "cutting pay+1w", "cutting pay+2w", "cutting pay+3w", "cutting withdraw"


def table(**deck: int) -> Position:
    """Seat 0 holds five blue cards and two wilds; every other card but those of the deck is with seat 1."""
    position = Position(TOY, options={"goods": False, "open": False}).hand(0, blue=5, wild=2)
    position.row("green", "green", "green", "red", "red")
    left = {"green": 6, "red": 3, "blue": 2, "wild": 3}
    return position.hand(1, **{card: count - deck.get(card, 0) for card, count in left.items()})


def test_without_a_match_a_cutting_costs_what_it_shows() -> None:
    state = do(table(green=2, red=1).state(), CUTTING)
    assert said(state, "cutting.turned_up")[0]["extra"] == 0
    assert hand_of(state, 0) == {"blue": 3, "wild": 2}
    assert (codes(state).count("route.claimed"), state.seat) == (1, 1)
    assert counter(state, "cuttings_dug", 0) == 1


def test_each_match_costs_a_card_more() -> None:
    state = do(table(blue=1, wild=1, green=1).state(), CUTTING)
    assert said(state, "cutting.turned_up")[0]["extra"] == 2
    assert (state.seat, state.turns) == (0, 0)
    assert hand_of(state, 0) == {"blue": 5, "wild": 2}
    assert legal(state) == {"cutting pay", "cutting pay+1w", "cutting pay+2w", "cutting withdraw"}
    do(state, "cutting pay+1w")
    assert hand_of(state, 0) == {"blue": 2, "wild": 1}
    assert said(state, "cards.paid") == [{"colour": 2, "plain": 3, "wilds": 1}]
    assert (list(state.owner).count(0), state.seat) == (1, 1)


def test_the_extra_cards_have_to_be_there() -> None:
    position = Position(TOY).hand(0, blue=2, wild=1).hand(1, green=9, red=5).deck(blue=3)
    assert legal(do(position.state(), CUTTING)) == {"cutting withdraw"}
    position = Position(TOY).hand(0, blue=3, wild=1).hand(1, green=9, red=5).deck(blue=2, wild=1)
    assert legal(do(position.state(), CUTTING)) == {"cutting withdraw"}
    position = Position(TOY).hand(0, blue=4, wild=1).hand(1, green=9, red=5).deck(blue=2, wild=1)
    assert legal(do(position.state(), CUTTING)) == {"cutting pay+1w", "cutting withdraw"}


def test_a_cutting_of_wilds_is_paid_in_wilds() -> None:
    """Only wilds match it."""
    state = do(table(blue=2, wild=1).state(), "claim Brig–Airolo wild")
    assert legal(state) == {"cutting pay+1w", "cutting withdraw"}
    do(state, "cutting pay+1w")
    assert hand_of(state, 0) == {"blue": 5}


def test_who_withdraws_keeps_the_cards_and_ends_the_turn() -> None:
    state = do(table(blue=2, wild=1).state(), CUTTING, "cutting withdraw")
    assert hand_of(state, 0) == {"blue": 5, "wild": 2}
    assert (list(state.owner).count(0), state.seat, state.turns) == (0, 1, 1)
    assert codes(state)[-1] == "cutting.withdrawn"


def test_cards_turned_up_are_discarded_and_make_a_new_deck_when_it_is_empty() -> None:
    state = do(table(blue=2, wild=1).state(), CUTTING)
    assert every_card(state) == list(TOY.deck.values())
    assert (state.deck_total, state.discard_total) == (3, 0)
    assert said(state, "deck.reshuffled")[-1]["cards"] == 3


def test_without_a_deck_nothing_is_turned_up() -> None:
    state = do(table().state(), CUTTING)
    assert said(state, "cutting.turned_up") == [{"cards": [], "extra": 0}]
    assert list(state.owner).count(0) == 1


def test_a_lane_without_a_cutting_turns_nothing_up() -> None:
    state = do(table(blue=2, wild=1).state(), "claim Brig–Luino blue")
    assert "cutting.turned_up" not in codes(state)


def test_nothing_else_can_be_done_meanwhile() -> None:
    state = do(table(blue=2, wild=1).state(), CUTTING)
    for text in ("pass", "draw 1", "draw blind", "tickets", "keep 1", CUTTING, "claim Brig–Luino blue"):
        assert refused(state, text).code == "action.not_now"
    assert refused(state, "cutting withdraw", seat=1).code == "turn.not_yours"
    assert refused(table().state(), "cutting withdraw").code == "action.not_now"


def test_cuttings_score_and_break_ties() -> None:
    state = Position(TOY, seats=2).owns(0, "Chur–Göschenen").counter("cuttings_dug", 0, 2).over().state()
    assert [(line.seat, line.points, line.detail) for line in state.ledger() if line.rule == "cuttings"] == [(0, 4, 2)]
    position = Position(TOY, seats=2).owns(0, "Göschenen–Airolo#2").owns(1, "Chur–Brig", "Brig–Airolo")
    state = position.counter("cuttings_dug", 1, 1).over().state()
    assert state.scores() == [8, 8]
    assert [(one.seat, one.place, one.decided_by) for one in state.standings()] == [(1, 1, "score"), (0, 2, "cuttings")]


def test_others_know_what_was_announced() -> None:
    """Whatever is dealt anew for what they don't know, the announced cards are in the hand."""
    state = do(table(blue=1, wild=1, green=1).state(), "claim Chur–Göschenen blue+1w")
    for seed in range(30):
        filled = determinize(observe(state, 1), seeded(seed))
        hand = hand_of(filled, 0)
        assert hand["blue"] >= 1
        assert hand["wild"] >= 1
        for action in filled.legal_actions():
            paid = filled.clone()
            paid.apply(action)
            assert min(paid.hands) >= 0


def test_the_pending_cutting_is_on_the_table_for_everybody() -> None:
    state = do(table(blue=1, wild=1, green=1).state(), CUTTING)
    seen = [observe(state, viewer).facts()["counters"] for viewer in (-1, 0, 1)]
    assert seen[0] == seen[1] == seen[2]
    assert isinstance(seen[0], dict)
    assert [seen[0][f"cutting_{name}"] for name in ("colour", "wilds", "extra")] == [[2], [0], [2]]


# --- the rule as a guest --------------------------------------------------------------------------------
def test_the_package_knows_nothing_of_cuttings() -> None:
    """But for the words of the files that another editor of boards writes."""
    files = [file for file in PACKAGE.rglob("*.py") if not file.name.startswith("other_")]
    assert len(files) > 30
    assert [file for file in files if re.search(r"cutting", file.read_text(encoding="utf-8"), re.IGNORECASE)] == []


def test_every_seam_is_documented_and_the_rule_uses_no_other() -> None:
    page = (PACKAGE / "engine" / "rule.py").read_text(encoding="utf-8")
    documented = set(re.findall(r"^\| (\w+) *\|", page, re.MULTILINE)) - {"seam"}
    methods = {name for name in vars(Rule) if not name.startswith("_") and callable(getattr(Rule, name))}
    assert documented == methods
    used = {name for name in methods if name in vars(Cuttings)}
    assert used == documented - {
        "after_turn",
        "borrowed",
        "components",
        "limit",
        "own_counters",
        "shown_tickets",
        "status",
        "ticket_note",
    }  # the neutral player, tolls, stations and the longest path use those


@pytest.mark.parametrize(("language", "told"), [
    ("en", ["Cuttings", "A cutting turns up 3 cards", "earns 2 points at the end", "Tie-break 1: the most cuttings."]),
    ("fr", ["Tranchées", "Une tranchée retourne 3 cartes", "rapporte 2 points à la fin", "le plus de tranchées."]),
])  # fmt: skip
def test_the_rulebook_tells_of_cuttings(language: str, told: list[str]) -> None:
    words = Words(language)
    shown = Console(width=200)
    with shown.capture() as printed:
        for part in pages(words, TOY, rulebook(TOY)):
            shown.print(part)
    assert [text for text in told if text not in printed.get()] == []


def test_every_client_gets_the_words_of_cuttings() -> None:
    """What a page has no words for itself comes with the board."""
    words = words_of(TOY)
    keys = {sentence.key for section in rulebook(TOY) for sentence in section.sentences}
    brought = {key for key in keys if f"rulebook.{key}" not in catalogue("en")}
    assert brought == {"cuttings.cost", "cuttings.points", "cuttings.tie"}
    for language in LANGUAGES:
        assert {f"rulebook.{key}" for key in brought} <= words[language].keys()
    assert words_of(load("nederland")) == {}


def test_a_cutting_is_told_before_it_is_claimed() -> None:
    state = table().state()
    dug, plain = (find_lanes(state.game, route)[0] for route in ("Chur–Göschenen", "Chur–Brig"))
    named = Table(state.game, ["Ada", "Bo"], Words("fr"))
    (term,) = claims.terms(state, 0, dug)
    assert named.term(term) == "jusqu'à 3 de plus"
    assert named.warning(term).startswith("C'est une tranchée")
    assert claims.terms(state, 0, plain) == []


def test_another_rule_of_that_name_is_refused() -> None:
    register("cuttings", Cuttings)  # the same one: no harm
    with pytest.raises(ValueError, match="there already"):
        register("cuttings", Rule)
    assert FACTORIES["cuttings"] is Cuttings


@pytest.mark.parametrize(("file", "old", "new", "reason"), [
    ("routes.csv", "Göschenen,Airolo,3,grey,wagon,yes,", "Göschenen,Airolo,3,grey,wagon,maybe,", "neither empty nor"),
    ("board.toml", "turned_up = 3", "turned_up = -3", "has to be a whole number"),
    ("board.toml", "turned_up = 3", "turn_up = 3", "no such parameter"),
], ids=["column", "value", "name"])  # fmt: skip
def test_the_loader_asks_the_rule(tmp_path: Path, file: str, old: str, new: str, reason: str) -> None:
    folder = shutil.copytree(Path(__file__).parent / "board", tmp_path / "board")
    text = (folder / file).read_text(encoding="utf-8")
    assert old in text
    (folder / file).write_text(text.replace(old, new), encoding="utf-8")
    with pytest.raises(BoardError) as error:
        load(folder)
    assert any(reason in problem.reason for problem in error.value.problems)


def test_a_change_of_the_rules_column_is_another_board(tmp_path: Path) -> None:
    folder = shutil.copytree(Path(__file__).parent / "board", tmp_path / "board")
    assert load(folder).digest == TOY.digest
    text = (folder / "routes.csv").read_text(encoding="utf-8")
    (folder / "routes.csv").write_text(text.replace("Chur,Brig,2,red,wagon,,", "Chur,Brig,2,red,wagon,yes,"), "utf-8")
    assert load(folder).digest != TOY.digest


def pending(state: State) -> bool:
    return legal(state) <= set(PENDING)


def test_games_between_random_players_come_by_every_answer() -> None:
    game = Position(TOY, seats=3).game
    given: set[str] = set()
    for number in range(40):
        state = game.start(seeded(number))
        policy = RandomPolicy(game, seeded(number, 1))
        while not state.over:
            action = policy.choose(state)
            if pending(state):
                given.add(format_action(game, action))
            state.apply(action)
    assert given >= {"cutting pay", "cutting pay+1w", "cutting withdraw"}


def test_a_cutting_has_its_badge_on_every_map() -> None:
    dug = sum(lane.columns[COLUMN] == "yes" for lane in TOY.lanes)
    assert board_svg(TOY, "en").count(f'd="{GLYPH}"') == dug > 0
    marks = board_plan(TOY, PLAIN, list(new_game(TOY, 2).lanes), "en")["marks"]
    assert [mark["glyph"] for mark in marks if mark["kind"] == "cutting"] == [GLYPH] * dug
    state = table().state()
    shown = Console(width=200)
    with shown.capture() as printed:
        Questions(Table(state.game, ["Ada", "Bo"], Words("en")), state, 0, shown).map()
    rows = [row for row in printed.get().splitlines() if "cutting" in row]
    assert len(rows) == dug


def test_a_planner_values_what_the_rule_says() -> None:
    game = new_game(TOY, 2, {"goods": False})
    worths = lane_worths(game, 100)
    for lane, printed in enumerate(game.lanes):
        more = 10 * 2 - RISK if printed.columns[COLUMN] == "yes" else 0
        assert worths[lane] == 10 * game.lane_points[lane] + more


def test_the_count_lights_the_cuttings() -> None:
    position = Position(TOY, seats=2).owns(0, "Chur–Göschenen", "Chur–Brig").counter("cuttings_dug", 0, 1)
    state = position.over().state()
    lit = {line.rule: lanes for line, lanes in zip(state.ledger(), lit_lanes(state), strict=True)}
    assert lit["cuttings"] == [position.lane("Chur–Göschenen")]
    assert lit["route"] == []


def test_no_other_layer_names_a_rule() -> None:
    """Whatever a layer needs to know of a rule, it asks the rule."""
    ids = {id for id, rule in FACTORIES.items() if rule.__module__.startswith("ferrovia.")}
    classes = {rule.__name__ for rule in FACTORIES.values()}
    named = re.compile(rf"[\"'](?:{'|'.join(sorted(ids))})[\"']|isinstance\(\w+, (?:{'|'.join(sorted(classes))})\)")
    files = [file for file in PACKAGE.rglob("*.py") if "rules" not in file.parts and file.name != "version.py"]
    files += [file for file in WEB.rglob("*") if file.suffix in (".ts", ".svelte") and "generated" not in file.parts]
    assert len(files) > 200
    assert [file.name for file in files if named.search(file.read_text(encoding="utf-8"))] == []


def test_rules_of_an_installed_package_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    point = EntryPoint("published", "toy.cuttings:Cuttings", rules.GROUP)
    monkeypatch.setattr(rules, "entry_points", lambda group, name: [point] if name == point.name else [])
    monkeypatch.setattr(rules, "FACTORIES", dict(FACTORIES))
    assert rules.find("published") is Cuttings
    assert rules.find("nowhere") is None
    monkeypatch.setattr(rules, "entry_points", lambda group, name: [EntryPoint(name, "toy.cuttings:TOY", group)])
    with pytest.raises(TypeError, match="is no rule"):
        rules.find("something")
