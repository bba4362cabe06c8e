"""How much is it worth to sit first? Plays many games by lot on every board, on two cores."""

import sys

import ferrovia


def main(games: int) -> None:
    for board in ferrovia.board_ids():
        result = ferrovia.simulate(board, seats=2, games=games, workers=2)
        means = ", ".join(f"{score:.1f}" for score in result.mean_scores)
        print(f"{board}: {means} points on average, {result.decisions / result.games:.0f} decisions a game")


if __name__ == "__main__":  # the processes import this file anew
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 10_000)
