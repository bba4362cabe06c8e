"""The rulebook tells every ruling that holds at a table, with the numbers of its board, in every language."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from ferrovia.boards import load
from ferrovia.boards.rulebook import RulebookSection, at_table, rulebook
from ferrovia.engine.actions import SLOTS
from ferrovia.engine.telling import Sentence
from ferrovia.text.rulebook_text import said
from ferrovia.text.words import LANGUAGES, Words
from properties.tables import Table, tables

EVERYWHERE = {f"R{number}" for number in range(1, 30)} - {"R24", "R25", "R26"}
BY_RULE = {
    "longest_path": {"R24", "R25"},
    "ferries": {"F1", "F2", "F3"},
    "stations": {"S1", "S2", "S3", "S4", "S5", "S6"},
    "tunnels": {"T1", "T2", "T3", "T4", "T5", "T6", "T7"},
    "merchandise": {"A1", "A2", "A3"},
    "tolls": {"N1", "N2", "N3", "N4", "N5", "N8", "N9", "A3"},
    "neutral_player": {"N20", "N21", "N22", "N23", "N24", "N25", "N26"},
}
"""N6 is R22 with the option on; N7 and N11 say what there is not."""
every_table = pytest.mark.parametrize("table", tables(), ids=str)
every_language = pytest.mark.parametrize("language", LANGUAGES)


def rules_at(table: Table) -> list[RulebookSection]:
    return at_table(rulebook(table.board), table.seats, table.options)


def sentences(sections: list[RulebookSection]) -> list[Sentence]:
    return [sentence for section in sections for sentence in section.sentences]


def told(table: Table, language: str) -> str:
    words = Words(language)
    texts = (f"{said(words, each)} {' '.join(map(str, each.figures))}".strip() for each in sentences(rules_at(table)))
    return "\n".join(texts).replace("\N{NO-BREAK SPACE}", " ")


# --- everything is told -----------------------------------------------------------------------------------
@every_table
def test_every_ruling_of_a_table_is_told(table: Table) -> None:
    found = {ruling for sentence in sentences(rules_at(table)) for ruling in sentence.rulings}
    wanted = EVERYWHERE | {"R26"}
    for rule in table.game().rule_by_id:
        wanted |= BY_RULE.get(rule, set())
    if table.board.ticket_deal.face_up_discard:
        wanted |= {"N10", "N12"}
    if table.board.ticket_deal.long_deal:
        wanted |= {"L1", "L2", "L3", "L4"}
    if any(ticket.further for ticket in table.board.tickets):
        wanted.add("R30")
    if any(place.junction for place in table.board.places):
        wanted.add("R31")
    if len(table.board.kinds) > 1:
        wanted |= {"B1", "B2", "B3"}
    assert found == wanted


@every_language
@every_table
def test_every_sentence_has_its_words_and_its_numbers(table: Table, language: str) -> None:
    words = Words(language)
    for section in rulebook(table.board):
        assert words.say(f"rulebook.{section.id}.title")
    text = told(table, language)
    assert not re.search(r"[{}]", text)
    assert "None" not in text


def facts(table: Table) -> Iterator[tuple[str, str]]:
    """What has to be read somewhere, in English and in French."""
    board, deal = table.board, table.board.ticket_deal
    for kind in board.kinds:
        yield f"takes {kind.supply} {kind.names['en']}.", f"reçoit {kind.supply} {kind.names['fr']}."
    yield f"dealt {board.hand} cards; {SLOTS} more", f"avec {board.hand} cartes ; {SLOTS} autres"
    plural = "s" if deal.first_deal > 1 else ""
    yield (
        f"looks at {deal.first_deal} ticket{plural} and keeps at least {deal.first_keep}",
        f"regarde {deal.first_deal} billet{plural}",
    )
    yield f"look at {deal.later_deal}, keep at least {deal.later_keep}", f"en garder au moins {deal.later_keep}"
    yield from (("by order of play: 0,", "l'ordre du jeu : 0,"),) if any(board.start_scores) else ()
    if table.game().doubles_close:
        yield "the first claim closes the other lane", "la première voie prise ferme l'autre"
    else:
        yield "oth lanes are open", "es deux voies sont ouvertes"
    if deal.face_up_discard:
        yield "Rejected tickets lie face up", "Les billets refusés restent face visible"
    else:
        yield "Rejected tickets go under", "Les billets refusés vont sous"
    yield f"If fewer than {deal.later_deal} are left", f"S'il en reste moins de {deal.later_deal}"
    yield "With neither deck nor discard", "Sans pioche ni défausse"
    for kind in board.kinds:
        used = sorted({lane.cards for lane in board.lanes if board.kinds[lane.kind] is kind})
        row = " ".join(str(kind.points[length]) for length in used)
        yield f"points {row}", f"points {row}"
    yield f"with {board.end_at_pieces} ", f"avec {board.end_at_pieces} "
    for number, breaker in enumerate(board.tie_breakers, 1):
        what = {"tickets": ("completed tickets", "billets réussis"), "longest_path": ("path among", "chemin d'un seul")}
        english, french = what.get(breaker, ("", ""))
        yield f"Tie-break {number}: ", f"Départage {number} : "
        yield english, french
    yield "the place is shared", "la place est partagée"
    yield from rule_facts(table)


def rule_facts(table: Table) -> Iterator[tuple[str, str]]:
    playing = table.game().rule_by_id
    for use in table.board.rules:
        if use.rule not in playing:
            continue
        params = {name: value for name, value in use.params.items() if isinstance(value, int)}
        rank = use.params.get("rank")
        if isinstance(rank, dict):
            row = " ".join(str(points) for points in rank[str(table.seats)])
            yield f"with {table.seats} players {row}\n", f"à {table.seats} joueurs {row}\n"
        for english, french in NUMBERS[use.rule]:
            yield english.format(**params), french.format(**params)


NUMBERS = {
    "longest_path": [("earns {points} points", "rapporte {points} points")],
    "merchandise": [("the {cards} cards last", "des {cards} cartes")],
    "tolls": [
        ("starts with {purse} tokens", "avec {purse} jetons"),
        ("Each loan costs {loan_cost} points", "Chaque emprunt coûte {loan_cost} points"),
        ("takes a loan card instead and pays nothing", "ne paie rien et prend une carte d'emprunt"),
    ],
    "neutral_player": [
        ("{pieces} neutral wagons", "{pieces} wagons neutres"),
        ("From round {first_round} on", "À partir de la manche {first_round}"),
        ("The second player to move holds the neutral marker first", "Qui joue en second tient d'abord le marqueur"),
        ("there is no choice: the wagons take the other", "il n'y a pas de choix : les wagons occupent l'autre"),
        ("that player the route's toll, and the marker stays", "la première, et le marqueur reste en place"),
        ("beside neutral wagons pays the toll to the bank", "à côté de wagons neutres paie le péage à la banque"),
        ("goes for good as soon as no neutral wagon is left", "pour de bon dès qu'il ne reste aucun wagon neutre"),
    ],
    "ferries": [("how many of its cards have to be wild", "combien de ses cartes doivent être des jokers")],
    "tunnels": [("{turned_up} cards are turned up", "on retourne {turned_up} cartes")],
    "stations": [("Everybody has {pieces} stations", "Chaque place a {pieces} gares")],
    "cuttings": [("turns up {turned_up} cards", "retourne {turned_up} cartes")],
}
"""What a rule has to say, with the names of its parameters."""


@every_language
@every_table
def test_the_facts_of_a_table_are_told(table: Table, language: str) -> None:
    text = told(table, language)
    for pair in facts(table):
        assert pair[LANGUAGES.index(language)] in f"{text}\n"


# --- and nothing that does not hold -----------------------------------------------------------------------
@every_table
def test_rules_that_are_not_played_are_not_told(table: Table) -> None:
    ids = {section.id for section in rules_at(table)}
    rules = {use.rule for use in table.board.rules}
    assert ids & rules == set(table.game().rule_by_id)


def test_r22_what_is_usual_is_told_first() -> None:
    """Nederland: with tolls before without."""
    doubles = next(section for section in rulebook(load("nederland")) if section.id == "doubles")
    assert [(each.key, each.when) for each in doubles.sentences] == [
        ("doubles.pair", ()),
        ("doubles.open", (("tolls", True),)),
        ("doubles.closed", (("tolls", False),)),
        ("doubles.open_from", (("tolls", False),)),
    ]


def test_r26_ties_are_told_in_the_order_of_the_board() -> None:
    for table in tables():
        keys = [each.key for each in sentences(rules_at(table)) if each.key.endswith(".tie")]
        assert keys == [f"{breaker}.tie" for breaker in table.board.tie_breakers]
