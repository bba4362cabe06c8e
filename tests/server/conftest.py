from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from server.postgres import Missing, Postgres
from server.serving import Server, serving


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One for all tests of a file: each makes tables of its own."""
    folder: Path = tmp_path_factory.mktemp("server")
    with serving(folder / "data") as running:
        yield running


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A PostgreSQL that may be stopped and started; a test that does leaves it running."""
    try:
        instance = Postgres()
    except Missing as missing:
        pytest.fail(str(missing), pytrace=False)
    try:
        instance.create().start()
        yield instance
    finally:
        instance.close()


@pytest.fixture
def postgres_url(postgres: Postgres) -> str:
    """An empty database of the test's own. A fixture for a whole file asks for `postgres.new_database()`."""
    return postgres.new_database()
