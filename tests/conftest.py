"""`--quick` takes the tests that matter while one works (`make quick`): of every test the first case, of the cheap ones
all, and none of those that take long by themselves. A whole run begins with files of few and long tests, then goes from
the files of most tests to those of fewest, so that no worker is still busy when all others are done."""

from __future__ import annotations

import signal
from collections import Counter
from pathlib import Path
from typing import Final

import pytest
from hypothesis import settings

settings.register_profile("untimed", deadline=None)  # how long an example takes says nothing on a busy machine
settings.register_profile("quick", deadline=None, max_examples=20)

CHEAP: Final = ("tests/golden/", "tests/rules/", "tests/rulings/", "tests/toy/")
"""Hundreds of cases that take seconds together, and the first to tell when a rule breaks."""
LONG: Final = (
    "tests/balance/test_flaws.py",
    "tests/balance/test_measurement.py::test_advice_lowers_a_ticket_worth_double_and_tells_what_it_did",
    "tests/boards/test_backdrops.py::test_no_peak_or_landmark_lies_under_a_space_a_place_or_a_name",
    "tests/bots/test_choices.py",
    "tests/browser/test_at_the_table.py",
    "tests/browser/test_company.py",
    "tests/browser/test_everyone.py",
    "tests/browser/test_first_time.py::test_the_guided_game_to_its_end",
    "tests/browser/test_games.py",
    "tests/browser/test_looking_back.py",
    "tests/browser/test_map.py",
    "tests/browser/test_pace.py",
    "tests/browser/test_panels.py",
    "tests/browser/test_robust.py",
    "tests/browser/test_rules.py",
    "tests/browser/test_secrets.py",
    "tests/browser/test_speed.py",
    "tests/browser/test_subpath.py",
    "tests/browser/test_together.py",
    "tests/browser/test_toy_rule.py",
    "tests/browser/test_upgrade.py",
    "tests/browser/test_windows.py",
    "tests/cli/test_arena.py::test_a_ray_cluster_gives_the_same_results",
    "tests/cli/test_arena.py::test_jobs_change_nothing_but_the_time",
    "tests/cli/test_arena.py::test_kill_9_loses_nothing_and_plays_nothing_twice",
    "tests/cli/test_boards_command.py::test_a_map_that_can_not_be_written",
    "tests/cli/test_boards_command.py::test_the_map_goes_to_standard_output_or_a_file",
    "tests/cli/test_boards_command.py::test_the_map_speaks_the_language",
    "tests/cli/test_check.py::test_a_corrupted_folder_gets_an_answer_in_words",
    "tests/cli/test_records_command.py::test_a_corrupted_record_is_refused_in_words",
    "tests/cli/test_records_command.py::test_a_forged_record_is_refused_in_words",
    "tests/cli/test_simulate.py::test_jobs_change_nothing_but_the_time",
    "tests/draw/test_map.py::test_any_coordinates_can_be_drawn",
    "tests/draw/test_map.py::test_plates_cover_nothing_and_stay_on_the_sheet",
    "tests/draw/test_map.py::test_the_same_board_gives_the_same_picture",
    "tests/draw/test_readable.py",
    "tests/draw/test_spaces.py::test_any_board_is_drawn_alike_in_any_unit",
    "tests/cli/test_print.py::test_pictures_for_a_virtual_table_with_the_measures_to_type_in",
    "tests/env/test_open_spiel.py::test_cfr_solves_the_tiny_board",
    "tests/printing/test_sheets.py",
    "tests/properties/test_any_board.py::test_views_on_any_board_can_be_filled_in",
    "tests/properties/test_machine.py",
    "tests/test_notebooks.py",
    "tests/testing/test_kits.py",
    "tests/server/test_admin.py",
    "tests/server/test_backup_damage.py",
    "tests/server/test_calls.py",
    "tests/server/test_client.py::test_the_command_plays_a_seat_to_the_end",
    "tests/server/test_clocks_and_bots.py",
    "tests/server/test_company_on_postgres.py",
    "tests/server/test_count.py::test_anything_is_counted_or_refused",
    "tests/server/test_faults.py",
    "tests/server/test_floods.py",
    "tests/server/test_handover.py",
    "tests/server/test_housekeeping.py",
    "tests/server/test_kill.py",
    "tests/server/test_limits.py",
    "tests/server/test_logs.py",
    "tests/server/test_machines.py",
    "tests/server/test_mcp_doors.py",
    "tests/server/test_models.py",
    "tests/server/test_noticing.py",
    "tests/server/test_odd_values.py",
    "tests/server/test_one_server.py",
    "tests/server/test_openapi.py",
    "tests/server/test_postgres.py",
    "tests/server/test_presence.py",
    "tests/server/test_proxies.py",
    "tests/server/test_scheduling.py",
    "tests/server/test_studio.py",
    "tests/server/test_secrecy_of_traffic.py",
    "tests/server/test_soak.py",
    "tests/server/test_tokens.py::test_tokens_are_compared_in_constant_time",
    "tests/test_compiled.py::test_compiled_and_interpreted_play_the_same_games",
    "tests/test_install.py",
    "tests/test_library.py::test_every_example_passes_mypy_strict",
    "tests/test_notation.py::test_any_names_that_the_loader_takes_go_there_and_back",
)
"""Tests and files of tests with more than about two seconds of computing, or of waiting, each."""
FEW: Final = 5


def pytest_configure(config: pytest.Config) -> None:
    """Whoever starts the tests in the background passes on that Ctrl-C is ignored; what the tests start may not."""
    settings.load_profile("quick" if config.getoption("--quick") else "untimed")
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--quick", action="store_true", help="the first case of every test that doesn't take long")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """A file that is left out is not even imported: some of them take seconds to."""
    left_out = config.getoption("--quick") and collection_path.relative_to(config.rootpath).as_posix() in LONG
    return True if left_out else None


def order_files(items: list[pytest.Item]) -> None:
    tests = Counter(file_of(item) for item in items)
    items.sort(key=lambda item: (file_of(item) not in LONG or tests[file_of(item)] > FEW, -tests[file_of(item)]))


def file_of(item: pytest.Item) -> str:
    return item.nodeid.partition("::")[0]


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if not config.getoption("--quick"):
        order_files(items)
        return
    kept: list[pytest.Item] = []
    left: list[pytest.Item] = []
    seen: set[str] = set()
    for item in items:
        name = item.nodeid.partition("[")[0]
        wanted = not name.startswith(LONG) and (name not in seen or name.startswith(CHEAP))
        seen.add(name)
        (kept if wanted else left).append(item)
    config.hook.pytest_deselected(items=left)
    items[:] = kept
