"""The digest changes with what the rules read, and with nothing else."""

from __future__ import annotations

import pytest

from boards.toy import ToyFiles

SETTINGS, LOCATIONS, ROUTES, TICKETS = "board.toml", "locations.csv", "routes.csv", "tickets.csv"

READ_BY_RULES = {
    "id": (SETTINGS, 'id = "toy"', 'id = "toy2"'),
    "hand": (SETTINGS, "hand = 2", "hand = 1"),
    "when doubles close": (SETTINGS, "doubles_close_up_to = 2", "doubles_close_up_to = 3"),
    "end": (SETTINGS, "end_at_pieces = 2", "end_at_pieces = 1"),
    "start scores": (SETTINGS, "[0, 1, 2]", "[0, 0, 2]"),
    "tie-breakers": (SETTINGS, '["tickets", "longest_path"]', '["longest_path", "tickets"]'),
    "copies": (SETTINGS, "red = 6", "red = 7"),
    "order of cards": (SETTINGS, "red = 6\nblue = 6", "blue = 6\nred = 6"),
    "supply": (SETTINGS, "supply = 9", "supply = 10"),
    "route scores": (SETTINGS, "{ 2 = 3 }", "{ 2 = 4 }"),
    "pieces on a route": (SETTINGS, "one_per_route = true", "one_per_route = false"),
    "ticket deal": (SETTINGS, "later = { deal = 2", "later = { deal = 3"),
    "rejected tickets": (SETTINGS, '"under"', '"face_up"'),
    "option default": (SETTINGS, "default = false", "default = true"),
    "option players": (SETTINGS, "players = [2, 2]", "players = [2, 3]"),
    "option knob": (SETTINGS, "{ doubles_close_up_to = 1 }", "{ doubles_close_up_to = 0 }"),
    "rule parameter": (SETTINGS, "points = 5", "points = 6"),
    "rule condition": (SETTINGS, 'when = "carts"', 'when = "calm"'),
    "order of places": (LOCATIONS, "Dogwood,0,100,\nPond,50,50,Étang", "Pond,50,50,Étang\nDogwood,0,100,"),
    "length": (ROUTES, "Cedar,Dogwood,1", "Cedar,Dogwood,2"),
    "colour": (ROUTES, "1,grey", "1,red"),
    "mark of a rule": (ROUTES, "1,grey,wagon,,", "1,grey,wagon,yes,"),
    "order of lanes": (
        ROUTES, "Ash,Pond,2,grey,boat,,\nCedar,Pond,2,blue,boat,,", "Cedar,Pond,2,blue,boat,,\nAsh,Pond,2,grey,boat,,",
    ),
    "ticket points": (TICKETS, "Ash,Cedar,4", "Ash,Cedar,5"),
    "ticket place": (TICKETS, "Ash,Cedar,4", "Pond,Cedar,4"),
}  # fmt: skip

NOT_READ = {
    "coordinates": (LOCATIONS, "100.5", "90"),
    "name in another language": (LOCATIONS, "Étang", "Mare"),
    "name of the board": (SETTINGS, '"Toy"', '"Plaything"'),
    "text": (SETTINGS, "Four trees and a pond.", "Trees."),
    "name of a piece": (SETTINGS, '"boats"', '"ships"'),
    "name of an option": (SETTINGS, '"Calm"', '"Quiet"'),
    "provenance": (SETTINGS, 'places = "own"', 'places = "published"'),
    "order of score table": (SETTINGS, "{ 1 = 1, 2 = 2, 3 = 4 }", "{ 3 = 4, 2 = 2, 1 = 1 }"),
    "comment": (SETTINGS, "hand = 2", "hand = 2  # two"),
    "blank row": (ROUTES, "Cedar,Dogwood", "\nCedar,Dogwood"),
    "leading zero": (ROUTES, "Cedar,Dogwood,1", "Cedar,Dogwood,01"),
    "default said aloud": (SETTINGS, "hand = 2", "hand = 2\ndoubles_same_length = true"),
}


@pytest.mark.parametrize("name", READ_BY_RULES)
def test_digest_changes_with(toy: ToyFiles, name: str) -> None:
    before = toy.load().digest
    toy.edit(*READ_BY_RULES[name])
    assert toy.load().digest != before


def test_digest_changes_with_players(toy: ToyFiles) -> None:
    toy.edit(SETTINGS, "start_scores = [0, 1, 2]\n", "")
    before = toy.load().digest
    toy.edit(SETTINGS, "players = [2, 3]", "players = [2, 2]")
    assert toy.load().digest != before


@pytest.mark.parametrize("name", NOT_READ)
def test_digest_does_not_change_with(toy: ToyFiles, name: str) -> None:
    before = toy.load().digest
    toy.edit(*NOT_READ[name])
    assert toy.load().digest == before


def test_a_new_empty_column_changes_nothing(toy: ToyFiles) -> None:
    before = toy.load().digest
    lines = (toy.folder / TICKETS).read_text().splitlines()
    toy.write(TICKETS, "\n".join([f"{lines[0]},remark", *(f"{line}," for line in lines[1:])]).encode())
    assert toy.load().digest == before


def test_digest_is_a_sha256(toy: ToyFiles) -> None:
    digest = toy.load().digest
    assert len(digest) == 64
    assert set(digest) <= set("0123456789abcdef")
