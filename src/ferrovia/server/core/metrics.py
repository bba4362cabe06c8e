"""What the service counts and times. Whoever runs it says where the numbers go."""

from __future__ import annotations

from typing import Literal, Protocol


class Metrics(Protocol):
    def table_created(self) -> None: ...

    def tables_open(self, count: int) -> None: ...

    def move_accepted(self, by: Literal["person", "bot"], seconds: float) -> None:
        """`seconds`: from the command's arrival until it was written."""

    def game_finished(self) -> None: ...

    def bot_chose(self, seconds: float) -> None: ...

    def bot_failed(self) -> None: ...

    def failed(self) -> None:
        """An error that is the server's own."""


class NoMetrics:
    """Counts nothing."""

    def table_created(self) -> None:
        pass

    def tables_open(self, count: int) -> None:
        pass

    def move_accepted(self, by: Literal["person", "bot"], seconds: float) -> None:
        pass

    def game_finished(self) -> None:
        pass

    def bot_chose(self, seconds: float) -> None:
        pass

    def bot_failed(self) -> None:
        pass

    def failed(self) -> None:
        pass
