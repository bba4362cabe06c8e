"""A reverse proxy as small as can be: under a prefix or not, and its line can be cut."""

from __future__ import annotations

import select
import socket
import threading
from contextlib import suppress
from types import TracebackType

CHUNK = 65_536
HEAD_END = b"\r\n\r\n"


class Proxy:
    """Passes connections on to a port. With a prefix it serves that alone, and may take it off the path."""

    def __init__(self, port: int, prefix: str = "", strips: bool = False) -> None:
        self.target = ("127.0.0.1", port)
        self.prefix = prefix.encode()
        self.strips = strips
        self.is_cut = False
        self.lines: set[socket.socket] = set()
        self.door = socket.create_server(("127.0.0.1", 0))
        self.port = self.door.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}{prefix}"

    def __enter__(self) -> Proxy:
        threading.Thread(target=self.accept, daemon=True).start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.cut()
        self.door.close()

    def cut(self) -> None:
        """All lines break; whoever calls is hung up on."""
        self.is_cut = True
        for line in list(self.lines):
            with suppress(OSError):
                line.shutdown(socket.SHUT_RDWR)

    def mend(self) -> None:
        self.is_cut = False

    def accept(self) -> None:
        with suppress(OSError):
            while True:
                caller, _ = self.door.accept()
                if self.is_cut:
                    caller.close()
                else:
                    threading.Thread(target=self.serve, args=(caller,), daemon=True).start()

    def serve(self, caller: socket.socket) -> None:
        with caller, socket.create_connection(self.target) as server, suppress(OSError):
            self.lines |= {caller, server}
            head = b""
            while HEAD_END not in head:
                read = caller.recv(CHUNK)
                if not read:
                    return
                head += read
            server.sendall(self.rewritten(head))
            self.pass_on(caller, server)
        self.lines -= {caller, server}

    def rewritten(self, head: bytes) -> bytes:
        """One request per connection (but for sockets), so that every path is seen."""
        lines = head.split(b"\r\n")
        method, path, version = lines[0].split(b" ")
        if self.prefix:
            path = path.removeprefix(self.prefix) if path.startswith(self.prefix) else b"/nowhere" + path
            path = path if self.strips else self.prefix + path
        lines[0] = b" ".join((method, path or b"/", version))
        if b"upgrade: websocket" not in head.lower():
            kept = [line for line in lines[1:] if not line.lower().startswith(b"connection:")]
            lines = [lines[0], b"Connection: close", *kept]
        return b"\r\n".join(lines)

    def pass_on(self, caller: socket.socket, server: socket.socket) -> None:
        other = {caller: server, server: caller}
        while True:
            readable, _, _ = select.select(list(other), [], [], 60)
            for line in readable:
                read = line.recv(CHUNK)
                if not read:
                    return
                other[line].sendall(read)
