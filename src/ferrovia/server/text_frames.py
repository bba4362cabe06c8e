"""WebSocket messages that are no text though they say so: the socket is closed, and that is all.

uvicorn logs each as an error of its own, and fails where the other end has said goodbye already."""

from __future__ import annotations

from typing import Final

from websockets.protocol import State

from ferrovia.server.hanging_up import HangingUp

NO_TEXT: Final = 1007


class TextFrames(HangingUp):
    def send_receive_event_to_app(self) -> None:
        if self.curr_msg_data_type == "text" and not self.close_sent and not is_text(self.frames):
            self.frames = []
            self.refuse_message()
        else:
            super().send_receive_event_to_app()

    def refuse_message(self) -> None:
        if self.conn.state is State.OPEN:
            self.conn.send_close(NO_TEXT)
            self.transport.write(b"".join(self.conn.data_to_send()))
        self.queue.put_nowait({"type": "websocket.disconnect", "code": NO_TEXT})
        self.hang_up()


def is_text(frames: list[bytes]) -> bool:
    try:
        b"".join(frames).decode()
    except UnicodeDecodeError:
        return False
    return True
