"""Scenario files: what is refused, with its place, and what `simulate` prints."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import pytest
import yaml
from click.testing import CliRunner, Result

from roce_lint.cli.group import roce_lint
from roce_lint.errors import UsageError
from roce_lint.simulate.amount import parse_rate_gbps, parse_ratio_number, parse_share, parse_time_ns
from roce_lint.simulate.scenario_load import parse_scenario, scenario_schema
from roce_lint.simulate.scenario_plant import scenario_plant
from tests.simulate.scenarios import plant_of, ring, unfair_and_victim

SCENARIO = """\
schema: 1
duration: 200 us
switches:
  s: {}
links:
  - {ends: [a, s]}
  - {ends: [b, s]}
flows:
  - {from: a, to: b, size: 100 KB}
"""


def problems(text: str) -> list[str]:
    with pytest.raises(UsageError) as refused:
        scenario_plant(parse_scenario(text, "s.yaml"))
    return [str(problem) for problem in refused.value.problems]


@pytest.mark.parametrize(
    ("before", "after", "message"),
    [
        ("200 us", "200", "s.yaml:2:11: duration is 200; write a time such as 500 ns, 55 us or 10 ms"),
        ("flows:", "flow:", "s.yaml:1:1: the key 'flows' is missing"),
        ("to: b", "to: c", "s.yaml:9:19: c is no host; known are a, b"),
        ("to: b", "to: a", "s.yaml:9:5: a sends to itself; write another host"),
        ("[b, s]", "[b, t]", "s.yaml:9:5: no path leads from a to b; write the cables between them"),
        ("[b, s]", "[b, b]", "s.yaml:7:12: both ends are at b; write two devices"),
        ("size: 100 KB", "path: [a, b]", "s.yaml:9:28: no cable lies between a and b; write it into links"),
        ("size: 100 KB", "path: [a, s, b, s, b]", "s.yaml:9:28: b is a host, which forwards nothing; write switches "
         "between the ends"),
        ("s: {}", "s: {buffer: 10 KB}", "s.yaml:4:15: the headroom of s leaves nothing of its buffer; write more "
         "buffer or less headroom"),
        ("s: {}", "s: {alpha: 0}", "s.yaml:4:14: switches.s.alpha is 0; write a number above 0 such as 0.125 or 1/8"),
        ("s: {}", "s: {}\nports: {'s:x': {}}", "s.yaml:5:16: no cable ends at s:x; there are ports such as a:s, b:s, "
         "s:a, s:b"),
        ("flows:", "faults: [{stuck_nic: s}]\nflows:", "s.yaml:8:22: s is no host; known are a, b"),
        ("flows:", "faults: [{failed_link: [a, b]}]\nflows:", "s.yaml:8:24: no cable lies between a and b; write the "
         "ends of one"),
        ("flows:", "faults: [{at: 1 ms}]\nflows:", "s.yaml:8:10: a fault is one of stuck_nic and failed_link; write "
         "one of them"),
        ("flows:", "warm_up: 1 ms\nflows:", "s.yaml:8:10: warm_up is not shorter than duration; write a shorter one"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_refused_at_its_place(before: str, after: str, message: str) -> None:
    assert message in problems(SCENARIO.replace(before, after))


@pytest.mark.parametrize("scenario", [unfair_and_victim(), ring()], ids=["victim", "ring"])
def test_what_is_read_satisfies_the_schema(scenario: dict[str, object]) -> None:
    jsonschema.Draft202012Validator(scenario_schema()).validate(
        json.loads(json.dumps(yaml.safe_load(yaml.safe_dump({"schema": 1, **scenario}))))
    )
    assert plant_of(**scenario).flows


def test_amounts_have_units() -> None:
    assert (parse_time_ns("1.5 us"), parse_rate_gbps("40 Mb/s"), parse_ratio_number("1/8"), parse_share("20%")) == (
        1500.0, 0.04, 0.125, 0.2,
    )  # fmt: skip


def simulate(tmp_path: Path, text: str, *options: str) -> Result:
    file = tmp_path / "s.yaml"
    file.write_text(text)
    return CliRunner().invoke(roce_lint, ["simulate", "--scenario", str(file), *options])


def test_text_says_verdict_flows_and_assumptions(tmp_path: Path) -> None:
    done = simulate(tmp_path, SCENARIO)
    assert done.exit_code == 0
    assert done.stdout.splitlines() == [
        "Nothing is dropped; nobody is paused; flows get 93.6 Gb/s, 95 % of what the cables could carry.",
        "",
        "flow   Gb/s  fair share  done in  sent  dropped  sent again  marked  CNPs",
        "a->b  93.59       98.04   8.5 us    25        0         0 B       0     0",
        "",
        "0.2 ms, seed 1, engine packets",
        "assumed: PFC of hosts and switches is on for priority 3, where nothing else is given",
        "assumed: lossless priorities pause at 1/8 of the free buffer: no xoff and no alpha is given",
        "assumed: headroom is what cable, response and frames need, where none is given",
        "assumed: switches have 32 MB of buffer, where none is given",
    ]


def test_json_holds_every_figure_with_its_unit(tmp_path: Path) -> None:
    done = simulate(tmp_path, SCENARIO, "--format", "json", "--seed", "7")
    found = json.loads(done.stdout)
    assert (found["schema"], found["engine"], found["seed"], found["duration_us"]) == (1, "packets", 7, 200)
    assert found["flows"] == [
        {
            "name": "a->b", "from": "a", "to": "b", "priority": 3, "start_us": 0, "size_bytes": 100000,
            "throughput_gbps": 93.5865, "fair_share_gbps": 98.0373, "completion_us": 8.5482, "delivered_bytes": 100000,
            "sent_packets": 25, "resent_packets": 0, "resent_bytes": 0, "dropped_packets": 0, "dropped_percent": 0,
            "marked_packets": 0, "cnps": 0, "victim": False, "path": ["a:s", "s:b"],
        }
    ]  # fmt: skip
    assert [(port["device"], port["peer"], port["priority"]) for port in found["ports"]] == [
        ("a", "s", 3), ("s", "a", 3), ("b", "s", 3), ("s", "b", 3),
    ]  # fmt: skip


def test_without_a_scenario_nothing_is_simulated() -> None:
    done = CliRunner().invoke(roce_lint, ["simulate"])
    assert isinstance(done.exception, UsageError)


@pytest.mark.parametrize("engine", ["packets", "steps"])
def test_a_page_plots_flows_queues_and_pauses_over_time(tmp_path: Path, engine: str) -> None:
    scenario = yaml.safe_dump({"schema": 1, **unfair_and_victim(), "duration": "1 ms", "warm_up": "0 us"})
    page = tmp_path / "page.html"
    done = simulate(tmp_path, scenario, "--engine", engine, "--html", str(page))
    assert done.exit_code == 0, done.output
    text = page.read_text()
    titles = ("Throughput of flows, victims first", "Depth of the deepest queues", "Share of time that the most paused")
    assert all(title in text for title in titles)
    assert "v1-&gt;b2" in text
    assert text.count('class="curve" d="M230.0 ') >= 7 + 2 + 5


@pytest.mark.parametrize(("engine", "said"), [("packets", "packets at cables"), ("steps", "steps")])
def test_a_run_that_would_take_hours_is_refused(tmp_path: Path, engine: str, said: str) -> None:
    done = simulate(tmp_path, SCENARIO.replace("200 us", "30 s").replace(", size: 100 KB", ""), "--engine", engine)
    assert isinstance(done.exception, UsageError)
    assert f"{said}; simulate less time" in str(done.exception)


@pytest.mark.parametrize("switched_off", ["off", "'off'", "false"])
def test_rate_control_is_off_however_yaml_reads_the_word(switched_off: str) -> None:
    text = SCENARIO.replace("switches:", f"hosts: {{a: {{dcqcn: {switched_off}}}}}\nswitches:")
    plant = scenario_plant(parse_scenario(text, "s.yaml"))
    assert {device.name: device.nic.dcqcn for device in plant.devices if device.is_host} == {"a": False, "b": True}


def test_a_scenario_may_be_json(tmp_path: Path) -> None:
    done = simulate(tmp_path, json.dumps(yaml.safe_load(SCENARIO), indent=1))
    assert done.stdout == simulate(tmp_path, SCENARIO).stdout != ""
