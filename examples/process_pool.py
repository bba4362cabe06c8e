"""Which first action is best? Every legal one is played on by lot, many times, in a pool of processes.

States go to other processes as they are: they can be pickled."""

import sys
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context

import ferrovia
from ferrovia import State


def mean_lead(state: State, seat: int, playouts: int) -> float:
    """By how much the seat leads at the end, on average."""
    total = 0
    for number in range(playouts):
        twin = state.clone()
        pick = ferrovia.seeded(1, number)
        while not twin.over:
            actions = twin.legal_actions()
            twin.apply(actions[pick.below(len(actions))])
        scores = twin.scores()
        total += scores[seat] - max(score for other, score in enumerate(scores) if other != seat)
    return total / playouts


def main(playouts: int) -> None:
    game = ferrovia.new_game(ferrovia.load("amsterdam"), seats=2)
    state = game.start(ferrovia.seeded(3))
    seat = int(state.seat)
    actions = list(state.legal_actions())
    after = []
    for action in actions:
        after.append(state.clone())
        after[-1].apply(action)
    with ProcessPoolExecutor(2, get_context("spawn")) as pool:
        leads = list(pool.map(partial(mean_lead, seat=seat, playouts=playouts), after))
    for lead, action in sorted(zip(leads, actions, strict=True), reverse=True):
        print(f"{lead:+.1f}  {ferrovia.format_action(game, action)}")


if __name__ == "__main__":  # the processes import this file anew
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1000)
