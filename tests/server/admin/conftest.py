"""Homes of servers to look after."""

from __future__ import annotations

import asyncio
import shutil
from pathlib import Path

import pytest

from server.homes import Home, Stock, fill
from server.postgres import Postgres, ask


@pytest.fixture(scope="session")
def stock(tmp_path_factory: pytest.TempPathFactory) -> Stock:
    folder = tmp_path_factory.mktemp("stock")
    home = Home(folder / "data")
    home.data.mkdir(mode=0o700)
    asyncio.run(fill(home.settings))
    file = folder / "stock.backup"
    assert home.run("backup", file).code == 0
    return Stock(home, file)


@pytest.fixture(scope="session")
def one_database(postgres: Postgres) -> str:
    """One for all these tests: making and dropping a hundred takes long."""
    return postgres.new_database()


@pytest.fixture
def postgres_url(one_database: str) -> str:
    ask(one_database, "DROP SCHEMA public CASCADE")
    ask(one_database, "CREATE SCHEMA public")
    return one_database


@pytest.fixture(params=["sqlite", "postgresql"])
def empty(request: pytest.FixtureRequest, tmp_path: Path) -> Home:
    """Nothing is there yet."""
    url = request.getfixturevalue("postgres_url") if request.param == "postgresql" else None
    return Home(tmp_path / "data", url)


@pytest.fixture
def home(stock: Stock, empty: Home) -> Home:
    assert empty.run("restore", stock.backup).code == 0
    return empty


@pytest.fixture
def lite(stock: Stock, tmp_path: Path) -> Home:
    """For what only SQLite does."""
    shutil.copytree(stock.home.data, tmp_path / "data")
    return Home(tmp_path / "data")
