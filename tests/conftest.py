"""Which tests are `long`, which files are `slow`, and what each file costs.

Long tests need whole machines or many pages: other proxies, browsers and package builds, every board, shape and
language of a screen, processes that are killed. `make test-long` runs them after `make test`, in a lane of its own;
`make test` keeps one test of each kind. Slow tests are those that `make quick` leaves out.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import Final

import pytest

# Files, or beginnings of test names.
LONG: Final = (
    "tests/arena/test_cluster.py",
    "tests/bots/test_conformance.py::test_every_bot_passes_on_every_board",
    "tests/bots/test_learning.py::test_both_steps_write_one_file",
    "tests/bots/test_network.py::test_bots_with_a_network_pass_on_every_board_with_any_number_of_players",
    "tests/bots/test_strength.py",
    "tests/browser/test_attention.py",
    "tests/browser/test_bad_days.py",
    "tests/browser/test_company.py",
    "tests/browser/test_end.py",
    "tests/browser/test_fingers.py",
    "tests/browser/test_games.py",
    "tests/browser/test_help.py::test_help_and_progress_at_a_table_are_about_this_board",
    "tests/browser/test_languages.py",
    "tests/browser/test_lessons.py",
    "tests/browser/test_lobby.py::test_a_picture_for_the_readme",
    "tests/browser/test_pictures.py",
    "tests/browser/test_replay.py::test_the_replay_is_accessible",
    "tests/browser/test_replay.py::test_the_replay_of_an_uploaded_board_shows_that_board_whatever_its_id",
    "tests/browser/test_root_path.py",
    "tests/browser/test_score.py",
    "tests/browser/test_score_forgiving.py",
    "tests/browser/test_screens.py",
    "tests/browser/test_seats.py",
    "tests/browser/test_small_boards.py",
    "tests/browser/test_small_choices.py",
    "tests/browser/test_small_screens.py",
    "tests/browser/test_small_starts.py",
    "tests/cli/test_draw.py::test_a_board_is_drawn_on_paper",
    "tests/client/test_lost_connections.py::test_a_server_that_is_killed_and_comes_back_finds_its_players_again",
    "tests/engine/test_redeal.py::test_three_kept_and_returned_in_turn_come_as_often_as_they_should",
    "tests/library/test_copying.py::test_games_travel_to_a_ray_cluster_and_back",
    "tests/library/test_tunnel_odds.py::test_the_odds_after_a_reshuffle_are_those_of_redealt_worlds",
    "tests/server/test_administration.py",
    "tests/server/test_api_schema.py",
    "tests/server/test_backup.py::test_a_restored_database_goes_on_where_the_backup_was_made",
    "tests/server/test_backup.py::test_exported_records_are_true_and_can_be_imported_elsewhere",
    "tests/server/test_damaged_tables.py::test_other_tables_go_on_beside_a_damaged_one",
    "tests/server/test_deploy.py",
    "tests/server/test_fuzz.py",
    "tests/server/test_kill.py",
    "tests/server/test_offers.py::test_boards_of_a_folder_are_in_the_lobby_and_outlive_the_folder",
    "tests/server/test_offers.py::test_people_play_against_a_program_of_the_operator_and_a_quick_bot_steps_in_when_it_crashes",
    "tests/server/test_processes.py::test_a_table_goes_on_when_the_process_that_let_its_bots_move_is_killed",
    "tests/server/test_proxies.py",
    "tests/server/test_score.py::test_a_thousand_final_positions_give_the_engines_sheets",
    "tests/server/test_trouble.py",
    "tests/server/test_turns.py::test_my_bot_answers_while_thirty_tables_of_experts_wait",
    "tests/server/test_uploads.py",
    "tests/server/test_wheel.py",
    "tests/test_notebooks.py::test_a_notebook_runs_from_top_to_bottom_and_prints_what_it_stores",
)
# One of each kind, for `make test`.
KEPT: Final = (
    "tests/browser/test_attention.py::test_screen_readers_hear_moves_of_others_and_the_players_own_turn",
    "tests/browser/test_bad_days.py::test_a_double_click_draws_one_card",
    "tests/browser/test_end.py::test_the_sheet_says_what_the_server_counted[new_york]",
    "tests/browser/test_fingers.py::test_everything_at_a_table_is_large_enough_for_a_finger[(390, 844)]",
    "tests/browser/test_games.py::test_two_friends_and_a_bot_play_to_the_final_score[new_york]",
    "tests/browser/test_help.py::test_help_and_progress_at_a_table_are_about_this_board[new_york]",
    "tests/browser/test_lessons.py::test_every_lesson_ends_in_every_language[first-en]",
    "tests/browser/test_replay.py::test_the_replay_is_accessible[light-phone]",
    "tests/browser/test_score.py::test_a_kept_game_shows_the_engines_totals_and_tells_the_count[new_york",
    "tests/browser/test_screens.py::test_every_screen_is_accessible[phone-light]",
    "tests/browser/test_seats.py::test_a_whole_game_with_the_keyboard_alone",
    "tests/engine/test_redeal.py::test_three_kept_and_returned_in_turn_come_as_often_as_they_should[0-0]",
    "tests/server/test_administration.py::test_an_impossible_command_is_refused_in_a_sentence",
    "tests/server/test_administration.py::test_tables_are_listed_closed_and_deleted_while_people_are_at_them",
    "tests/server/test_damaged_tables.py::test_other_tables_go_on_beside_a_damaged_one[a row is missing]",
    "tests/server/test_kill.py::test_killed_at_random_moments_nothing_is_lost_and_nothing_played_twice[sqlite]",
    "tests/server/test_score.py::test_a_thousand_final_positions_give_the_engines_sheets[europe]",
    "tests/server/test_uploads.py::test_a_board_of_ones_own_can_be_uploaded_and_played",
)
# Files and folders that cost most: browsers, servers and programs of their own, many games for one sentence.
SLOW: Final = (
    "tests/arena/test_command.py",
    "tests/arena/test_workers.py",
    "tests/bots/test_chances.py",
    "tests/bots/test_external.py",
    "tests/bots/test_external_faults.py",
    "tests/bots/test_kernels_plain.py",
    "tests/bots/test_learning.py",
    "tests/bots/test_policy.py",
    "tests/browser/",
    "tests/cli/test_draw.py",
    "tests/client/test_client.py",
    "tests/client/test_lost_connections.py",
    "tests/engine/test_redeal.py",
    "tests/engine/test_redeal_cards.py",
    "tests/library/test_leaks.py",
    "tests/server/test_administration.py",
    "tests/server/test_analysis.py",
    "tests/server/test_attackers.py",
    "tests/server/test_backup.py",
    "tests/server/test_clocks.py",
    "tests/server/test_damaged_tables.py",
    "tests/server/test_deal.py",
    "tests/server/test_hosting.py",
    "tests/server/test_leaks_on_the_wire.py",
    "tests/server/test_offers.py",
    "tests/server/test_old_data.py",
    "tests/server/test_processes.py",
    "tests/server/test_scheduler.py",
    "tests/server/test_settings.py",
    "tests/server/test_warm_up.py",
    "tests/server/test_workers.py",
)


@pytest.hookimpl(tryfirst=True)  # before pytest selects by marks
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.nodeid.startswith(LONG) and not item.nodeid.startswith(KEPT):
            item.add_marker(pytest.mark.long)
        if item.nodeid.startswith(SLOW):
            item.add_marker(pytest.mark.slow)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--costs", type=int, default=0, metavar="N", help="in the end, list the N files that took longest")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    seconds: dict[str, float] = defaultdict(float)
    tests: Counter[str] = Counter()
    for reports in terminalreporter.stats.values():
        for report in reports:
            if isinstance(report, pytest.TestReport):
                file = report.nodeid.partition("::")[0]
                seconds[file] += report.duration
                tests[file] += report.when == "call"
    if count := config.getoption("--costs"):
        terminalreporter.section("seconds, tests and file")
        for file in sorted(seconds, key=lambda name: -seconds[name])[:count]:
            terminalreporter.write_line(f"{seconds[file]:7.1f} {tests[file]:5} {file}")
        terminalreporter.write_line(f"{sum(seconds.values()):7.1f} {tests.total():5} in all, set-up included")
