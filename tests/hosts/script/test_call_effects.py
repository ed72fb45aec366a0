"""What a function does for one NIC is done again for the others, and every script says what it says call by call."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from roce_lint.hosts.reader import read_host
from roce_lint.hosts.script.interpreter import ShellScript
from roce_lint.model.fact import Stated
from roce_lint.model.reading import Reading
from roce_lint.text.document import Document

ROOT = Path(__file__).parents[3]
CALL_BY_CALL = "# zq in a script has each call evaluated by itself\n"
LOOKING = {
    "a variable that is trimmed": 'n=${1#eth}\ncma_roce_tos -d "mlx5_$n" -t 106',
    "a number that a name names": 'cma_roce_tos -d "$2" -t $((100 + ${1#eth}))',
    "a table": 'cma_roce_tos -d "$2" -t "${tos[$1]}"',
    "an entry of a table": 'tos[$1]=96\ncma_roce_tos -d "$2" -t "${tos[$1]}"',
    "a variable of that name": 'cma_roce_tos -d "$2" -t $(($1))',
    "a function of that name": "set_$1",
    "a name that stands in the function": 'ip link set "$1" mtu 9000\nip link set eth1 mtu 4000',
    "what was set before": 'if x; then ip link set "$1" mtu "$3"; fi',
    "a variable that was set before": 'if x; then t=$3; fi\ncma_roce_tos -d "$2" -t "$t"\nt=$3',
    "a variable of the script": 'ip link set "$1" mtu 9000\nip link set "$nic" mtu 4000',
    "a complaint": 'mlnx_qos -i "$1" --unheard "$2"',
    "a refused value": 'cma_roce_tos -d "$2" -t "$1"',
    "an address": 'ip addr add 10.0.0.1/24 dev "$1"',
    "another function": 'g() { cma_roce_tos -d "$1" -t 96; }\ng "$2"',
    "a parameter of the firmware": 'mlxconfig -d "$2" set "CNP_$1=3" CNP_DSCP_P1=$3',
    "an exported variable": "export NCCL_IB_HCA=$2\nexport NCCL_IB_TC=106",
}
CALLS = """f eth0 mlx5_0 9000
f eth1 mlx5_1 9000
for n in 2 3; do f eth$n mlx5_$n 4200; done
f eth10 mlx5_10 9000; f eth0 mlx5_0 4200
f mlx5_11 mlx5_11 9000
"""


def _read(text: str, host: str = "host-1") -> Reading:
    return read_host(Document(f"{host}/up.sh", text))


def _says_the_same(text: str) -> Reading:
    found = _read(text + CALL_BY_CALL.replace("zq", "zz"))
    assert found == _read(text + CALL_BY_CALL)
    assert _read(text, "host-2") == _read(text + CALL_BY_CALL, "host-2")
    return found


@pytest.mark.parametrize("body", LOOKING.values(), ids=LOOKING)
def test_a_function_that_looks_into_names_says_the_same(body: str) -> None:
    before = """#!/bin/bash
eth0=7; nic=eth1; t=5; declare -A tos=([eth0]=24 [eth1]=32)
set_eth1() { mlnx_qos -i eth1 --trust dscp; }
ip link set eth3 mtu 1500
"""
    assert _says_the_same(f"{before}f() {{\n{body}\n}}\n{CALLS}").devices != ()


def test_values_stand_in_the_line_of_their_call() -> None:
    script = 'f() { ip link set "$1" mtu "$3"; cma_roce_tos -d "$2" -t 106; }\nf eth0 mlx5_0 9000\nf eth1 mlx5_1 9000\n'
    (host,) = _says_the_same(script).devices
    mtus = [(port.name, port.ip_mtu_bytes) for port in host.ports]
    assert [(name, mtu.value, mtu.source.line) for name, mtu in mtus if isinstance(mtu, Stated)] == [
        ("eth0", 9000, 2),
        ("eth1", 9000, 3),
    ]
    assert [(nic.port, nic.rdma_device.value) for nic in host.nics if isinstance(nic.rdma_device, Stated)] == [
        ("eth0", "mlx5_0"),
        ("eth1", "mlx5_1"),
    ]


@pytest.fixture
def evaluated(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the names of the functions whose calls are evaluated, as they are."""
    evaluated: list[str] = []
    run = ShellScript._run_function

    def noted(script: ShellScript, name: str, arguments: list[object]) -> None:
        evaluated.append(name)
        run(script, name, arguments)  # type: ignore[arg-type]  # whatever it is handed

    monkeypatch.setattr(ShellScript, "_run_function", noted)
    return evaluated


def test_a_call_is_evaluated_once_for_all_nics(evaluated: list[str]) -> None:
    calls = "".join(f"f eth{n} mlx5_{n} 9000\n" for n in range(8))
    _read(f'f() {{ ip link set "$1" mtu "$3"; g "$2"; }}\ng() {{ cma_roce_tos -d "$1" -t 106; }}\n{calls}')
    assert evaluated == ["f", "g"]


def test_hosts_with_the_same_functions_evaluate_them_once(evaluated: list[str]) -> None:
    function = 'link() {{ # {}\n    ip link set "$1" mtu "$3"; cma_roce_tos -d "$2" -t 104\n}}\n'
    for host, comment in (("host-1", "a"), ("host-2", "a"), ("host-3", "b")):
        (device,) = _read(f"# host: {host}\n{function.format(comment)}link eth4 mlx5_4 4200\n", host).devices
        (port,) = device.ports
        assert (device.name, port.source.file, port.ip_mtu_bytes.source.line) == (host, f"{host}/up.sh", 5)
        assert device.nics[0].rdma_cm_tos.source == port.source.__class__(f"{host}/up.sh", 3, 3)
    assert evaluated == ["link", "link"]


PIECES = (
    'mlnx_qos -i "$1" --trust dscp',
    "mlnx_qos -i $1 --pfc 0,0,0,1,0,0,0,0",
    'for d in 1 26 48; do mlnx_qos -i "$1" --dscp2prio "set,$d,$last"; done',
    'ip link set dev "$1" mtu "$3"',
    "last=$3",
    "last=3",
    "local last=4",
    'if true; then last=5; else ip link set "$1" down; fi',
    "seen=$1",
    'seen="$seen $2"',
    'echo "$3" > /sys/class/net/$1/ecn/roce_np/min_time_between_cnps',
    'echo 1 > "/sys/class/net/$seen/ecn/roce_rp/enable/$last"',
    'pci=$(basename "$(readlink -f /sys/class/net/$1/device)")',
    'mlxconfig -d "$pci" -y set ROCE_CC_PRIO_MASK_P1=8 CNP_DSCP_P1=$3',
    'cma_roce_tos -d "$2" -t $((100 + last))',
    'cma_roce_tos -d "mlx5_${1#eth}" -t 106',
    'echo tclass=106 > "/sys/class/infiniband/$2/tc/1/traffic_class"',
    "export NCCL_IB_HCA=$NCCL_IB_HCA,$2",
    'sh -c "ip link set $1 mtu 4200"',
    'mlnx_qos -i "$3" --trust pcp',
    '[ -n "$seen" ] && mlnx_qos -i "$seen" --trust pcp',
    'g "$@"',
    'g "$2" "$1"',
)


@pytest.mark.parametrize("seed", range(60))
def test_a_random_script_says_the_same(seed: int) -> None:
    chance = random.Random(seed)
    bodies = ["\n".join(chance.choices(some, k=chance.randint(1, 5))) for some in (PIECES, PIECES[:-2])]
    functions = f"f() {{\n{bodies[0]}\n}}\ng() {{\n{bodies[1]}\n}}\n"
    names = [("eth0", "mlx5_0"), ("eth1", "mlx5_1"), ("enp59s0f0np0", "rocep59s0f0"), ("eth10", "eth0"), ("rail1", "")]
    calls = []
    for _ in range(chance.randint(2, 6)):
        netdev, rdma = chance.choice(names)
        call = f"{chance.choice('ffg')} {netdev} {rdma} {chance.choice((9000, 48, 3))}"
        calls.append(chance.choice((call, call, f"if x; then {call}; fi", f"last=2; {call}", f"{call}; seen=eth1")))
    _says_the_same(functions + "\n".join(calls) + "\n")


@pytest.mark.parametrize("path", sorted((ROOT / "fixtures").rglob("*.sh"))[::9], ids=lambda path: path.parent.name)
def test_a_fixture_says_the_same(path: Path) -> None:
    _says_the_same(path.read_text("utf-8"))
