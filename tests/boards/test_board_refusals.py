"""Every way a board file can be wrong: refused with the file, the row, the column and the reason, and nothing else."""

from __future__ import annotations

import os
import pickle
from itertools import combinations, pairwise
from pathlib import Path

import pytest

from boards.toy import ToyFiles
from ferrovia.boards import BoardError, Problem, board_ids, builtin, load
from ferrovia.engine.errors import FerroviaError, SetupError
from ferrovia.rules.longest_path.rule import most_lanes

SETTINGS, LOCATIONS, ROUTES, TICKETS = "board.toml", "locations.csv", "routes.csv", "tickets.csv"

# name: (file, what stands there, what is put there, row, column, reason)
CELLS: dict[str, tuple[str, str, str, int, str, str]] = {
    # places
    "place_without_name": (LOCATIONS, "Pond,50", "Pond,50,50,\n  ,51", 7, "name", "a name is missing"),
    "place_twice": (LOCATIONS, "Pond,50", "Pond,50,50,\nAsh,9", 7, "name", "'Ash' stands in row 2 already"),
    "place_with_dash": (
        LOCATIONS, "Étang", "Étang\N{EN DASH}Lac", 6, "name_fr",
        "'Étang\N{EN DASH}Lac' has a \N{EN DASH} or an invisible character in it",
    ),
    "place_on_two_lines": (
        LOCATIONS, "Étang", '"É\ntang"', 6, "name_fr",
        "'É\\ntang' has a \N{EN DASH} or an invisible character in it",
    ),
    "place_with_lane_mark": (
        LOCATIONS, "Étang", "Étang #2", 6, "name_fr",
        "'Étang #2' has a # in it, which numbers the lanes of a double route",
    ),
    "place_with_two_spaces": (
        LOCATIONS, "Étang", "Grand  Étang", 6, "name_fr",
        "'Grand  Étang' has a space in it that is no single plain one",
    ),
    "place_with_odd_space": (
        LOCATIONS, "Étang", "Grand\N{NO-BREAK SPACE}Étang", 6, "name_fr",
        "'Grand\\xa0Étang' has a space in it that is no single plain one",
    ),
    "place_too_long": (
        LOCATIONS, "Étang", "É" * 61, 6, "name_fr", f"'{'É' * 39}… is longer than 60 characters",
    ),
    "place_like_another_but_for_accent_and_case": (
        LOCATIONS, "Pond,50", "Pond,50,50,\nÀSH,9", 7, "name",
        "'ÀSH' can't be told from 'Ash' (row 2) when it is typed",
    ),
    "place_like_another_in_one_language": (
        LOCATIONS, "Étang", "bouleau", 6, "name_fr",
        "'bouleau' can't be told from 'Bouleau' (row 3) when it is typed",
    ),
    "place_that_looks_printed_like_a_translation": (
        LOCATIONS, "Étang", "cedar", 6, "name_fr", "'cedar' can't be told from 'Cedar' (row 4) when it is typed",
    ),
    "two_places_on_one_spot": (
        LOCATIONS, "Pond,50,50", "Pond,100,100.50", 6, "x", "this is the spot of 'Cedar' (row 4)",
    ),
    "x_not_a_number": (LOCATIONS, "Ash,0,", "Ash,left,", 2, "x", "'left' is not a number"),
    "y_nan": (LOCATIONS, "100.5", "nan", 4, "y", "'nan' is not a number"),
    "y_infinite": (LOCATIONS, "100.5", "1e999", 4, "y", "'1e999' is not a number"),
    # lanes
    "lane_from_unknown_place": (
        ROUTES, "Birch,Cedar,3", "Brich,Cedar,3", 4, "from",
        "'Brich' is no place of this board (did you mean 'Birch'?)",
    ),
    "lane_to_unknown_place": (
        ROUTES, "Birch,Cedar,3", "Birch,Yew,3", 4, "to", "'Yew' is no place of this board",
    ),
    "lane_to_itself": (ROUTES, "Cedar,Dogwood", "Cedar,Cedar", 5, "to", "'Cedar' is where it begins, too"),
    "lane_of_unknown_colour": (
        ROUTES, "Birch,Cedar,3,blue", "Birch,Cedar,3,bleu", 4, "colour",
        "'bleu' is no colour (did you mean 'blue'?)",
    ),
    "lane_of_wild": (ROUTES, "Birch,Cedar,3,blue", "Birch,Cedar,3,wild", 4, "colour", "'wild' is no colour"),
    "lane_of_colour_not_in_deck": (
        ROUTES, "Birch,Cedar,3,blue", "Birch,Cedar,3,green", 4, "colour",
        "there are no green cards in this board's deck",
    ),
    "lane_of_unknown_piece": (
        ROUTES, "3,blue,wagon", "3,blue,wagn", 4, "piece", "'wagn' is no piece of this board (did you mean 'wagon'?)",
    ),
    "length_not_whole": (
        ROUTES, "Birch,Cedar,3", "Birch,Cedar,2.5", 4, "length", "'2.5' is not a whole number from 1 to 20",
    ),
    "length_zero": (ROUTES, "Birch,Cedar,3", "Birch,Cedar,0", 4, "length", "'0' is not a whole number from 1 to 20"),
    "length_huge": (
        ROUTES, "Birch,Cedar,3", f"Birch,Cedar,{'9' * 5000}", 4, "length",
        f"'{'9' * 39}… is not a whole number from 1 to 20",
    ),
    "length_in_other_digits": (
        ROUTES, "Birch,Cedar,3", "Birch,Cedar,٣", 4, "length", "'٣' is not a whole number from 1 to 20",
    ),
    "length_without_score": (
        ROUTES, "Birch,Cedar,3", "Birch,Cedar,4", 4, "length",
        "pieces.wagon.points in board.toml has no score for 4",
    ),
    "length_without_score_for_this_piece": (
        ROUTES, "Cedar,Pond,2", "Cedar,Pond,1", 8, "length", "pieces.boat.points in board.toml has no score for 1",
    ),
    "double_of_two_lengths": (
        ROUTES, "Birch,Ash,2", "Birch,Ash,3", 3, "length", "3 is not the length of the lane beside it (2, row 2)",
    ),
    "fourth_lane": (
        ROUTES, "Birch,Cedar,3", "Ash,Birch,2,blue,wagon,,\nAsh,Birch,2,blue,wagon,,\nBirch,Cedar,3", 5, "to",
        "more than 3 lanes join these places, the first in row 2",
    ),
    "rule_column_wrong": (
        ROUTES, "3,blue,wagon,yes", "3,blue,wagon,maybe", 4, "cart", "'maybe' is neither empty nor 'yes'",
    ),
    "row_too_short": (ROUTES, "1,grey,wagon,,", "1,grey", 5, "", "this row has 4 cells, the header has 7"),
    "row_too_long": (ROUTES, "1,grey,wagon,,", "1,grey,wagon,,,,", 5, "", "this row has 9 cells, the header has 7"),
    # tickets
    "ticket_to_unknown_place": (
        TICKETS, "Pond,Dogwood", "Pond,Dogwod", 5, "to", "'Dogwod' is no place of this board (did you mean 'Dogwood'?)",
    ),
    "ticket_to_itself": (TICKETS, "Pond,Dogwood", "Pond,Pond", 5, "to", "'Pond' is where it begins, too"),
    "ticket_twice": (
        TICKETS, "Pond,Dogwood,3,", "Pond,Dogwood,3,\nAsh,Cedar,9,", 6, "to", "this is the same ticket as in row 2",
    ),
    "ticket_twice_backwards": (
        TICKETS, "Pond,Dogwood,3,", "Pond,Dogwood,3,\nCedar,Ash,9,", 6, "to", "this is the same ticket as in row 2",
    ),
    "ticket_points": (
        TICKETS, "Pond,Dogwood,3", "Pond,Dogwood,x", 5, "points", "'x' is not a whole number from 1 to 1000",
    ),
    "ticket_points_zero": (
        TICKETS, "Pond,Dogwood,3", "Pond,Dogwood,0", 5, "points", "'0' is not a whole number from 1 to 1000",
    ),
    "too_few_tickets": (
        TICKETS, "Pond,Dogwood,3,\n", "", 0, "", "5 tickets; the first deal to 3 players takes 6",
    ),
    # headers
    "column_missing": (
        ROUTES, "length,colour,", "length,color,", 1, "colour", "this column is missing (did you mean 'color'?)",
    ),
    "column_twice": (ROUTES, "cart,note", "cart,length", 1, "length", "this column is there twice"),
    "column_without_name": (TICKETS, "points,note", "points,", 1, "column 4", "this column has no name"),
    "column_with_an_invisible_name": (
        TICKETS, "points,note", "points,no\x1cte", 1, "column 4",
        "the name of this column has characters that can't be shown",
    ),
    "semicolons": (
        TICKETS, "from,to,points,note", "from;to;points;note", 1, "",
        "cells are separated by semicolons; they have to be by commas",
    ),
    "open_quote": (
        ROUTES, "the quiet side", '"the quiet side', 3, "", "this is no CSV table from here on: unexpected end of data",
    ),
    # board.toml: the file
    "not_toml": (SETTINGS, "hand = 2", "hand = two", 3, "", "this is no TOML: Invalid value"),
    "toml_cut_off": (SETTINGS, '"Made up." }\n', '"Made up."', 62, "", "this is no TOML: Unclosed inline table"),
    "toml_key_twice": (SETTINGS, "hand = 2", "hand = 2\nhand = 3", 4, "", "this is no TOML: Cannot overwrite a value"),
    "key_unknown": (SETTINGS, "hand = 2\n", "hands = 2\nhand = 2\n", 3, "hands", "this key is not known"),
    "key_unknown_in_section": (
        SETTINGS, "one_per_route = true", "one_per_road = true", 30, "pieces.boat.one_per_road",
        "this key is not known (did you mean 'one_per_route'?)",
    ),
    "key_missing": (SETTINGS, "hand = 2\n", "", 0, "hand", "this key is missing"),
    "key_missing_in_section": (SETTINGS, "supply = 9\n", "", 21, "pieces.wagon.supply", "this key is missing"),
    # board.toml: values
    "id": (SETTINGS, 'id = "toy"', 'id = "Toy Board"', 1, "id", "'Toy Board' is no id: small letters, digits, - and _"),
    "name_with_control_character": (
        SETTINGS, 'en = "Toy"', 'en = "To\\u001by"', 10, "names.en",
        "'To\\x1by' has a control character in it",
    ),
    "name_with_direction_mark": (
        SETTINGS, 'fr = "Jouet"', 'fr = "Jou\\u202eet"', 11, "names.fr",
        "'Jou\\u202eet' has a control character or an invisible one in it",
    ),
    "name_on_two_lines": (
        SETTINGS, 'names = { en = "boats" }', 'names = { en = "bo\\nats" }', 27, "pieces.boat.names.en",
        "'bo\\nats' has a control character or an invisible one in it",
    ),
    "text_with_control_character": (
        SETTINGS, "Four trees", "Four\\u0007 trees", 14, "texts.en",
        "'Four\\x07 trees and a pond.' has a control character in it",
    ),
    "no_english_name": (SETTINGS, 'en = "Toy"\n', "", 9, "names.en", "this key is missing"),
    "name_not_text": (SETTINGS, 'fr = "Jouet"', "fr = 3", 11, "names.fr", "3 is not a text"),
    "name_blank": (SETTINGS, 'fr = "Jouet"', 'fr = " "', 11, "names.fr", "' ' is not a text"),
    "players_backwards": (
        SETTINGS, "players = [2, 3]", "players = [3, 2]", 2, "players", "[3, 2] is not [least, most]",
    ),
    "players_too_many": (
        SETTINGS, "players = [2, 3]", "players = [2, 9]", 2, "players",
        "[2, 9] is not a list of whole numbers from 2 to 6",
    ),
    "hand_negative": (SETTINGS, "hand = 2", "hand = -1", 3, "hand", "-1 is not a whole number from 0 to 50"),
    "hand_true": (SETTINGS, "hand = 2", "hand = true", 3, "hand", "True is not a whole number from 0 to 50"),
    "hand_half": (SETTINGS, "hand = 2", "hand = 2.5", 3, "hand", "2.5 is not a whole number from 0 to 50"),
    "hand_huge": (
        SETTINGS, "hand = 2", f"hand = 0x{'F' * 9000}", 3, "hand", "a huge number is not a whole number from 0 to 50",
    ),
    "too_few_cards": (SETTINGS, "hand = 2", "hand = 4", 16, "cards", "16 cards; 3 hands and the row take 17"),
    "game_over_at_once": (
        SETTINGS, "end_at_pieces = 2", "end_at_pieces = 11", 5, "end_at_pieces",
        "11 pieces each: the game would end before it begins",
    ),
    "start_scores": (SETTINGS, "[0, 1, 2]", "[0, 1]", 6, "start_scores", "2 scores for 3 players"),
    "same_length_not_a_flag": (
        SETTINGS, "hand = 2", "hand = 2\ndoubles_same_length = 1", 4, "doubles_same_length",
        "1 is neither true nor false",
    ),
    "card_of_unknown_colour": (
        SETTINGS, "red = 6", "red = 6\ngren = 6", 18, "cards.gren", "'gren' is no colour (did you mean 'green'?)",
    ),
    "card_grey": (
        SETTINGS, "red = 6", "red = 6\ngrey = 6", 18, "cards.grey", "'grey' is no colour (did you mean 'green'?)",
    ),
    "cards_without_wild": (SETTINGS, "wild = 4\n", "", 16, "cards.wild", "this key is missing"),
    "no_copies": (SETTINGS, "red = 6", "red = 0", 17, "cards.red", "0 is not a whole number from 1 to 1000"),
    "no_pieces": (
        SETTINGS, "supply = 9", "supply = 0", 23, "pieces.wagon.supply", "0 is not a whole number from 1 to 1000",
    ),
    "points_for_no_cards": (
        SETTINGS, "{ 2 = 3 }", "{ 2 = 3, zero = 1 }", 29, "pieces.boat.points.zero",
        "'zero' is not a number of cards from 1 to 20",
    ),
    "piece_not_a_section": (
        SETTINGS, "[tickets]", "[pieces]\ncrane = 3\n[tickets]", 33, "pieces.crane", "3 is not a section",
    ),
    "keep_more_than_dealt": (
        SETTINGS, "first = { deal = 2, keep = 1 }", "first = { deal = 2, keep = 3 }", 33, "tickets.first.keep",
        "3 tickets can't be kept of 2",
    ),
    "keep_none": (
        SETTINGS, "first = { deal = 2, keep = 1 }", "first = { deal = 2, keep = 0 }", 33, "tickets.first.keep",
        "0 is not a whole number from 1 to 8",
    ),
    "rejected": (
        SETTINGS, '"under"', '"face-up"', 35, "tickets.rejected",
        "'face-up' is none of under, face_up (did you mean 'face_up'?)",
    ),
    "provenance": (
        SETTINGS, 'places = "own"', 'places = "heard"', 59, "provenance.places",
        "'heard' is none of published, printed, one source, reconstructed, fitted, own",
    ),
    "provenance_of_no_part": (
        SETTINGS, 'places = "own"', 'places = "own"\ntoll = "own"', 60, "provenance.toll",
        "this key is not known",
    ),
    "provenance_by_no_column": (
        SETTINGS, 'tickets = "own"', 'tickets = { by = "notes", words = { "by boat" = "own" } }', 61,
        "provenance.tickets.by", "'notes' is no column of tickets.csv (did you mean 'note'?)",
    ),
    "provenance_word": (
        SETTINGS, 'tickets = "own"', 'tickets = { by = "note", words = { "by boat" = "owned", "" = "own" } }', 61,
        "provenance.tickets.words.by boat",
        "'owned' is none of published, printed, one source, reconstructed, fitted, own (did you mean 'own'?)",
    ),
    "provenance_word_without_a_row": (
        SETTINGS, 'tickets = "own"',
        'tickets = { by = "note", words = { "by boat" = "own", "" = "own", "on foot" = "own" } }', 61,
        "provenance.tickets.words", "no row of tickets.csv has 'on foot' as note",
    ),
    # board.toml: options and rules
    "option_requires_unknown": (
        SETTINGS, 'requires = "carts"', 'requires = "cart"', 47, "options.calm.requires",
        "'cart' is no option of this board (did you mean 'carts'?)",
    ),
    "option_requires_itself": (
        SETTINGS, 'requires = "carts"', 'requires = "calm"', 47, "options.calm.requires",
        "the option 'calm' has to stand above this one",
    ),
    "option_requires_later": (
        SETTINGS, "default = true\n", 'default = true\nrequires = "calm"\n', 41, "options.carts.requires",
        "the option 'calm' has to stand above this one",
    ),
    "option_for_more_players_than_the_board": (
        SETTINGS, "players = [2, 2]", "players = [2, 4]", 46, "options.calm.players",
        "[2, 4] is not a list of whole numbers from 2 to 3",
    ),
    "option_with_unknown_knob": (
        SETTINGS, "{ doubles_close_up_to = 1 }", "{ hand = 1 }", 48, "options.calm.knobs.hand", "this key is not known",
    ),
    "rule_unknown": (
        SETTINGS, "[rules.merchandise]", "[rules.merchandises]", 53, "rules.merchandises",
        "'merchandises' is no known rule (did you mean 'merchandise'?)",
    ),
    "rule_when_unknown": (
        SETTINGS, 'when = "carts"', 'when = "cars"', 54, "rules.merchandise.when",
        "'cars' is no option of this board (did you mean 'carts'?)",
    ),
    "rule_parameter_wrong": (
        SETTINGS, "points = 5", 'points = "five"', 50, "rules.longest_path",
        "`points` has to be a whole number, not 'five'",
    ),
    "rule_parameter_missing": (
        SETTINGS, "cards = 4\n", "", 53, "rules.merchandise", "`cards` has to be a whole number, not None",
    ),
    "rule_parameter_huge": (
        SETTINGS, "3 = [4, 2, 1]", "3 = [4, 2, 10000000000]", 56, "rules.merchandise.rank",
        "there is a number in it that is too large",
    ),
    "tie_breaker_unknown": (
        SETTINGS, '["tickets", "longest_path"]', '["tickets", "longest_pth"]', 7, "tie_breakers",
        "'longest_pth' is no rule of this board (did you mean 'longest_path'?)",
    ),
    "tie_breaker_not_always_played": (
        SETTINGS, '["tickets", "longest_path"]', '["tickets", "merchandise"]', 7, "tie_breakers",
        "the rule 'merchandise' is not always played, so it can't break ties",
    ),
}  # fmt: skip


def test_the_toy_itself_is_a_board(toy: ToyFiles) -> None:
    assert toy.load().id == "toy"


@pytest.mark.parametrize("name", CELLS)
def test_refused(toy: ToyFiles, name: str) -> None:
    file, old, new, row, column, reason = CELLS[name]
    toy.edit(file, old, new)
    assert toy.problems() == [Problem(file, row, column, reason)]


def test_unreachable_ticket(toy: ToyFiles) -> None:
    toy.edit("routes.csv", "Ash,Pond,2,grey,boat,,\nCedar,Pond,2,blue,boat,,\n", "")
    reason = "no lanes lead from one place of this ticket to the other"
    assert toy.problems() == [Problem("tickets.csv", row, "to", reason) for row in (4, 5)]


def test_ticket_that_takes_more_pieces_than_a_player_has(toy: ToyFiles) -> None:
    toy.edit("board.toml", "supply = 9", "supply = 3")
    toy.edit("routes.csv", "Cedar,Dogwood,1", "Cedar,Dogwood,3")
    reason = "every way takes 5 pieces (wagon) or more; a player has 3"
    assert toy.problems() == [Problem("tickets.csv", 3, "to", reason)]


def two_ways(toy: ToyFiles, wagons: int, boats: int) -> None:
    """From Elm to Fir there are two ways: over these wagons, or over these boats. A player has 3 and 2."""
    toy.edit("board.toml", "supply = 9", "supply = 3")
    toy.edit("board.toml", "points = { 2 = 3 }\none_per_route = true", "points = { 1 = 1 }")
    toy.write(ROUTES, b"from,to,length,colour,piece,cart\n")
    toy.write(LOCATIONS, b"name,x,y\nElm,0,0\nFir,1,1\n")
    for kind, count in (("wagon", wagons), ("boat", boats)):
        names = ["Elm", *(f"{kind}{number}" for number in range(1, count)), "Fir"]
        places = [f"{name},{number},{kind == 'boat':d}.5\n" for number, name in enumerate(names[1:-1])]
        lanes = [f"{a},{b},1,grey,{kind},\n" for a, b in pairwise(names)]
        toy.write(LOCATIONS, (toy.folder / LOCATIONS).read_bytes() + "".join(places).encode())
        toy.write(ROUTES, (toy.folder / ROUTES).read_bytes() + "".join(lanes).encode())
    others = "".join(f"Elm,wagon{number},1\n" for number in range(1, 4)) + "Elm,boat1,1\nboat1,wagon1,1\n"
    toy.write(TICKETS, f"from,to,points\n{others}Elm,Fir,5\n".encode())


def test_ticket_that_takes_more_pieces_of_all_kinds_than_a_player_has(toy: ToyFiles) -> None:
    two_ways(toy, wagons=6, boats=6)
    reason = "every way takes 6 pieces or more; a player has 5"
    assert toy.problems() == [Problem("tickets.csv", 7, "to", reason)]


def test_ways_of_several_kinds_are_refused_only_if_no_supply_could_suffice(toy: ToyFiles) -> None:
    """Too many of either kind, but not the same on both ways: the check is a necessary condition here, not exact."""
    two_ways(toy, wagons=4, boats=3)
    assert toy.load().id == "toy"


def test_ticket_that_the_deck_can_not_pay(toy: ToyFiles) -> None:
    """Both ways to the pond begin with a lane of 11 cards; of each colour there are 6, and 4 wilds."""
    toy.edit("board.toml", "points = { 2 = 3 }", "points = { 2 = 3, 11 = 9 }")
    toy.edit("routes.csv", "Ash,Pond,2", "Ash,Pond,11")
    toy.edit("routes.csv", "Cedar,Pond,2", "Cedar,Pond,11")
    reason = "every way leads over a lane that costs more cards than the deck has for it"
    assert toy.problems() == [Problem("tickets.csv", row, "to", reason) for row in (4, 5)]


def test_a_lane_that_all_cards_of_a_colour_and_all_wilds_pay_is_a_way(toy: ToyFiles) -> None:
    toy.edit("board.toml", "points = { 2 = 3 }", "points = { 2 = 3, 10 = 9 }")
    toy.edit("routes.csv", "Ash,Pond,2", "Ash,Pond,10")
    toy.edit("routes.csv", "Cedar,Pond,2", "Cedar,Pond,10")
    assert toy.load().lanes[-1].cards == 10


def test_tie_breaker_of_a_rule_that_breaks_none(toy: ToyFiles) -> None:
    toy.edit("board.toml", 'when = "carts"\n', "")
    toy.edit("board.toml", '["tickets", "longest_path"]', '["tickets", "merchandise"]')
    reason = "the rule 'merchandise' breaks no ties"
    assert toy.problems() == [Problem("board.toml", 7, "tie_breakers", reason)]


@pytest.mark.parametrize("names", ["Weiß,Weiss", "Weiß,WEISS", "l'Orme,l’Orme", "Val-Haut,Val‑Haut", "Bex,B ex"])
def test_names_that_typing_can_not_tell_apart(toy: ToyFiles, names: str) -> None:
    one, other = names.split(",")
    toy.edit("locations.csv", "Pond,50,50,Étang\n", f"Pond,50,50,Étang\n{one},1,2,\n{other},3,4,\n")
    reason = f"'{other}' can't be told from '{one}' (row 7) when it is typed".replace("'l'Orme'", '"l\'Orme"')
    assert toy.problems() == [Problem("locations.csv", 8, "name", reason)]


def test_routes_that_a_plain_dash_confuses(toy: ToyFiles) -> None:
    toy.edit("locations.csv", "Pond,50,50,Étang\n", "Pond,50,50,Étang\nPond-Ash,1,2,\nAsh-Pond,3,4,\n")
    routes = "Pond-Ash,Pond,1,grey,wagon,,\nPond,Ash-Pond,1,grey,wagon,,\n"
    toy.write("routes.csv", (toy.folder / "routes.csv").read_bytes() + routes.encode())
    reason = "typed with a plain dash, this route can't be told from the one in row 9"
    assert toy.problems() == [Problem("routes.csv", 10, "to", reason)]


@pytest.mark.parametrize("name", [SETTINGS, LOCATIONS, ROUTES, TICKETS])
def test_file_that_is_a_pipe(toy: ToyFiles, name: str) -> None:
    (toy.folder / name).unlink()
    os.mkfifo(toy.folder / name)
    reason = "this file can't be read: it is a folder, a pipe or a device"
    assert toy.problems() == [Problem(name, 0, "", reason)]


@pytest.mark.parametrize("device", ["/dev/zero", "/dev/stdin", "/dev/tty"])
def test_file_that_is_a_device(toy: ToyFiles, device: str) -> None:
    (toy.folder / TICKETS).unlink()
    (toy.folder / TICKETS).symlink_to(device)
    (problem,) = toy.problems()
    assert problem[:3] == (TICKETS, 0, "")


# --- the longest path is exact (R24) --------------------------------------------------------------------
def complete_network(toy: ToyFiles, places: int, supply: int) -> None:
    """Every two places are joined by a lane of one wagon."""
    names = [f"p{number}" for number in range(places)]
    toy.write(LOCATIONS, "".join(["name,x,y\n", *(f"{name},{x},{x * x}\n" for x, name in enumerate(names))]).encode())
    lanes = [f"{a},{b},1,grey,wagon,\n" for a, b in combinations(names, 2)]
    toy.write(ROUTES, "".join(["from,to,length,colour,piece,cart\n", *lanes]).encode())
    tickets = [f"{names[0]},{name},1\n" for name in names[1:8]]
    toy.write(TICKETS, "".join(["from,to,points\n", *tickets]).encode())
    toy.edit("board.toml", "supply = 9", f"supply = {supply}")


def test_r24_network_too_large_for_an_exact_longest_path(toy: ToyFiles) -> None:
    complete_network(toy, 45, 1000)
    reason = "a player has pieces for 990 lanes; the longest path is exact up to 64 lanes"
    assert toy.problems() == [Problem(SETTINGS, 50, "rules.longest_path", reason)]


def test_r24_it_is_what_a_player_can_own_that_counts(toy: ToyFiles) -> None:
    complete_network(toy, 45, 64)
    assert len(toy.load().lanes) == 990
    toy.edit("board.toml", "supply = 64", "supply = 65")
    assert [problem.column for problem in toy.problems()] == ["rules.longest_path"]


def test_r24_a_board_that_measures_no_paths_may_be_larger(toy: ToyFiles) -> None:
    complete_network(toy, 20, 1000)
    toy.edit("board.toml", "[rules.longest_path]\npoints = 5\n", "")
    toy.edit("board.toml", '["tickets", "longest_path"]', '["tickets"]')
    assert len(toy.load().lanes) == 190


@pytest.mark.parametrize("id", board_ids())
def test_r24_boards_that_come_along_stay_far_below_the_bound(id: str) -> None:
    assert most_lanes(builtin(id)) <= 45


def test_lane_longer_than_the_supply(toy: ToyFiles) -> None:
    toy.edit("board.toml", "supply = 9", "supply = 2")
    reason = "3 pieces are needed; a player has 2"
    assert toy.problems() == [Problem("routes.csv", row, "length", reason) for row in (4, 6)]


def test_double_of_two_lengths_where_the_board_allows_it(toy: ToyFiles) -> None:
    toy.edit("board.toml", "hand = 2", "hand = 2\ndoubles_same_length = false")
    toy.edit("routes.csv", "Birch,Ash,2", "Birch,Ash,3")
    assert [lane.cards for lane in toy.load().lanes][:2] == [2, 3]


@pytest.mark.parametrize("name", [SETTINGS, LOCATIONS, ROUTES, TICKETS])
def test_missing_file(toy: ToyFiles, name: str) -> None:
    (toy.folder / name).unlink()
    assert toy.problems() == [Problem(name, 0, "", "this file is missing")]


@pytest.mark.parametrize("name", [SETTINGS, LOCATIONS, ROUTES, TICKETS])
def test_file_that_is_a_folder(toy: ToyFiles, name: str) -> None:
    (toy.folder / name).unlink()
    (toy.folder / name).mkdir()
    (problem,) = toy.problems()
    assert problem[:3] == (name, 0, "")
    assert problem.reason.startswith("this file can't be read")


@pytest.mark.parametrize("name", [SETTINGS, LOCATIONS, ROUTES, TICKETS])
def test_wrong_encoding(toy: ToyFiles, name: str) -> None:
    toy.write(name, b"name,x,y\nK\xf6ln,1,2\n")
    assert toy.problems() == [Problem(name, 2, "", "this is not UTF-8 text")]


@pytest.mark.parametrize("name", [LOCATIONS, ROUTES, TICKETS])
def test_empty_table(toy: ToyFiles, name: str) -> None:
    toy.write(name, b"\n\n")
    assert toy.problems() == [Problem(name, 1, "", "there is no header line")]


@pytest.mark.parametrize("name", [LOCATIONS, ROUTES, TICKETS])
def test_table_without_end(toy: ToyFiles, name: str) -> None:
    toy.write(name, b"from,to\n" + b"a,b\n" * 1000)
    assert toy.problems() == [Problem(name, 0, "", "this table has more than 1000 rows")]


def test_file_without_end(toy: ToyFiles) -> None:
    toy.write(LOCATIONS, b"x" * 1_000_001)
    assert toy.problems() == [Problem(LOCATIONS, 0, "", "this file has more than 1000000 bytes")]


def test_toml_nested_without_end(toy: ToyFiles) -> None:
    toy.write(SETTINGS, b"x = " + b"[" * 100_000)
    assert toy.problems() == [Problem(SETTINGS, 0, "", "this is no TOML: it is nested too deeply")]


def test_toml_number_without_end(toy: ToyFiles) -> None:
    toy.write(SETTINGS, b"x = " + b"9" * 100_000)
    (problem,) = toy.problems()
    assert problem[:3] == (SETTINGS, 0, "")


def test_all_problems_are_told_at_once_in_the_order_of_the_files(toy: ToyFiles) -> None:
    toy.edit("tickets.csv", "Ash,Cedar,4", "Ash,Yew,4")
    toy.edit("routes.csv", "Birch,Cedar,3,blue", "Birch,Cedar,none,purple")
    toy.edit("locations.csv", "100.5", "low")
    toy.edit("board.toml", "hand = 2", 'hand = "two"')
    toy.edit("board.toml", "red = 6", "red = -6")
    assert [problem[:3] for problem in toy.problems()] == [
        (SETTINGS, 3, "hand"),
        (SETTINGS, 17, "cards.red"),
        (LOCATIONS, 4, "y"),
        (ROUTES, 4, "length"),
        (ROUTES, 4, "colour"),
        (TICKETS, 2, "to"),
    ]


def test_an_unreadable_file_is_blamed_once_and_the_others_are_still_read(toy: ToyFiles) -> None:
    toy.write(LOCATIONS, b"\xff")
    toy.edit("routes.csv", "Birch,Cedar,3,blue", "Birch,Cedar,3,purple")
    assert [problem[:3] for problem in toy.problems()] == [(LOCATIONS, 1, ""), (ROUTES, 4, "colour")]


def test_a_wrong_length_is_not_blamed_on_the_lane_beside_it(toy: ToyFiles) -> None:
    toy.edit("routes.csv", "Ash,Birch,2", "Ash,Birch,two")
    assert [problem[:3] for problem in toy.problems()] == [(ROUTES, 2, "length")]


def test_a_misspelt_key_is_both_unknown_and_missing(toy: ToyFiles) -> None:
    toy.edit("board.toml", "end_at_pieces", "end_at_peices")
    assert toy.problems() == [
        Problem(SETTINGS, 0, "end_at_pieces", "this key is missing"),
        Problem(SETTINGS, 5, "end_at_peices", "this key is not known (did you mean 'end_at_pieces'?)"),
    ]


def test_error_survives_the_way_to_another_process(toy: ToyFiles) -> None:
    toy.edit("board.toml", "hand = 2\n", "")
    with pytest.raises(BoardError) as refusal:
        toy.load()
    twin = pickle.loads(pickle.dumps(refusal.value))
    assert (twin.code, twin.params, twin.problems) == ("board.invalid", refusal.value.params, refusal.value.problems)


def test_error_lists_every_problem_on_a_line_of_its_own(toy: ToyFiles) -> None:
    toy.edit("locations.csv", "100.5", "low")
    toy.edit("board.toml", "hand = 2\n", "")
    with pytest.raises(FerroviaError) as refusal:
        toy.load()
    assert isinstance(refusal.value, BoardError)
    assert refusal.value.code == "board.invalid"
    assert refusal.value.params["board"] == "toy"
    assert str(refusal.value).splitlines() == [
        "board.toml, hand: this key is missing",
        "locations.csv, row 4, y: 'low' is not a number",
    ]


def test_unknown_board() -> None:
    with pytest.raises(SetupError) as refusal:
        load("no such board")
    assert refusal.value.code == "board.unknown"


def test_folder_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(BoardError) as refusal:
        load(tmp_path / "nowhere")
    assert [problem.reason for problem in refusal.value.problems] == ["this file is missing"] * 4
