"""Commands that stand in variables, behind ssh, in here-documents and in machine configurations."""

from __future__ import annotations

import base64
from urllib.parse import quote

import pytest

from roce_lint.hosts.reader import is_host_document, read_host
from roce_lint.model.fact import known
from roce_lint.read.detect import Foreign, detect
from roce_lint.text.document import Document

PFC = "mlnx_qos -i {nic} --trust dscp --pfc 0,0,0,{three},{four},0,0,0"
THREE, FOUR = PFC.format(nic="eth0", three=1, four=0), PFC.format(nic="eth0", three=0, four=1)


def pausing(text: str, name: str = "gpu-1.sh") -> dict[str, dict[str, list[int]]]:
    """Return the lossless priorities of each port of each host that a text sets."""
    assert is_host_document(text)
    return {
        device.name: {
            port.name: [one.number for one in port.qos.priorities if known(one.generates_pause, False)]
            for port in device.ports
        }
        for device in read_host(Document(name, text)).devices
    }


@pytest.mark.parametrize(
    "text",
    [
        'CMD="mlnx_qos -i eth0"\n$CMD --trust dscp\n$CMD --pfc 0,0,0,1,0,0,0,0\n',
        f'SET="{THREE}"\neval "$SET"\n',
        f"ssh $1 '{THREE}'\n",
        f"cat > /usr/local/sbin/roce.sh <<'EOF'\n#!/bin/bash\n{THREE}\nEOF\n",
        f"cat > /etc/systemd/system/roce.service <<EOF\n[Service]\nExecStart={THREE}\nEOF\n",
    ],
    ids=["variable", "eval", "ssh to an argument", "script in a here-document", "unit in a here-document"],
)
def test_a_command_is_found_wherever_the_script_has_it(text: str) -> None:
    assert pausing(f"#!/bin/bash\n{text}") == {"gpu-1": {"eth0": [3]}}


def test_what_runs_behind_ssh_belongs_to_the_host_that_is_named() -> None:
    text = (
        f'#!/bin/bash\nssh -o BatchMode=yes root@gpu-1 "{THREE}"\nssh gpu-2 {FOUR}\n'
        f'for h in gpu-3 gpu-4; do ssh $h "{THREE}"; done\nssh gpu-5 bash <<EOF\n{FOUR}\nEOF\n'
    )
    assert pausing(text, "push.sh") == {
        "gpu-1": {"eth0": [3]},
        "gpu-2": {"eth0": [4]},
        "gpu-3": {"eth0": [3]},
        "gpu-4": {"eth0": [3]},
        "gpu-5": {"eth0": [4]},
    }


@pytest.mark.parametrize("command", ["$(ls /sys/class/net | grep ens | head -1)", "`ls /sys/class/net | grep ens`"])
def test_what_a_command_would_print_is_one_unknown_word(command: str) -> None:
    ports = pausing(f"#!/bin/bash\nport={command}\n{PFC.format(nic='$port', three=1, four=0)}\n")["gpu-1"]
    assert list(ports.values()) == [[3]]


def test_a_command_that_evaluates_itself_ends() -> None:
    assert pausing(f'#!/bin/bash\nA=\'eval "$A"\'\neval "$A"\n{THREE}\n') == {"gpu-1": {"eth0": [3]}}


MACHINE_CONFIG = """\
apiVersion: machineconfiguration.openshift.io/v1
kind: MachineConfig
metadata: {{name: 99-gpu-roce}}
spec:
  config:
    ignition: {{version: 3.2.0}}
    storage:
      files:
      - path: /usr/local/bin/roce.sh
        contents:
          source: {source}
"""
SCRIPT = f"#!/bin/bash\nset -e\n{THREE}\n"


@pytest.mark.parametrize(
    "source",
    [f"data:,{quote(SCRIPT)}", f"data:text/plain;charset=utf-8;base64,{base64.b64encode(SCRIPT.encode()).decode()}"],
    ids=["percent", "base64"],
)
def test_a_script_in_a_machine_config_stands_at_its_line(source: str) -> None:
    text = MACHINE_CONFIG.format(source=source)
    assert pausing(text, "gpu.yaml") == {"gpu": {"eth0": [3]}}
    (device,) = read_host(Document("gpu.yaml", text)).devices
    assert {port.qos.trust.source.line for port in device.ports} == {11}


def test_a_config_map_with_a_script_is_read() -> None:
    text = f"kind: ConfigMap\ndata:\n  setup.sh: |\n    #!/bin/bash\n    {THREE}\n"
    assert pausing(text, "gpu-1.yaml") == {"gpu-1": {"eth0": [3]}}


def test_a_unit_that_runs_another_program_is_no_json() -> None:
    unit = "# host: gpu-1\n[Unit]\nDescription=RoCE\n[Service]\nExecStart=/usr/local/sbin/roce-nics\n"
    because = "a unit of systemd or an INI file, which sets nothing of a NIC by itself"
    assert detect(Document("roce-nics.service", unit)) == Foreign(because)
