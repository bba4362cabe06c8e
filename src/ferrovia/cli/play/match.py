"""A game at one terminal, from the deal to the record."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from rich.text import Text

from ferrovia.bots import Budget
from ferrovia.bots.guard import Guarded
from ferrovia.cli.files import EVERYBODY, OWNER, write_whole
from ferrovia.cli.play.final import final_parts
from ferrovia.cli.play.prompt import QUESTIONS, Questions
from ferrovia.cli.play.screen import screen
from ferrovia.cli.play.seats import Sitter
from ferrovia.cli.play.terminal import Terminal
from ferrovia.engine.errors import FerroviaError, Refusal
from ferrovia.engine.events import Event
from ferrovia.engine.phases import FIRST_TICKETS, KEEP_TICKETS, SECOND_CARD, TURN
from ferrovia.engine.state import State
from ferrovia.record import NotationError, Record, to_text, write_move
from ferrovia.text.error_text import explain
from ferrovia.text.event_text import event_lines
from ferrovia.text.move_text import canonical, is_yes, spoken
from ferrovia.text.names import Table
from ferrovia.view import SPECTATOR, observe

NOBODY: Final = -1


class Left(Exception):
    """A player left before the game was over."""

    def __init__(self, *, keep: bool) -> None:
        self.keep = keep


class Match:
    """`secret` is revealed in the record when the game is over, and kept in the file of a game that is to go on."""

    def __init__(
        self,
        table: Table,
        state: State,
        events: list[Event],
        record: Record,
        secret: bytes | None,
        sitters: Sequence[Sitter],
        file: Path,
    ) -> None:
        self.table = table
        self.state = state
        self.events = events
        self.record = record
        self.secret = secret
        self.sitters = sitters
        self.file = file
        self.terminal = Terminal()
        self.people = [seat for seat, sitter in enumerate(sitters) if sitter.bot is None]
        self.before_screen = NOBODY  # the person whose cards are on it
        self.told = {seat: 0 for seat in (*self.people, SPECTATOR)}  # how many events each has read

    # --- the game ---------------------------------------------------------------------------------------
    def play(self) -> None:
        """Plays until the game is over or somebody leaves. Unless it was abandoned, it is in its file afterwards."""
        try:
            while not self.state.over:
                seat = int(self.state.seat)
                bot = self.sitters[seat].bot
                if bot is None:
                    self.person_moves(seat)
                    continue
                self.bot_moves(seat, bot)
        except (EOFError, KeyboardInterrupt, Left) as end:
            self.leave(keep=not isinstance(end, Left) or end.keep)
            if isinstance(end, KeyboardInterrupt):
                raise
            return
        self.finish()

    def do(self, seat: int, action: int) -> None:
        self.state.apply_for(seat, action)
        write_move(self.record, self.table.game, seat, action)

    def bot_moves(self, seat: int, bot: Guarded) -> None:
        known = len(bot.faults)
        self.do(seat, bot.choose(observe(self.state, seat), list(self.state.legal_actions()), Budget()))
        for fault in bot.faults[known:]:
            self.print_lines([self.say(f"fault_{fault.kind}", name=bot.name, what=fault.message)])
        if not self.people:
            self.tell_news(SPECTATOR)

    def person_moves(self, seat: int) -> None:
        self.hand_over(seat)
        self.tell_news(seat)
        self.show(seat)
        while True:
            if self.answer(seat, self.terminal.ask(self.say("prompt"))):
                break
        self.tell_news(seat)

    # --- what is typed ----------------------------------------------------------------------------------
    def answer(self, seat: int, line: str) -> bool:
        """Does what a line says; True if it was a move."""
        line = canonical(self.table, line)
        word, _, rest = line.partition(" ")
        word = word.lower()
        questions = Questions(self.table, self.state, seat, self.terminal.out)
        try:
            if not line:
                return False
            if word in ("quit", "abandon"):
                raise Left(keep=word == "quit")
            if word == "save":
                self.save()
            elif word == "look":
                self.show(seat)
            elif word == "about":
                self.welcome()
            elif word == "log":
                self.print_lines(event_lines(self.table, self.events, seat))
            elif word in QUESTIONS:
                QUESTIONS[word](questions, rest.strip())
            elif word == "claim" and questions.is_route(rest):
                questions.route(rest)
            else:
                action = questions.read_move(line)
                if self.is_meant(questions.warnings(action)):
                    self.do(seat, action)
                    return True
        except (Refusal, NotationError) as refusal:
            self.terminal.out.print(explain(self.table.words, refusal, self.table))
        except FerroviaError as error:
            self.terminal.out.print(explain(self.table.words, error))
        return False

    def is_meant(self, warnings: Sequence[str]) -> bool:
        """Whether a move is made in spite of what it brings about."""
        if not warnings:
            return True
        self.print_lines(warnings)
        return is_yes(self.table, self.terminal.ask(self.say("confirm")))

    # --- what is shown ----------------------------------------------------------------------------------
    def say(self, key: str, **params: object) -> str:
        return self.table.words.say(f"play.{key}", **params)

    def print_lines(self, lines: Sequence[str]) -> None:
        for line in lines:
            self.terminal.out.print(f"  {line}")

    def welcome(self) -> None:
        out, game = self.terminal.out, self.table.game
        names = ", ".join(self.table.seat(seat) for seat in range(game.seats))
        out.print(Text(self.say("welcome", board=self.table.words.of(game.board.names), players=names), style="bold"))
        if game.options:
            states = {id: self.table.words.say("word.on" if on else "word.off") for id, on in game.options.items()}
            out.print(self.say("options", options=", ".join(f"{id} {state}" for id, state in states.items())))
        if self.record.commitment is not None:
            out.print(self.say("commitment", commitment=self.record.commitment))
            out.print(self.say("commitment_why"))
        elif self.record.seed is not None:
            out.print(self.say("seeded", seed=self.record.seed[0]))
        out.print(self.say("help_hint"))

    def tell_news(self, viewer: int) -> None:
        """Prints the events that a viewer has not read yet."""
        news = event_lines(self.table, self.events[self.told[viewer] :], viewer)
        self.told[viewer] = len(self.events)
        self.print_lines(news)

    def show(self, seat: int) -> None:
        self.terminal.out.print()
        self.terminal.out.print(screen(self.table, observe(self.state, seat)))
        self.terminal.out.print(Text(self.question(seat), style="bold"))

    def question(self, seat: int) -> str:
        """Asks the seat for the decision that the state is waiting for."""
        name, phase, game = self.table.seat(seat), self.state.phase, self.table.game
        if phase == FIRST_TICKETS:
            return self.say("first_tickets", name=name, least=int(game.first_keep))
        if phase == KEEP_TICKETS:
            return self.say("keep_tickets", name=name, least=int(game.later_keep))
        if phase in (TURN, SECOND_CARD):
            return self.say("turn" if phase == TURN else "second", name=name)
        actions = ", ".join(spoken(self.table, action) for action in self.state.legal_actions())
        return self.say("decide", name=name, actions=actions)

    def hand_over(self, seat: int) -> None:
        """Hides the cards of one player and waits until the next one is alone at the screen."""
        if self.before_screen == seat:
            return
        if len(self.people) > 1:
            if self.before_screen != NOBODY:
                self.terminal.ask(self.say("hide"))
                self.terminal.clear()
            self.terminal.ask(self.say("curtain", name=self.table.seat(seat)))
            self.terminal.clear()
        self.before_screen = seat

    # --- the end ----------------------------------------------------------------------------------------
    def finish(self) -> None:
        if len(self.people) > 1:
            self.terminal.ask(self.say("hide"))
            self.terminal.clear()
        self.told[SPECTATOR] = max(self.told.values())
        self.tell_news(SPECTATOR)
        self.terminal.out.print()
        for part in final_parts(self.table, observe(self.state, SPECTATOR), self.record.rules_version):
            self.terminal.out.print(part)
        self.record.result = self.state.scores()
        if self.secret is not None:
            self.record.secret = self.secret.hex()
        self.terminal.out.print()
        try:
            write_whole(self.file, to_text(self.record), EVERYBODY)
        except FerroviaError:
            print(to_text(self.record))  # nobody's game is lost because a disk is full
            raise
        self.terminal.out.print(self.say("recorded", file=self.file))

    def leave(self, *, keep: bool) -> None:
        if len(self.people) > 1:
            self.terminal.clear()
        self.terminal.out.print()
        if keep and self.record.moves:
            self.save()
        self.terminal.out.print(self.say("left"))

    def save(self) -> None:
        """Writes the game so that it can go on: with the secret of its deal, for its owner's eyes only."""
        if self.secret is not None:
            self.record.secret = self.secret.hex()
        text = to_text(self.record)
        self.record.secret = None
        write_whole(self.file, text, OWNER)
        self.terminal.out.print(self.say("saved", file=self.file))
        if self.secret is not None:
            self.terminal.out.print(self.say("saved_secret"))
