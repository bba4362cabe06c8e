"""The games that version 1 of the rules left behind: what make.py wrote, and tests look for."""

from __future__ import annotations

import hashlib
from base64 import urlsafe_b64encode

PLAIN = {"neutral": False}
GAMES: dict[str, tuple[str, dict[str, bool], tuple[str, ...], int]] = {
    "usa": ("usa", {}, ("Ada", "Bo"), 60),
    "usa with a bot": ("usa", {}, ("Ada", "novice"), 0),
    "usa over": ("usa", {}, ("Ada", "Bo"), 10_000),
    "lyon": ("lyon", {}, ("Ada", "Bo", "Cleo"), 40),
    "berlin": ("berlin", {}, ("Ada", "Bo"), 30),
    "nederland plain": ("nederland", PLAIN, ("Ada", "Bo"), 60),
    "nederland for three": ("nederland", {}, ("Ada", "Bo", "Cleo"), 30),
    "nederland plain over": ("nederland", PLAIN, ("Ada", "Bo"), 10_000),
    "nederland neutral": ("nederland", {}, ("Ada", "Bo"), 60),
    "nederland neutral with a bot": ("nederland", {}, ("Ada", "novice"), 0),
    "amsterdam": ("amsterdam", {}, ("Ada", "Bo"), 20),
    "amsterdam with a bot": ("amsterdam", {}, ("Ada", "novice"), 0),
    "amsterdam over": ("amsterdam", {}, ("Ada", "Bo"), 10_000),
    "amsterdam waiting": ("amsterdam", {}, ("Ada", ""), 0),
    "usa waiting": ("usa", {}, ("Ada", ""), 0),
}
"""Board, options, who sits there (nobody, a bot, a person), and how many moves are made."""
SAVED = {
    "saved-usa": ("usa", {}, 60),
    "saved-nederland-plain": ("nederland", PLAIN, 60),
    "saved-nederland-neutral": ("nederland", {}, 60),
    "saved-amsterdam": ("amsterdam", {}, 20),
}


def token(word: str) -> str:
    """Nobody's secret: tests know it by the name of the game and the person."""
    return urlsafe_b64encode(hashlib.sha256(word.encode()).digest()).decode().rstrip("=")
