"""A bot of one's own, and how it does against a built-in one.

`ferrovia play usa --seat human --seat examples/write_bot.py:Shortsighted` plays against it."""

import ferrovia
from ferrovia import Actions, Bot, Budget, View


class Shortsighted(Bot):
    """Claims what brings the most points at once; draws a card when it can't claim."""

    def choose(self, view: View, actions: Actions, budget: Budget) -> int:
        known = {action: ferrovia.decode_action(view.game, action) for action in actions}
        claims = [action for action in known if known[action].kind == "claim"]
        if claims:
            return max(claims, key=lambda action: (view.game.lane_points[known[action].lane], -known[action].wilds))
        cards = [action for action in known if known[action].kind in ("slot", "blind")]
        choice = cards or list(actions)
        return choice[self.chance.below(len(choice))]


def play(seed: int) -> list[int]:
    """The final scores: seat 0 is ours, seat 1 the built-in one."""
    state = ferrovia.new_game(ferrovia.load("amsterdam"), seats=2).start(ferrovia.seeded(seed))
    bots = [Shortsighted(ferrovia.seeded(seed, 1)), ferrovia.make_bot("greedy", ferrovia.seeded(seed, 2))]
    while not state.over:
        view = ferrovia.observe(state, state.seat)
        state.apply(bots[state.seat].choose(view, state.legal_actions(), Budget()))
    return state.scores()


def main() -> None:
    for seed in range(5):
        print(play(seed))


if __name__ == "__main__":
    main()
