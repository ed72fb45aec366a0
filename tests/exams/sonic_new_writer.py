"""SONiC databases with packet trimming, link-layer retry and adaptive routing; from public descriptions and schemas."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace

from tests.exams.config_lines import Config
from tests.exams.fabric_plans import Fabric, Node
from tests.exams.sonic_writer import SonicWriter, port_name

DATA_DSCP, DATA_TC, TRIM_DSCP, TRIM_TC = 12, 1, 20, 2
"""A lossy class whose queue trims, and what trimmed packets get."""
HARDWARE = (("", 256, 2), ("", 256, 2), ("Mellanox-SN5600-C256S1", 256, 2), ("Arista-7060X6-64PE-B-C512S2", 206, 4))
"""Hardware SKU, size and queue of trimmed packets (sonic-mgmt tests/packet_trimming)."""


@dataclass(frozen=True)
class Features:
    """Which features a site uses, and how it writes them."""

    marking: str
    hwsku: str
    size: int
    queue: int
    lossless: bool
    retries: bool
    adaptive: str
    history: bool
    release: str


def draw_features(fabric: Fabric) -> Features:
    rng = random.Random(fabric.seed + "-features")
    by_class = "from-tc" if fabric.qos.isolated else "symmetric"
    hwsku, size, queue = rng.choice(HARDWARE[:3] if fabric.qos.priority == 4 else HARDWARE)
    return Features(
        rng.choice(("symmetric", by_class, "dynamic")), hwsku, size, queue, rng.random() < 0.6, rng.random() < 0.6,
        rng.choice(("", "ARS_INTERFACE", "ARS_INTERFACES")), rng.random() < 0.5,
        rng.choice(("", "202511", "202605")),
    )  # fmt: skip


class SonicNewWriter(SonicWriter):
    """Writes one switch with the features of its site."""

    def __init__(self, fabric: Fabric, node: Node, names: dict[tuple[str, int], str]) -> None:
        super().__init__(fabric, node, names)
        # A key of several ports is refused by YANG, which these databases pass.
        self.look = replace(self.look, grouped=False)

    def config(self) -> Config:
        return replace(super().config(), system="sonic-new")

    def tables(self) -> dict[str, dict[str, dict[str, str]]]:
        self.features = draw_features(self.fabric)
        found = super().tables()
        self._trim(found)
        if not self.features.lossless:
            self._without_pauses(found)
        if self.features.retries and self.node.role("fabric"):
            self._retry(found)
        if self.features.adaptive and self.node.role("fabric"):
            self._adapt(found)
        if self.features.history and self.features.lossless:
            for name, row in found["PFC_WD"].items():
                row |= {"pfc_stat_history": "enable"} if name != "GLOBAL" else {}
        if self.features.release:
            found["VERSIONS"] = {"DATABASE": {"VERSION": f"version_{self.features.release}_01"}}
        return found

    def _trim(self, found: dict[str, dict[str, dict[str, str]]]) -> None:
        features, name = self.features, self.look.name
        queue = str(features.queue)
        if features.hwsku:
            found["DEVICE_METADATA"]["localhost"]["hwsku"] = features.hwsku
        found["DSCP_TO_TC_MAP"][name] |= {str(DATA_DSCP): str(DATA_TC), str(TRIM_DSCP): str(TRIM_TC)}
        found["TC_TO_QUEUE_MAP"][name] |= {str(TRIM_TC): queue}
        found["BUFFER_PROFILE"]["q_cut"] = {
            "pool": "egress_lossless_pool", "size": "0", "dynamic_th": "0", "packet_discard_action": "trim",
        }  # fmt: skip
        found["WRED_PROFILE"]["HEADS"] = dict(found["WRED_PROFILE"]["ROCE_WRED"])
        found["SCHEDULER"]["heads"] = {"type": "DWRR", "weight": "30"}
        for port in self.used:
            one = port_name(self.fabric, port.index)
            found["BUFFER_QUEUE"] |= {f"{one}|{DATA_TC}": {"profile": "q_cut"}, f"{one}|{queue}": {"profile": "q_rest"}}
            found["QUEUE"] |= {
                f"{one}|{DATA_TC}": {"scheduler": "rest", "wred_profile": "ROCE_WRED"},
                f"{one}|{queue}": {"scheduler": "heads", "wred_profile": "HEADS"},
            }
        row = {"size": str(features.size), "dscp_value": str(TRIM_DSCP), "queue_index": queue}
        if features.marking == "dynamic":
            row["queue_index"] = "dynamic"
        if features.marking == "from-tc":
            row |= {"dscp_value": "from-tc", "tc_value": str(TRIM_TC)}
            found["TC_TO_DSCP_MAP"] = {"HEADS": {str(number): str(number * 8) for number in range(8)}}
            found["TC_TO_DSCP_MAP"]["HEADS"] |= {
                str(TRIM_TC): str(TRIM_DSCP), str(DATA_TC): str(DATA_DSCP), "0": "0", "6": "48",
                str(self.qos.priority): str(self.qos.dscp),
            }  # fmt: skip
            for port in self.used:
                found["PORT_QOS_MAP"][port_name(self.fabric, port.index)]["tc_to_dscp_map"] = "HEADS"
        found["SWITCH_TRIMMING"] = {"GLOBAL": row}

    def _without_pauses(self, found: dict[str, dict[str, dict[str, str]]]) -> None:
        tc = self.qos.priority
        for row in found["PORT_QOS_MAP"].values():
            for name in ("pfc_enable", "pfcwd_sw_enable", "pfc_to_queue_map", "tc_to_pg_map"):
                row.pop(name, None)
        found.pop("PFC_WD")
        found["BUFFER_PG"] = {key: row for key, row in found["BUFFER_PG"].items() if not key.endswith(f"|{tc}")}
        for key, row in found["BUFFER_QUEUE"].items():
            if key.endswith(f"|{tc}"):
                row["profile"] = "q_cut"

    def _retry(self, found: dict[str, dict[str, dict[str, str]]]) -> None:
        found["LLR_PROFILE"] = {
            "llr_site": {
                "max_outstanding_frames": "500", "max_outstanding_bytes": str(self.fabric.speed * 220),
                "max_replay_count": "3", "max_replay_timer": "6000", "data_age_timeout": "24000",
                "init_action": "best_effort",
            }
        }  # fmt: skip
        found["LLR_PORT"] = {
            port_name(self.fabric, port.index): {
                "llr_mode": "static", "llr_local": "enabled", "llr_remote": "enabled", "llr_profile": "llr_site",
            }
            for port in self.node.role("fabric")
        }  # fmt: skip

    def _adapt(self, found: dict[str, dict[str, dict[str, str]]]) -> None:
        found["ARS_OBJECT"] = {"flowlets": {"assign_mode": "per_flowlet_quality", "flowlet_idle_time": "256"}}
        found["ARS_PROFILE"] = {
            "site": {
                "algorithm": "ewma", "ars_nhg_path_selector_mode": "interface", "default_ars_object": "flowlets",
                "ipv4_enable": "true",
            }
        }  # fmt: skip
        found[self.features.adaptive] = {
            port_name(self.fabric, port.index): {"scaling_factor": "0"} for port in self.node.role("fabric")
        }
