"""Plays one game between two bots, and tells every move in words."""

import ferrovia


def main() -> None:
    game = ferrovia.new_game(ferrovia.load("amsterdam"), seats=2)
    state = game.start(ferrovia.seeded(7))
    bots = [ferrovia.make_bot(name, ferrovia.seeded(1, seat)) for seat, name in enumerate(["greedy", "path"])]
    while not state.over:
        seat = state.seat
        view = ferrovia.observe(state, seat)  # only what this seat may know
        action = bots[seat].choose(view, state.legal_actions(), ferrovia.Budget())
        print(f"seat {seat}: {ferrovia.format_action(game, action)}")
        state.apply(action)
    for standing in state.standings():
        print(f"{standing.place}. seat {standing.seat}, {standing.score} points")


if __name__ == "__main__":
    main()
