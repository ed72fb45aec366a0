"""SONiC databases of a fabric; from the public description of config_db.json and its schema alone."""

from __future__ import annotations

import json
import random
from dataclasses import dataclass

from tests.exams.config_lines import Config, Line
from tests.exams.fabric_plans import Fabric, Node, Port

XOFF = {100: 97280, 400: 242688}
MAPS = "DSCP_TO_TC_MAP", "TC_TO_QUEUE_MAP", "TC_TO_PRIORITY_GROUP_MAP", "MAP_PFC_PRIORITY_TO_QUEUE"


@dataclass(frozen=True)
class Look:
    """How this site writes its databases."""

    name: str
    lanes: int
    described: bool
    grouped: bool
    polled: bool
    compact: bool


def draw_look(fabric: Fabric) -> Look:
    rng = random.Random(fabric.seed + "-sonic")
    return Look(
        rng.choice(("AZURE", "ROCE", "GPU_NET")),
        rng.choice((4, 8)),
        rng.random() < 0.6,
        rng.random() < 0.4,
        rng.random() < 0.5,
        rng.random() < 0.2,
    )


def port_name(fabric: Fabric, index: int) -> str:
    return f"Ethernet{(index - 1) * draw_look(fabric).lanes}"


class SonicWriter:
    """Writes one switch."""

    def __init__(self, fabric: Fabric, node: Node, names: dict[tuple[str, int], str]) -> None:
        self.fabric, self.node, self.names, self.qos = fabric, node, names, fabric.qos
        self.look = draw_look(fabric)
        self.used = node.role("host", "fabric")

    def config(self) -> Config:
        lines = [
            Line((table, row, f"{field} {value}"))
            for table, rows in self.tables().items()
            for row, fields in rows.items()
            for field, value in (fields or {"NULL": "NULL"}).items()
        ]
        roles = {f"PORT_QOS_MAP > {port_name(self.fabric, port.index)}": port.role for port in self.used}
        file = f"{self.node.name}/config_db.json"
        return Config(self.node.name, file, "sonic", self.node.tier, lines, shown, roles)

    def tables(self) -> dict[str, dict[str, dict[str, str]]]:
        node = self.node
        found: dict[str, dict[str, dict[str, str]]] = {
            "DEVICE_METADATA": {
                "localhost": {"hostname": node.name, "bgp_asn": str(node.asn), "default_bgp_status": "up"}
            },
            "LOOPBACK_INTERFACE": {"Loopback0": {}, f"Loopback0|{node.loopback}/32": {}},
            **self.maps(),
            **self.objects(),
        }
        for port in node.ports:
            name = port_name(self.fabric, port.index)
            found.setdefault("PORT", {})[name] = self.port(port)
            if port.ip:
                found.setdefault("INTERFACE", {}).update({name: {}, f"{name}|{port.ip}/31": {}})
            if port.role == "fabric":
                found.setdefault("BGP_NEIGHBOR", {})[port.peer_ip] = {
                    "asn": str(port.peer_asn), "local_addr": port.ip, "name": port.peer,
                }  # fmt: skip
        return found | self.bound()

    def port(self, port: Port) -> dict[str, str]:
        first = (port.index - 1) * self.look.lanes + 1
        lanes = ",".join(str(first + lane) for lane in range(self.look.lanes))
        fields = {"alias": f"etp{port.index}", "lanes": lanes, "speed": str(self.fabric.speed * 1000), "mtu": "9100"}
        if self.look.described and port.peer:
            fields["description"] = f"{port.peer} {self.names.get((port.peer, port.peer_index), '')}".strip()
        return fields | {"admin_status": "up" if port.peer else "down"}

    def maps(self) -> dict[str, dict[str, dict[str, str]]]:
        tc, name = self.qos.priority, self.look.name
        classes = {str(dscp): "0" for dscp in range(64)}
        if not self.qos.isolated:
            classes |= {str(dscp): str(tc) for dscp in range(tc * 8, tc * 8 + 8)}
        classes |= {str(self.qos.dscp): str(tc), str(self.qos.cnp): "6"}
        same = {str(number): str(number) for number in range(8)}
        groups = {str(number): "0" for number in range(8)} | {str(tc): str(tc), "7": "7"}
        return dict(zip(MAPS, ({name: classes}, {name: same}, {name: groups}, {name: same}), strict=True))

    def objects(self) -> dict[str, dict[str, dict[str, str]]]:
        qos = self.qos
        curve = {f"{color}_{edge}_threshold": str(size) for color in ("green", "yellow", "red")
                 for edge, size in (("min", qos.kmin), ("max", qos.kmax))}  # fmt: skip
        curve |= {f"{color}_drop_probability": str(qos.pmax) for color in ("green", "yellow", "red")}
        curve |= {f"wred_{color}_enable": "true" for color in ("green", "yellow", "red")}
        return {
            "WRED_PROFILE": {"ROCE_WRED": {"ecn": "ecn_all", **curve}},
            "SCHEDULER": {
                "roce": {"type": "DWRR", "weight": "60"},
                "rest": {"type": "DWRR", "weight": "20"},
                "first": {"type": "STRICT"},
            },
            "BUFFER_POOL": {
                "ingress_lossless_pool": {"mode": "dynamic", "size": "80000000", "type": "ingress", "xoff": "20000000"},
                "egress_lossless_pool": {"mode": "static", "size": "100000000", "type": "egress"},
            },
            "BUFFER_PROFILE": {
                "pg_roce": {"pool": "ingress_lossless_pool", "size": "1248", "dynamic_th": "0", "xon_offset": "2496",
                            "xoff": str(XOFF[self.fabric.speed]), "xon": "0"},
                "pg_rest": {"pool": "ingress_lossless_pool", "size": "0", "dynamic_th": "1"},
                "q_roce": {"pool": "egress_lossless_pool", "size": "0", "static_th": "100000000"},
                "q_rest": {"pool": "egress_lossless_pool", "size": "1518", "dynamic_th": "1"},
            },
        }  # fmt: skip

    def bound(self) -> dict[str, dict[str, dict[str, str]]]:
        tc, name = self.qos.priority, self.look.name
        found: dict[str, dict[str, dict[str, str]]] = {table: {} for table in TABLES_OF_PORTS}
        names = [port_name(self.fabric, port.index) for port in self.used]
        for one in names:
            found["PORT_QOS_MAP"][one] = {
                "dscp_to_tc_map": name, "tc_to_queue_map": name, "tc_to_pg_map": name, "pfc_to_queue_map": name,
                "pfc_enable": str(tc), "pfcwd_sw_enable": str(tc),
            }  # fmt: skip
            found["PFC_WD"][one] = {"detection_time": "200", "restoration_time": "400", "action": "drop"}
            found["CABLE_LENGTH"].setdefault("AZURE", {})[one] = "40m"
        if self.look.polled:
            found["PFC_WD"]["GLOBAL"] = {"POLL_INTERVAL": "200"}
        for one in [",".join(names)] if self.look.grouped else names:
            found["QUEUE"] |= {
                f"{one}|0": {"scheduler": "rest"},
                f"{one}|{tc}": {"scheduler": "roce", "wred_profile": "ROCE_WRED"},
                f"{one}|6": {"scheduler": "first"},
            }
            found["BUFFER_PG"] |= {f"{one}|0": {"profile": "pg_rest"}, f"{one}|{tc}": {"profile": "pg_roce"}}
            found["BUFFER_QUEUE"] |= {f"{one}|0": {"profile": "q_rest"}, f"{one}|{tc}": {"profile": "q_roce"}}
        return found


TABLES_OF_PORTS = ("PORT_QOS_MAP", "QUEUE", "BUFFER_PG", "BUFFER_QUEUE", "PFC_WD", "CABLE_LENGTH")


def shown(config: Config) -> list[tuple[str, set[str]]]:
    """Return the database as JSON, a field in each line.

    What every field of a row is a right place for is right at the line that begins the row.
    """
    tree: dict[str, dict[str, list[Line]]] = {}
    for line in config.lines:
        tree.setdefault(line.path[0], {}).setdefault(line.path[1], []).append(line)
    rows: list[tuple[str, set[str]]] = [("{", set())]
    for table, entries in tree.items():
        rows.append((f'  "{table}": {{', set()))
        for row, fields in entries.items():
            faults = {name for name, prefix in config.gaps if prefix == (table, row)}
            faults |= set.intersection(*(line.faults for line in fields))
            rows.append((f"    {json.dumps(row)}: {{", faults))
            for line in fields:
                field, _, value = line.path[2].partition(" ")
                if field != "NULL":
                    comma = "," if line is not fields[-1] else ""
                    rows.append((f"      {json.dumps(field)}: {json.dumps(value)}{comma}", config.faults_of(line)))
            rows.append(("    }" + ("," if row != list(entries)[-1] else ""), set()))
        rows.append(("  }" + ("," if table != list(tree)[-1] else ""), set()))
    return [*rows, ("}", set())]
