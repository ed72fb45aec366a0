"""Scripts and files of hosts, in many forms; from public descriptions of the commands alone."""

from __future__ import annotations

import random

from tests.exams.config_lines import Config, Line
from tests.exams.fabric_plans import Fabric, Node

NICS = ("enp{}s0f0np0", "ens{}f0np0", "eth{}", "rdma{}", "ib_rail{}")


def nic_name(fabric: Fabric, index: int) -> str:
    return random.Random(fabric.seed + "-nic").choice(NICS).format(index + 1)


def device_name(index: int) -> str:
    return f"mlx5_{index - 1}"


class HostWriter:
    """Writes the files of one host."""

    def __init__(self, fabric: Fabric, node: Node) -> None:
        self.fabric, self.node, self.qos = fabric, node, fabric.qos
        site = random.Random(fabric.seed + "-hosts")
        self.form = site.choice(("plain", "loop", "function", "variables", "unit", "dcb", "broadcom"))
        self.mtu_file = site.choice(("", "netplan", "link", "interfaces"))
        self.jobs = site.choice(("nccl.conf", "env.sh", "job.sbatch"))
        self.pause = ",".join("1" if p == self.qos.priority else "0" for p in range(8))
        self.cnp = site.random() < 0.5
        name = device_name if self.form != "broadcom" else "bnxt_re{}".format
        shift = 0 if self.form != "broadcom" else 1
        self.nics = [(nic_name(fabric, p.index), name(p.index - shift)) for p in node.ports]

    def configs(self) -> list[Config]:
        made = [self.made(self.script_name, self.script()), self.made(self.jobs, self.job())]
        if self.mtu_file:
            made.append(self.made(*self.mtu()))
        return made

    def made(self, name: str, text: str) -> Config:
        lines = [Line((row,)) for row in text.splitlines()]
        return Config(self.node.name, f"hosts/{self.node.name}/{name}", "host", "host", lines, verbatim, {})

    @property
    def script_name(self) -> str:
        return "roce-nic.service" if self.form == "unit" else "roce-setup.sh"

    def steps(self, nic: str, device: str, prio: str, mask: str, tos: str) -> list[str]:
        qos = self.qos
        if self.form == "broadcom":
            return self.broadcom(nic, device)
        if self.form == "dcb":
            lines = [
                f"ethtool -A {nic} rx off tx off",
                f"dcb app add dev {nic} dscp-prio {qos.dscp}:{qos.priority}",
                f"dcb apptrust set dev {nic} order dscp",
                f"dcb pfc set dev {nic} prio-pfc all:off {qos.priority}:on",
            ]
        else:
            lines = [f"ethtool -A {nic} rx off tx off", f"mlnx_qos -i {nic} --trust dscp"]
            if qos.dscp >> 3 != qos.priority:
                lines.append(f"mlnx_qos -i {nic} --dscp2prio set,{qos.dscp},{qos.priority}")
            lines.append(f"mlnx_qos -i {nic} --pfc {mask}")
        if not self.mtu_file:
            lines.insert(1, f"ip link set dev {nic} mtu 9000")
        lines += [
            f"echo 1 > /sys/class/net/{nic}/ecn/roce_np/enable/{prio}",
            f"echo 1 > /sys/class/net/{nic}/ecn/roce_rp/enable/{prio}",
        ]
        if self.cnp:
            lines.append(f"echo {qos.cnp} > /sys/class/net/{nic}/ecn/roce_np/cnp_dscp")
        return [*lines, f"cma_roce_mode -d {device} -p 1 -m 2", f"cma_roce_tos -d {device} -t {tos}"]

    def broadcom(self, nic: str, device: str) -> list[str]:
        """Return what sets up a Broadcom NIC: one script of its driver does it all."""
        qos = self.qos
        marks = f"-r {qos.priority} -s {qos.dscp} -c 7 -p {qos.cnp}"
        mtu = [] if self.mtu_file else [f"ip link set dev {nic} mtu 9000"]
        return [*mtu, f"bnxt_setupcc.sh -d {device} -i {nic} -m 3 {marks}"]

    def script(self) -> str:
        prio, mask, tos = str(self.qos.priority), self.pause, str(self.qos.tos)
        head = ["#!/bin/bash", f"# host: {self.node.name}", "set -e", ""]
        if self.form in ("plain", "dcb", "broadcom"):
            return "\n".join(head + [line for nic in self.nics for line in self.steps(*nic, prio, mask, tos)]) + "\n"
        if self.form == "unit":
            starts = [line for nic in self.nics for line in self.steps(*nic, prio, mask, tos)]
            starts = [f"/bin/sh -c '{line}'" if ">" in line else f"/usr/sbin/{line}" for line in starts]
            return "\n".join(
                [f"# host: {self.node.name}", "[Unit]", "Description=RoCE", "After=network.target", "", "[Service]",
                 "Type=oneshot", "RemainAfterExit=yes", *(f"ExecStart={start}" for start in starts), "", "[Install]",
                 "WantedBy=multi-user.target"]) + "\n"  # fmt: skip
        if self.form == "variables":
            rows = [f"PRIO={prio}", f"PFC_MASK={mask}", f"TOS={tos}"]
            for number, (nic, device) in enumerate(self.nics):
                rows += [f"NIC{number}={nic}", *self.steps(f'"$NIC{number}"', device, "${PRIO}", "$PFC_MASK", "$TOS")]
            return "\n".join(head + rows) + "\n"
        if self.form == "function":
            body = ["  " + line for line in self.steps('"$1"', '"$2"', prio, mask, tos)]
            calls = [f"setup_nic {nic} {device}" for nic, device in self.nics]
            return "\n".join([*head, "setup_nic() {", *body, "}", *calls]) + "\n"
        pairs = " ".join(f"{nic}:{device}" for nic, device in self.nics)
        body = ["  " + line for line in self.steps('"${pair%%:*}"', '"${pair##*:}"', prio, mask, tos)]
        return "\n".join([*head, f"for pair in {pairs}; do", *body, "done"]) + "\n"

    def job(self) -> str:
        rows = {
            "NCCL_IB_HCA": "=" + ",".join(device for _, device in self.nics), "NCCL_IB_TC": str(self.qos.tos),
            "NCCL_IB_SL": str(self.qos.priority), "NCCL_IB_GID_INDEX": "3", "NCCL_IB_TIMEOUT": "22",
            "NCCL_DEBUG": "WARN",
        }  # fmt: skip
        if self.jobs == "nccl.conf":
            return f"# host: {self.node.name}\n" + "".join(f"{key}={value}\n" for key, value in rows.items())
        head = f"#!/bin/bash\n# host: {self.node.name}\n"
        head += "#SBATCH --nodes=4\n" if self.jobs == "job.sbatch" else ""
        tail = "srun ./train.py\n" if self.jobs == "job.sbatch" else ""
        return head + "".join(f"export {key}={value}\n" for key, value in rows.items()) + tail

    def mtu(self) -> tuple[str, str]:
        if self.mtu_file == "netplan":
            rows = "".join(f"    {nic}:\n      mtu 9000\n".replace("mtu ", "mtu: ") for nic, _ in self.nics)
            return "netplan.yaml", f"# host: {self.node.name}\nnetwork:\n  version: 2\n  ethernets:\n{rows}"
        if self.mtu_file == "link":
            nic = self.nics[0][0]
            if len(self.nics) == 1:
                return (
                    "10-rdma.link",
                    f"# host: {self.node.name}\n[Match]\nOriginalName={nic}\n\n[Link]\nMTUBytes=9000\n",
                )
        rows = "".join(f"auto {nic}\niface {nic} inet static\n    mtu 9000\n\n" for nic, _ in self.nics)
        return "interfaces", f"# host: {self.node.name}\n{rows}"


def verbatim(config: Config) -> list[tuple[str, set[str]]]:
    return [(line.path[0], config.faults_of(line)) for line in config.lines]


def cabling(fabric: Fabric, names: dict[tuple[str, int], str]) -> tuple[str, str]:
    """Return the cabling list of the fabric."""
    rng = random.Random(fabric.seed + "-cables")
    rows = [
        (low.name, names[low.name, port.index], port.peer, names[port.peer, port.peer_index], str(fabric.speed))
        for low in fabric.nodes.values()
        for port in low.ports
        if port.up and port.peer
    ]
    rng.shuffle(rows)
    head, mark = rng.choice(
        (("a_device,a_port,b_device,b_port,speed_gbps", ","), ("device_a;port_a;device_b;port_b;speed_gbps", ";"))
    )
    return "cabling.csv", "\n".join([head, *(mark.join(row) for row in rows)]) + "\n"
