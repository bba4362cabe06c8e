"""What a bot has to hold: legal answers at every kind of table, the same ones again, and hands off what it is shown."""

from __future__ import annotations

import pickle
from collections.abc import Sequence

from ferrovia.boards import board_ids, load, new_game
from ferrovia.bots import Bot, Budget
from ferrovia.bots.registry import Maker, find_maker
from ferrovia.engine.chance import seeded
from ferrovia.engine.game import Game
from ferrovia.engine.state import State
from ferrovia.view import View, observe


def check_bot(
    bot: Maker | str, boards: Sequence[str] = (), games: int = 1, seed: int = 1, budget: Budget | None = None
) -> None:
    """Plays whole games of the bot with itself at the smallest and the largest table of every board.

    Raises an AssertionError if an answer is not legal, if the same stream and the same views give another answer, if a
    view or the game's tables are changed, or if a bot that was pickled half-way (if it can be) plays on differently."""
    maker = find_maker(bot) if isinstance(bot, str) else bot
    for id in boards or board_ids():
        least, most = load(id).players
        for seats in sorted({least, most}):
            for number in range(games):
                check_game(maker, new_game(load(id), seats), seed, number, budget or Budget(iterations=20))


def check_game(maker: Maker, game: Game, seed: int, number: int, budget: Budget) -> None:
    """One game, played by a bot in each seat, with a second one of the same luck looking over its shoulder."""
    where = f"{game.board.id} with {game.seats} seats, game {number} of seed {seed}"
    state = game.start(seeded(seed, number))
    luck = range(game.seats)
    players = [maker(seeded(seed, 1000 + seat)) for seat in luck]
    doubles = [maker(seeded(seed, 1000 + seat)) for seat in luck]
    tables = tables_of(game)
    decision = 0
    while not state.over:
        seat = int(state.seat)
        if decision == 20:
            doubles = [pickled(double) for double in doubles]
        action = asked(players[seat], state, seat, budget, f"{where}, decision {decision}")
        again = asked(doubles[seat], state, seat, budget, f"{where}, decision {decision}")
        assert action == again, f"{where}, decision {decision}: the same luck and views gave {action}, then {again}"
        assert tables_of(game) == tables, f"{where}, decision {decision}: the bot changed the tables of the game"
        state.apply(action)
        decision += 1


def asked(bot: Bot, state: State, seat: int, budget: Budget, where: str) -> int:
    view, legal = observe(state, seat), list(state.legal_actions())
    shown, before = legal[:], facts_of(view)
    action = bot.choose(view, shown, budget)
    assert isinstance(action, int), f"{where}: {action!r} is no action"
    assert action in legal, f"{where}: {action} is not legal"
    assert shown == legal, f"{where}: the bot changed the list of actions"
    assert facts_of(view) == before, f"{where}: the bot changed its view"
    return int(action)


def facts_of(view: View) -> bytes:
    return pickle.dumps(view)


def pickled(bot: Bot) -> Bot:
    """What comes out at the other end; the bot itself if it can't be sent."""
    try:
        sent: Bot = pickle.loads(pickle.dumps(bot))
    except (pickle.PicklingError, TypeError, AttributeError):
        return bot
    return sent


def tables_of(game: Game) -> list[list[int]]:
    tables = (game.lane_a, game.lane_b, game.lane_cards, game.lane_points, game.ticket_points, game.deck, game.supply)
    return [[int(number) for number in table] for table in tables]
