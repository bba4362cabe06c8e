"""`--quick` takes the tests that matter while one works (`make quick`): of every test the first case, of the cheap ones
all, and none of those that take long by themselves. A whole run begins with files of few and long tests, then goes from
the files of most tests to those of fewest, so that no worker is still busy when all others are done. Long files that
need a browser come in between."""

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
    "tests/boards/test_builtin_boards.py::test_no_code_knows_the_name_of_a_board",
    "tests/bots/test_choices.py",
    "tests/bots/test_search.py::test_a_choice_does_not_depend_on_what_is_hidden",
    "tests/browser/test_at_the_table.py",
    "tests/browser/test_axe.py",
    "tests/browser/test_being_called.py",
    "tests/browser/test_company.py",
    "tests/browser/test_everyone.py",
    "tests/browser/test_example_boards.py",
    "tests/browser/test_first_time.py::test_the_guided_game_to_its_end",
    "tests/browser/test_games.py",
    "tests/browser/test_hostile_boards.py",
    "tests/browser/test_looking_back.py",
    "tests/browser/test_map.py",
    "tests/browser/test_pace.py",
    "tests/browser/test_panels.py",
    "tests/browser/test_robust.py",
    "tests/browser/test_rules.py",
    "tests/browser/test_secrets.py",
    "tests/browser/test_solo.py",
    "tests/browser/test_speed.py",
    "tests/browser/test_subpath.py",
    "tests/browser/test_together.py",
    "tests/browser/test_toy_rule.py",
    "tests/browser/test_upgrade.py",
    "tests/browser/test_windows.py",
    "tests/cli/test_arena.py::test_a_ray_cluster_gives_the_same_results",
    "tests/cli/test_arena.py::test_jobs_change_nothing_but_the_time",
    "tests/cli/test_arena.py::test_kill_9_loses_nothing_and_plays_nothing_twice",
    "tests/cli/test_balance.py::test_the_five_things_come_first",
    "tests/cli/test_boards_command.py::test_a_map_that_can_not_be_written",
    "tests/cli/test_boards_command.py::test_the_map_goes_to_standard_output_or_a_file",
    "tests/cli/test_boards_command.py::test_the_map_speaks_the_language",
    "tests/cli/test_catalogue.py",
    "tests/cli/test_check.py::test_a_corrupted_folder_gets_an_answer_in_words",
    "tests/cli/test_play.py::test_a_saved_game_goes_on_where_it_was_left",
    "tests/cli/test_print.py",
    "tests/cli/test_records_command.py::test_a_corrupted_record_is_refused_in_words",
    "tests/cli/test_records_command.py::test_a_forged_record_is_refused_in_words",
    "tests/cli/test_records_command.py::test_any_bytes_are_refused_in_words",
    "tests/cli/test_simulate.py::test_jobs_change_nothing_but_the_time",
    "tests/cli/test_usage.py::test_a_reader_that_goes_away_gets_no_traceback",
    "tests/draw/test_map.py::test_a_lane_says_what_it_is_and_a_colour_is_never_alone",
    "tests/draw/test_map.py::test_any_coordinates_can_be_drawn",
    "tests/draw/test_map.py::test_names_are_escaped",
    "tests/draw/test_map.py::test_plates_cover_nothing_and_stay_on_the_sheet",
    "tests/draw/test_map.py::test_the_same_board_gives_the_same_picture",
    "tests/draw/test_readable.py",
    "tests/draw/test_spaces.py::test_any_board_is_drawn_alike_in_any_unit",
    "tests/env/test_open_spiel.py::test_cfr_solves_the_tiny_board",
    "tests/printing/test_letters.py",
    "tests/printing/test_sheets.py",
    "tests/properties/test_any_board.py::test_games_on_any_board_balance_end_and_replay",
    "tests/properties/test_any_board.py::test_views_on_any_board_can_be_filled_in",
    "tests/properties/test_machine.py",
    "tests/properties/test_rare_branches.py",
    "tests/puzzles/test_puzzles.py::test_what_is_found_follows_from_the_seed_and_is_kept",
    "tests/server/admin/test_backup.py",
    "tests/server/admin/test_doctor.py",
    "tests/server/admin/test_games.py",
    "tests/server/admin/test_restore.py",
    "tests/server/admin/test_versions.py",
    "tests/server/admin/test_while_running.py",
    "tests/server/test_backup_damage.py",
    "tests/server/test_balances.py",
    "tests/server/test_beside_the_server.py::test_compiled_work_that_computes_for_too_long_ends_with_its_process",
    "tests/server/test_call_queue.py",
    "tests/server/test_calls.py",
    "tests/server/test_client.py::test_an_invitation_gives_a_seat_and_the_link_to_come_back_with",
    "tests/server/test_client.py::test_the_command_plays_a_seat_to_the_end",
    "tests/server/test_client.py::test_the_command_plays_somebody_elses_bot",
    "tests/server/test_clocks_and_bots.py",
    "tests/server/test_company_on_postgres.py",
    "tests/server/test_count.py",
    "tests/server/test_daily.py",
    "tests/server/test_faults.py",
    "tests/server/test_floods.py",
    "tests/server/test_handover.py",
    "tests/server/test_hints.py",
    "tests/server/test_history.py",
    "tests/server/test_housekeeping.py",
    "tests/server/test_kill.py",
    "tests/server/test_limits.py",
    "tests/server/test_logs.py",
    "tests/server/test_machines.py",
    "tests/server/test_mcp_doors.py",
    "tests/server/test_messages.py::test_nonsense_after_the_greeting_is_refused_and_changes_nothing",
    "tests/server/test_models.py",
    "tests/server/test_noticing.py",
    "tests/server/test_odd_values.py",
    "tests/server/test_one_answer.py::test_the_mover_gets_one_message_that_names_the_move",
    "tests/server/test_one_server.py",
    "tests/server/test_openapi.py",
    "tests/server/test_plans.py",
    "tests/server/test_postgres.py",
    "tests/server/test_presence.py",
    "tests/server/test_print.py",
    "tests/server/test_proxies.py",
    "tests/server/test_puzzles.py",
    "tests/server/test_record_files.py",
    "tests/server/test_sayings.py::test_a_phrase_reaches_everybody_at_the_table",
    "tests/server/test_scheduling.py",
    "tests/server/test_secrecy_of_traffic.py",
    "tests/server/test_soak.py",
    "tests/server/test_studio.py",
    "tests/server/test_studio_strangers.py",
    "tests/server/test_tables.py::test_two_people_play_a_whole_game_over_sockets",
    "tests/server/test_tokens.py::test_an_invitation_is_spent_when_somebody_has_come",
    "tests/server/test_tokens.py::test_tokens_are_compared_in_constant_time",
    "tests/test_compiled.py::test_compiled_and_interpreted_play_the_same_games",
    "tests/test_compiling.py",
    "tests/test_deploy.py::test_the_backup_of_the_unit_works",
    "tests/test_docs.py::test_the_rule_of_30_lines_scores_and_shows_its_badge",
    "tests/test_extras.py::test_every_import_beyond_the_base_has_an_extra_to_name",
    "tests/test_install.py",
    "tests/test_library.py::test_a_notebook_shows_a_picture",
    "tests/test_library.py::test_every_example_passes_mypy_strict",
    "tests/test_notation.py::test_any_names_that_the_loader_takes_go_there_and_back",
    "tests/test_notebooks.py",
    "tests/test_records.py::test_any_lines_with_a_true_checksum_are_read_or_refused",
    "tests/test_records.py::test_any_text_is_refused",
    "tests/testing/test_kits.py",
    "tests/versions/test_old_tables.py",
)
"""Tests and files of tests with more than about two seconds of computing, or of waiting, each."""
FEW: Final = 5
MANY: Final = 100
BROWSERS: Final = "tests/browser/"
FIRST: Final = "tests/server/test_machines.py"
"""Adds networks to the machine. Open pages notice that and load nothing meanwhile: it is over before there are any."""


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
    items.sort(key=lambda item: (place_of(file_of(item), tests[file_of(item)]), -tests[file_of(item)]))


def place_of(file: str, tests: int) -> int:
    """Which of five groups of files it belongs to."""
    if file == FIRST:
        return 0
    is_long = file in LONG and tests <= FEW
    if is_long and not file.startswith(BROWSERS):
        return 1
    if tests >= MANY:
        return 2
    return 3 if is_long else 4


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
