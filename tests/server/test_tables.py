"""From an empty table to a finished game, as clients see it."""

from __future__ import annotations

from server.serving import Server, create, greet, hear_until, move, new_token, person


def test_two_people_play_a_whole_game_over_sockets(server: Server) -> None:
    tokens = [new_token(), new_token()]
    table = create(server, "berlin", [person("Ada", tokens[0]), person("Bo", tokens[1])])["table"]
    with greet(server, table, tokens[0]) as ada, greet(server, table, tokens[1]) as bo:
        lines, positions = [ada[0], bo[0]], [ada[1], bo[1]]
        for _ in range(2000):
            if positions[0]["status"] == "over":
                break
            seat = next(seat for seat in range(2) if positions[seat]["choices"] is not None)
            move(lines[seat], positions[seat], positions[seat]["choices"]["actions"][-1])
            for other in range(2):
                positions[other] = hear_until(lines[other], "update")["position"]
        assert positions[0]["status"] == "over"
        assert positions[0]["view"]["standings"] == positions[1]["view"]["standings"] != []
