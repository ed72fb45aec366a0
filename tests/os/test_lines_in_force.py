"""What a device refuses, never reads, or takes back by a later line is not taken for its configuration."""

from __future__ import annotations

import pytest

from roce_lint.model.fact import known
from roce_lint.model.reading import Reading
from roce_lint.os.eos.reader import read_eos
from roce_lint.os.industry_cli.lines_in_force import lines_in_force
from roce_lint.os.nxos.reader import read_nxos
from roce_lint.text.document import Document

READERS = {"eos": read_eos, "nxos": read_nxos}
HEAD = {"eos": "hostname a\n!\n", "nxos": "hostname a\n"}
PORTS = {"eos": ("Ethernet1", "Ethernet2"), "nxos": ("Ethernet1/1", "Ethernet1/2")}


def read(system: str, text: str) -> Reading:
    return READERS[system](Document("a.cfg", HEAD[system] + text))


def mtu(reading: Reading, name: str) -> int:
    """Return the MTU that the configuration states for a port; 0 where it states none."""
    port = next((one for one in reading.devices[0].ports if one.name == name), None)
    value = known(port.ip_mtu_bytes, 0) if port is not None else 0
    return value if value in (9000, 4000) else 0


def reasons(reading: Reading) -> list[str]:
    return [line.because for line in reading.unread]


@pytest.fixture(params=["eos", "nxos"])
def system(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def block(system: str, number: int = 0, value: int = 9000) -> str:
    switched = "   no switchport\n"
    return f"interface {PORTS[system][number]}\n{switched}   mtu {value}\n"


def test_nothing_after_end_is_read(system: str) -> None:
    reading = read(system, block(system, 0, 4000) + "end\n" + block(system))
    assert mtu(reading, PORTS[system][0]) == 4000
    assert any("follows `end`" in because for because in reasons(reading))
    in_the_middle = read(system, block(system) + "  end  \n" + block(system, 1))
    assert (mtu(in_the_middle, PORTS[system][0]), mtu(in_the_middle, PORTS[system][1])) == (9000, 0)


def test_a_configuration_that_ends_is_complete(system: str) -> None:
    for after in ("", "\n", "a#show clock\nSat Nov 28\n", "a#exit\n"):
        reading = read(system, block(system) + "end\n" + after)
        assert (mtu(reading, PORTS[system][0]), reasons(reading)) == (9000, [])


def test_a_session_that_configures_again_is_read(system: str) -> None:
    reading = read(system, block(system) + "end\nconfigure terminal\n" + block(system, 1) + "end\n")
    assert (mtu(reading, PORTS[system][1]), reasons(reading)) == (9000, [])


@pytest.mark.parametrize("word", ["default", "no"])
def test_an_interface_that_is_reset_has_nothing_of_before(system: str, word: str) -> None:
    one, other = PORTS[system]
    reading = read(system, block(system) + block(system, 1) + f"{word} interface {one}\n")
    assert (mtu(reading, one), mtu(reading, other)) == (0, 9000)
    again = read(system, block(system, 0, 4000) + f"{word} interface {one}\n" + block(system))
    assert mtu(again, one) == 9000


def test_a_range_of_interfaces_is_reset(system: str) -> None:
    one, other = PORTS[system]
    reading = read(system, block(system) + block(system, 1) + f"default interface {one}-2\n")
    assert (mtu(reading, one), mtu(reading, other)) == (0, 0)


def test_a_reset_of_a_part_of_a_range_is_reported(system: str) -> None:
    one = PORTS[system][0]
    reading = read(system, f"interface {one}-2\n   no switchport\n   mtu 9000\ndefault interface {one}\n")
    assert [because for because in reasons(reading) if "resets a part of the interfaces" in because]


@pytest.mark.parametrize("odd", ["\u00a0", "\u3000", "\u2003", "\x0b", "\x1f", "\u2028", "\x85"])
def test_words_are_split_at_blanks_of_the_device_alone(system: str, odd: str) -> None:
    reading = read(system, block(system).replace("mtu ", f"mtu{odd}"))
    assert mtu(reading, PORTS[system][0]) == 0
    assert [
        because
        for because in reasons(reading)
        if because == f"the device refuses it: U+{ord(odd):04X} is neither a blank nor a digit to it"
    ]
    header = read(system, block(system).replace("interface ", f"interface{odd}"))
    assert mtu(header, PORTS[system][0]) == 0


def test_digits_of_other_scripts_are_none(system: str) -> None:
    digits = {ord(str(number)): chr(0x660 + number) for number in range(10)}
    reading = read(system, block(system).replace("9000", "9000".translate(digits)))
    assert mtu(reading, PORTS[system][0]) == 0
    assert [because for because in reasons(reading) if "U+0669" in because]


def test_free_text_may_hold_anything(system: str) -> None:
    reading = read(system, block(system) + "   description rack\u00a0\u0667\n! x\u00a0y\n")
    assert (mtu(reading, PORTS[system][0]), reasons(reading)) == (9000, [])


@pytest.mark.parametrize(
    ("system", "text"),
    [
        ("eos", 'event-handler x\n   trigger on-boot\n   action bash FastCli -p 15 -c "configure\\n no qos"\n'),
        ("eos", "event-handler x\n   action bash\n   Cli -p 15 -c 'conf t'\nEOF\n"),
        ("eos", "schedule x interval 60 timeout 5 max-log-files 1 command bash FastCli -c configure\n"),
        ("nxos", "event manager applet x\n  event cli match reload\n  action 1 cli conf t\n"),
        ("nxos", "scheduler job name x\nconfigure terminal\nno feature lldp\n\nend-job\n"),
    ],
    ids=["action", "script", "schedule", "applet", "job"],
)
def test_what_acts_later_is_reported(system: str, text: str) -> None:
    assert [one for one in reasons(read(system, text + "!\n" + block(system))) if "not evaluated" in one]


def test_handlers_that_configure_nothing_are_no_matter(system: str) -> None:
    text = "event-handler x\n   trigger on-boot\n   action bash date\n!\n" + block(system)
    assert [one for one in reasons(read(system, text)) if "not evaluated" in one] == []


def test_many_resets_take_linear_time() -> None:
    text = "".join(f"interface Ethernet{n}\n   mtu 9000\ndefault interface Ethernet{n}\n" for n in range(20_000))
    assert lines_in_force(text, lambda name: (name,)).text.strip() == ""


@pytest.mark.parametrize(
    "line",
    [
        *("abort", "rollback clean-config", "rollback running-config checkpoint x", "  abort", "a#reload"),
        *(
            "configure replace flash:x",
            "conf replace flash:x",
            "configure checkpoint restore x",
            "copy a running-config",
        ),
        *("write erase", "erase startup-config", "switchto vdc x", "clear qos policies", "no system qos"),
    ],
)
def test_what_acts_on_all_of_it_is_reported(system: str, line: str) -> None:
    reasons_given = reasons(read(system, f"{block(system)}{line}\n"))
    assert "it acts on the configuration as a whole, and is not evaluated" in reasons_given


@pytest.mark.parametrize("form", ["default int {0}", "default interface {0}, {1}", "no interface {0},{1}"])
def test_short_words_and_lists_of_names_reset_as_well(system: str, form: str) -> None:
    one, other = PORTS[system]
    reading = read(system, block(system) + block(system, 1) + form.format(one, other) + "\n")
    assert (mtu(reading, one), mtu(reading, other)) == (0, 0 if "{1}" in form else 9000)


def test_the_case_of_end_does_not_matter(system: str) -> None:
    assert mtu(read(system, "END\n" + block(system)), PORTS[system][0]) == 0


@pytest.mark.parametrize("begin", ["configure session x", "conf session"])
@pytest.mark.parametrize(("end", "taken"), [("commit", 9000), ("abort", 4000), ("", 4000), ("end", 4000)])
def test_a_session_is_in_force_once_it_is_committed(system: str, begin: str, end: str, taken: int) -> None:
    reading = read(system, f"{block(system, 0, 4000)}{begin}\n{block(system)}{end}\n")
    assert mtu(reading, PORTS[system][0]) == taken
    told = [one for one in reasons(reading) if "a configuration session that nothing commits" in one]
    assert bool(told) == (taken == 4000)


def test_a_job_of_the_scheduler_is_no_configuration() -> None:
    job = f"scheduler job name x\n{block('nxos')}\nend-job\n"
    reading = read("nxos", block("nxos", 0, 4000) + job + block("nxos", 1))
    assert [mtu(reading, name) for name in PORTS["nxos"]] == [4000, 9000]


def test_what_may_belong_to_a_maintenance_profile_is_reported() -> None:
    profile = "configure maintenance profile normal-mode\n  router bgp 1\n    no isolate\n"
    alone = read("nxos", block("nxos") + profile + "configure terminal\n" + block("nxos", 1))
    assert [one for one in reasons(alone) if "not evaluated" in one] == []
    before_ports = read("nxos", profile + block("nxos"))
    assert [one for one in reasons(before_ports) if "not evaluated" in one] != []
