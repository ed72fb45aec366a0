"""Every row of the table of what a change can do, in docs/security.md, is held by a test that it names."""

from __future__ import annotations

import re
from pathlib import Path

TESTS = Path(__file__).resolve().parent
HELD_BY = {
    "adds a finding": ("gate/test_measure.py", "test_settings_that_hide_a_new_finding_are_shown"),
    "makes a file unreadable": ("gate/test_hidden_files.py", "test_a_configuration_with_a_nul_byte_cannot_be_read"),
    "hides a file: ": ("gate/test_hidden_files.py", "test_what_is_no_longer_judged_fails"),
    "hides a file from `check`": (
        "cli/test_left_out_files.py",
        "test_ignore_files_hide_nothing_that_git_tracks_or_may_track",
    ),
    "moves a configuration": (
        "gate/test_removals.py",
        "test_a_file_in_disguise_fails_even_where_removals_are_accepted",
    ),
    "adds a waiver": ("gate/test_measure.py", "test_a_waiver_that_comes_with_its_fault_is_shown"),
    "moves a token": (
        "gate/test_hidden_files.py",
        "test_a_token_holds_by_the_measure_of_base_in_its_block_alone",
    ),
    "changes settings or rules": (
        "gate/test_hidden_files.py",
        "test_what_settings_switch_off_stands_in_the_verdict",
    ),
    "removes a device": ("gate/test_removals.py", "test_protection_that_is_gone_fails"),
    "keeps marking": ("gate/test_attacks.py", "test_an_attack_fails_the_gate"),
    "adds `abort`": ("gate/test_attacks.py", "test_an_attack_fails_the_gate"),
    "puts lines into a session": ("os/test_lines_in_force.py", "test_a_session_is_in_force_once_it_is_committed"),
    "removes PFC from": ("gate/test_removals.py", "test_by_the_measure_of_base_the_design_is_that_of_the_base"),
    "gives a device": ("gate/test_removals.py", "test_ports_that_leave_the_domain_by_their_names_fail"),
    "repeats good lines": ("gate/test_removals.py", "test_lines_that_the_device_does_not_take_protect_nothing"),
    "adds `default interface X`": (
        "os/test_lines_in_force.py",
        "test_an_interface_that_is_reset_has_nothing_of_before",
    ),
    "puts commands of a host": (
        "hosts/test_conditions_that_never_hold.py",
        "test_what_never_runs_sets_nothing_and_is_reported",
    ),
    "adds an event handler": ("gate/test_attacks.py", "test_an_attack_fails_the_gate"),
    "puts a bare repository": (
        "gate/test_states.py",
        "test_a_bare_repository_in_the_checkout_is_not_taken_for_the_project",
    ),
    "pushes a tag or branch": ("gate/test_removals.py", "test_an_ambiguous_name_of_a_state_is_refused"),
}


def test_every_row_is_held_by_a_test() -> None:
    text = (TESTS.parent / "docs/security.md").read_text("utf-8")
    table = text.split("| the change | what the gate does |")[1].split("\n\n")[0]
    rows = re.findall(r"^\| ([^|]+) \|", table, re.MULTILINE)[1:]
    rows = [row for row in rows if not row.startswith("---")]
    unheld = [row for row in rows if sum(row.startswith(begin) for begin in HELD_BY) != 1]
    unused = [begin for begin in HELD_BY if not any(row.startswith(begin) for row in rows)]
    assert (unheld, unused, len(rows)) == ([], [], len(HELD_BY))


def test_the_tests_that_are_named_are_there() -> None:
    missing = [name for file, name in HELD_BY.values() if f"def {name}(" not in (TESTS / file).read_text("utf-8")]
    assert missing == []
