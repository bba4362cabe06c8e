"""French as a native writes it: small words are joined to names, and time is told in units that people use."""

from __future__ import annotations

import pytest

from ferrovia.text.durations import duration
from ferrovia.text.words import Words


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Ada", "d'Ada"),
        ("Émile", "d'Émile"),
        ("Hélène", "d'Hélène"),
        ("Yves", "d'Yves"),
        ("Yann", "de Yann"),
        ("Bo", "de Bo"),
        ("le joueur neutre", "du joueur neutre"),
        ("la banque", "de la banque"),
    ],
)
def test_de_is_joined_to_a_name(name: str, said: str) -> None:
    assert Words("fr").say("error.turn.not_yours", seat=name) == f"Ce n'est pas le tour {said}."


def test_a_is_joined_to_an_article_and_to_no_name() -> None:
    words = Words("fr")
    assert "appartient au joueur neutre." in words.say("error.route.taken", lane="A–B", owner="le joueur neutre")
    assert "appartient à Le Grand." in words.say("error.route.taken", lane="A–B", owner="Le Grand")


def test_english_joins_nothing() -> None:
    assert "d'" not in Words("en").say("error.turn.not_yours", seat="Ada")


@pytest.mark.parametrize(
    ("language", "seconds", "said"),
    [
        ("fr", 259_200, "3 jours"),
        ("fr", 5_400, "2 heures"),
        ("fr", 60, "1 minute"),
        ("en", 259_200, "3 days"),
        ("en", 9, "9 seconds"),
    ],
)
def test_a_long_wait_is_told_in_days(language: str, seconds: int, said: str) -> None:
    assert duration(Words(language), seconds).replace("\N{NO-BREAK SPACE}", " ") == said
