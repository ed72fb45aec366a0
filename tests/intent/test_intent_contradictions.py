"""What an intent asks for and cannot have: every error and warning, word for word."""

from dataclasses import dataclass

import pytest

from roce_lint.errors import IntentError
from roce_lint.intent.load import parse_intent
from roce_lint.intent.make_view import make_views

INTENT = """\
schema: 1
name: pod
topology:
  kind: clos
  leaves: {count: 2, platform: 7060DX4-32, uplinks_per_spine: 2, uplink_speed: 400G}
  spines: {count: 2, platform: 7060DX5-64S}
  oversubscription: 2:1
hosts:
  - {count: 16, nics: 4, nic_platform: ConnectX-7, nic_speed: 100G}
END"""
"""A valid intent; END is where a case adds what it needs."""


@dataclass(frozen=True)
class Case:
    """What is replaced in the intent, and what is said about it (without the file name)."""

    name: str
    changes: tuple[tuple[str, str], ...]
    errors: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()


CASES = [
    Case(
        "DCQCN timers that the firmware refuses",
        (("END", "roce: {dcqcn: {increase_timer: 200 ms, rate_reduce_period: 0 us}}\n"),),
        errors=(
            "10:32: ConnectX-7 takes 0 to 131071 us for RPG_TIME_RESET, not 200000",
            "10:60: ConnectX-7 takes 1 to 131071 us for RATE_REDUCE_MONITOR_PERIOD, not 0",
        ),
    ),
    Case(
        "a release of SR Linux before PFC",
        (("7060DX4-32", "7220 IXR-D5, release: 23.10.1"),),
        errors=("5:54: SR Linux 23.10.1 has another configuration tree and no PFC; use 24.7 or later",),
    ),
    Case(
        "a text that is no release of SR Linux, on one switch",
        (("7060DX4-32", "7220 IXR-D5"), ("END", "devices: {leaf-2: {release: latest}}\n")),
        errors=("10:29: 'latest' is no SR Linux release; write it like 25.3.1",),
    ),
    Case(
        "tenants on a switch that nobody says copies DSCP and ECN",
        (
            ("7060DX4-32", "7060DX5-64S"),
            ("END", "tenants: [{name: t, segments: [{vlan: 9, gateway: 10.9.0.1/24, hosts: [host-*]}]}]\n"),
        ),
        errors=(
            "5:32: leaf-1, leaf-2: no source says that DCS-7060DX5-64S copies DSCP and ECN into and out of a tunnel,"
            " which RoCE of tenants needs; choose another model or no tenants",
        ),
    ),
    Case(
        "CNPs below RoCE on EOS",
        (("END", "roce: {classes: [{priority: 5, dscp: 40}], cnp: {priority: 4, dscp: 34}}\n"),),
        warnings=(
            "10:60: spine-1, spine-2, leaf-1 and 1 more: EOS serves CNPs first only where their priority is above that"
            " of every RoCE class; 4 is below 5",
        ),
    ),
    Case(
        "a chassis without a lab",
        (("7060DX5-64S", "7220 IXR-H5-32D"),),
        warnings=("6:32: spine-1, spine-2: containerlab has no type for 7220 IXR-H5-32D; no lab is rendered",),
    ),
    Case(
        "hosts with a small MTU",
        (("END", "mtu: {hosts: 2200}\n"),),
        warnings=(
            "10:14: 2200 bytes hold RoCE packets of 2048 bytes only, and a check tells it of every port; packets of"
            " 4096 need 4192",
        ),
    ),
    Case(
        "pools of addresses that no port can have",
        (("END", "addressing: {hosts: 224.0.0.0/8, loopbacks: 127.0.0.0/20}\n"),),
        errors=(
            "10:21: addressing.hosts 224.0.0.0/8 has addresses of 224.0.0.0/4, multicast; no port can have them",
            "10:45: addressing.loopbacks 127.0.0.0/20 has addresses of 127.0.0.0/8, loopback within a host; no port can"
            " have them",
        ),
    ),
    Case(
        "declared non-blocking and is not",
        (("oversubscription: 2:1", "non_blocking: true"),),
        errors=(
            "7:17: declared non-blocking, but leaf-1, leaf-2: 3200G down and 1600G up is 2:1; add "
            "uplinks, use faster ones, or declare 2:1",
        ),
    ),
    Case(
        "two declarations that differ",
        (("oversubscription: 2:1", "oversubscription: 2:1\n  non_blocking: true"),),
        errors=(
            "7:21: non_blocking and oversubscription 2:1 contradict each other; keep one of them",
            "8:17: declared non-blocking, but leaf-1, leaf-2: 3200G down and 1600G up is 2:1; add "
            "uplinks, use faster ones, or declare 2:1",
        ),
    ),
    Case(
        "more oversubscribed than declared",
        (("2:1", "1.5:1"),),
        errors=(
            "7:21: declared 1.5:1, but leaf-1, leaf-2: 3200G down and 1600G up is 2:1; add uplinks, use "
            "faster ones, or declare 2:1",
        ),
    ),
    Case(
        "less oversubscribed than declared",
        (("2:1", "4:1"),),
        warnings=(
            "7:21: declared 4:1, but leaf-1, leaf-2: 3200G down and 1600G up is 2:1; the fabric is better than that",
        ),
    ),
    Case(
        "oversubscription nobody declared",
        (("  oversubscription: 2:1\n", ""),),
        warnings=(
            "4:3: leaf-1, leaf-2: 3200G down and 1600G up is 2:1, oversubscribed; declare "
            "oversubscription: 2:1 if that is meant",
        ),
    ),
    Case(
        "more NICs than ports",
        (("count: 16", "count: 200"),),
        errors=(
            "5:11: leaf-1, leaf-2: DCS-7060DX4-32 cannot serve 400 x 100G (host) and 4 x 400G (uplink): "
            "it has 32 QSFP-DD cages of 400G, 2 SFP+ cages of 10G; for one speed alone at most 128 x "
            "100G, 32 x 400G",
            "7:21: declared 2:1, but leaf-1, leaf-2: 40000G down and 1600G up is 25:1; add uplinks, use "
            "faster ones, or declare 25:1",
        ),
    ),
    Case(
        "more uplinks than ports",
        (("uplinks_per_spine: 2", "uplinks_per_spine: 20"),),
        errors=(
            "5:11: leaf-1, leaf-2: DCS-7060DX4-32 cannot serve 32 x 100G (host) and 40 x 400G (uplink): "
            "it has 32 QSFP-DD cages of 400G, 2 SFP+ cages of 10G; for one speed alone at most 128 x "
            "100G, 32 x 400G",
        ),
    ),
    Case(
        "speed the adapter lacks",
        (("nic_speed: 100G", "nic_speed: 800G"),),
        errors=("9:63: ConnectX-7 has no 800G ports; it offers 10G, 25G, 40G, 50G, 100G, 200G, 400G",),
    ),
    Case(
        "speed the switch lacks",
        (("nic_speed: 100G", "nic_speed: 50G"),),
        errors=("9:3: leaf-1, leaf-2: DCS-7060DX4-32 has no 50G ports (host); it offers 10G, 100G, 200G, 400G",),
    ),
    Case(
        "flat VLAN over a routed underlay",
        (("nic_speed: 100G", "nic_speed: 100G, vlan: 100"),),
        errors=(
            "9:75: VLAN 100 ends at each leaf, because the links between switches are routed: hosts "
            "behind different leaves would not reach each other. Add a tenant with a segment for VLAN "
            "100 (VXLAN), leave `vlan` out to route every NIC, or let each leaf route it (`leaf_vlan`)",
        ),
    ),
    Case(
        "platform without PFC",
        (("7060DX4-32", "7220 IXR-H3"),),
        errors=(
            "5:32: leaf-1, leaf-2: 7220 IXR-H3 has no PFC watchdog, which roce.watchdog needs (srl-labs "
            "yang-browser feature lists 25.3.1 (no qos-pfc)); choose another model",
            "5:32: leaf-1, leaf-2: 7220 IXR-H3 has no PFC, which the profile lossless needs (srl-labs "
            "yang-browser feature lists 25.3.1 (no qos-pfc)); choose another model",
        ),
    ),
    Case(
        "platform without VXLAN",
        (
            ("7060DX4-32", "7220 IXR-H4"),
            ("END", "tenants: [{name: blue, segments: [{vlan: 100, gateway: 10.100.0.1/24, hosts: ['*']}]}]\n"),
        ),
        errors=(
            "5:32: leaf-1, leaf-2: 7220 IXR-H4 has no EVPN, which the overlay of the tenants needs "
            "(srl-labs yang-browser feature lists 25.3.1 (no evpn)); choose another model",
            "5:32: leaf-1, leaf-2: 7220 IXR-H4 has no VXLAN, which the overlay of the tenants needs "
            "(srl-labs yang-browser feature lists 25.3.1 (no vxlan)); choose another model",
        ),
    ),
    Case(
        "pools too small",
        (("END", "addressing: {loopbacks: 10.9.0.0/30, fabric: 10.8.0.0/29, hosts: 10.7.0.0/26}\n"),),
        errors=(
            "10:25: 10.9.0.0/30 has 4 addresses and 5 are needed for the switches; use a /29",
            "10:46: 10.8.0.0/29 has 8 addresses and 16 are needed for the links between switches; use a /28",
            "10:66: 10.7.0.0/26 has 64 addresses and 128 are needed for the NICs (64 in 2 blocks of 64, "
            "one for each leaf); use a /25",
        ),
    ),
    Case(
        "pools that overlap",
        (("END", "addressing: {loopbacks: 10.0.0.0/16, hosts: 10.0.0.0/8}\n"),),
        errors=(
            "10:45: addressing.hosts 10.0.0.0/8 overlaps with addressing.fabric 10.240.0.0/14",
            "10:45: addressing.hosts 10.0.0.0/8 overlaps with addressing.loopbacks 10.0.0.0/16",
        ),
    ),
    Case(
        "AS numbers that clash",
        (("END", "as_numbers: {leaves: 65000, spines: 65001}\n"),),
        errors=("10:13: AS 65001 would be shared by spine-1, leaf-2, which drop each other's routes as loops",),
    ),
    Case(
        "AS number of a device that clashes",
        (("END", "devices: {leaf-2: {asn: 65001}, spine-1: {asn: 65100}, leaf-9: {}}\n"),),
        errors=(
            "10:25: AS 65001 would be shared by leaf-1, leaf-2, which drop each other's routes as loops",
            "10:64: no switch is called 'leaf-9'; they are called spine-1, spine-2, leaf-1 and so on",
        ),
    ),
    Case(
        "public AS number",
        (("END", "as_numbers: {leaves: 3320}\n"),),
        errors=(
            "10:13: leaf-1 would have AS 3320, which is not private: use 64512 to 65534 or 4200000000 up to 4294967294",
        ),
    ),
    Case(
        "code points used twice",
        (("END", "roce: {classes: [{dscp: [26, 48, 0]}]}\n"),),
        errors=(
            "10:25: DSCP 0 is that of unmarked traffic, which would become RoCE traffic",
            "10:25: DSCP 48 is used by CNPs already",
        ),
    ),
    Case(
        "priority and name used twice",
        (("END", "roce: {classes: [{priority: 6, name: cnp}]}\n"),),
        errors=(
            "10:29: priority 6 is used by CNPs already",
            "10:38: the name 'cnp' is that of the CNP class already",
        ),
    ),
    Case(
        "shares above 100",
        (("END", "roce: {classes: [{share: 90%}], best_effort: {share: 20%}}\n"),),
        errors=("10:17: the shares sum to 110%, not 100%: roce 90%, best effort 20%",),
    ),
    Case(
        "nothing left for best effort",
        (("END", "roce: {classes: [{share: 100%}]}\n"),),
        errors=(
            "10:7: best effort would have no share of the bandwidth, and with it BGP and ARP; leave it a few per cent",
        ),
    ),
    Case(
        "kmin at kmax",
        (("END", "roce: {ecn: {kmin: 200 KB, kmax: 200 KB}}\n"),),
        errors=("10:20: kmin 200000 B is not below kmax 200000 B; marking rises from kmin to kmax",),
    ),
    Case(
        "kmin above kmax at one speed",
        (("END", "roce: {ecn: {kmin: 8 us, kmax: 200 KB}}\n"),),
        errors=(
            "10:20: 400G ports of the leaves (DCS-7060DX4-32): kmin is 400000 bytes and kmax 200000; "
            "marking rises from kmin to kmax",
            "10:20: 400G ports of the spines (DCS-7060DX5-64S): kmin is 400000 bytes and kmax 200000; "
            "marking rises from kmin to kmax",
        ),
    ),
    Case(
        "kmin above the PFC point",
        (("END", "roce: {ecn: {kmin: 20 MB, kmax: 40 MB}}\n"),),
        warnings=(
            "10:20: 100G ports of the leaves (DCS-7060DX4-32): PFC can pause a sender at 6621388 bytes "
            "(shared buffer 59592496 bytes, alpha 1/8), before marking begins at 20000000; lower kmin, "
            "or PFC will be what controls congestion",
            "10:20: 400G ports of the leaves (DCS-7060DX4-32): PFC can pause a sender at 6621388 bytes "
            "(shared buffer 59592496 bytes, alpha 1/8), before marking begins at 20000000; lower kmin, "
            "or PFC will be what controls congestion",
            "10:20: 400G ports of the spines (DCS-7060DX5-64S): PFC can pause a sender at 12360201 "
            "bytes (shared buffer 111241812 bytes, alpha 1/8), before marking begins at 20000000; lower "
            "kmin, or PFC will be what controls congestion",
        ),
    ),
    Case(
        "pmax of zero",
        (("END", "roce: {ecn: {pmax: 0%}}\n"),),
        errors=("10:20: a probability of 0% marks nothing below kmax; use 1% to 100%",),
    ),
    Case(
        "detection too short",
        (("END", "roce: {watchdog: {detection: 5 ms, action: ignore-pause}}\n"),),
        errors=(
            "10:30: leaf-1, leaf-2: DCS-7060DX4-32 accepts 10 to 60000 ms in steps of 10 ms, not 5 ms",
            "10:30: spine-1, spine-2: DCS-7060DX5-64S accepts 10 to 60000 ms in steps of 10 ms, not 5 ms",
        ),
    ),
    Case(
        "polling too slow for EOS",
        (("END", "roce: {watchdog: {polling: 150 ms}}\n"),),
        errors=(
            "10:28: leaf-1, leaf-2: EOS polls at least twice within detection and recovery: at most 100 ms, not 150 ms",
            "10:28: spine-1, spine-2: EOS polls at least twice within detection and recovery: at most "
            "100 ms, not 150 ms",
        ),
    ),
    Case(
        "no poll time in common on NX-OS",
        (
            ("7060DX4-32", "N9K-C9332D-GX2B"),
            ("END", "roce: {watchdog: {detection: 250 ms, recovery: 1234 ms}}\n"),
        ),
        errors=(
            "10:30: leaf-1, leaf-2: NX-OS counts detection in 1 to 10 polls and recovery in 0 to 100, "
            "each of 100 to 1000 ms; 250 ms and 1234 ms have no such poll time in common",
            "10:48: spine-1, spine-2: DCS-7060DX5-64S accepts 10 to 60000 ms in steps of 10 ms, not 1234 ms",
        ),
    ),
    Case(
        "detection too long for SR Linux",
        (
            ("7060DX4-32", "7220 IXR-D5"),
            ("END", "roce: {watchdog: {detection: 2 s}}\n"),
        ),
        errors=("10:30: leaf-1, leaf-2: 7220 IXR-D5 accepts 10 to 1500 ms in steps of 1 ms, not 2000 ms",),
    ),
    Case(
        "detection of a fraction of a millisecond",
        (("END", "roce: {watchdog: {detection: 1500 us}}\n"),),
        errors=(
            "10:30: leaf-1, leaf-2: 1500 us is no whole number of milliseconds; write detection in ms",
            "10:30: spine-1, spine-2: 1500 us is no whole number of milliseconds; write detection in ms",
        ),
    ),
    Case(
        "RoCE path MTU above the MTU",
        (
            (
                "END",
                """\
mtu: {hosts: 1500}
roce: {transport: {path_mtu: 4096}}
""",
            ),
        ),
        errors=(
            "11:30: RoCE packets of 4096 bytes need an MTU of 4192 with their headers, and the hosts "
            "have 1500; raise mtu.hosts or lower the path MTU",
        ),
    ),
    Case(
        "fabric MTU below that of the hosts",
        (("END", "mtu: {hosts: 9000, fabric: 1500}\n"),),
        errors=(
            "10:28: hosts send packets up to 9000 bytes, and the links between switches carry 1500; "
            "raise mtu.fabric or lower mtu.hosts",
        ),
    ),
    Case(
        "MTU the platform lacks",
        (("END", "mtu: {hosts: 9300}\n"),),
        errors=(
            "10:6: leaf-1, leaf-2: DCS-7060DX4-32 carries IP packets of 68 to 9214 bytes, not 9300",
            "10:6: spine-1, spine-2: DCS-7060DX5-64S carries IP packets of 68 to 9214 bytes, not 9300",
        ),
    ),
    Case(
        "unknown platforms",
        (
            ("7060DX4-32", "7060DX4-33"),
            ("ConnectX-7", "ConectX-7"),
        ),
        errors=(
            "5:32: unknown platform '7060DX4-33'; did you mean DCS-7060DX4-32 or DCS-7060PX4-32 or DCS-7060DX5-32?",
            "9:40: unknown platform 'ConectX-7'; did you mean ConnectX-7 or ConnectX-9 or ConnectX-8?",
        ),
    ),
    Case(
        "a family of platforms",
        (("7060DX4-32", "7060X"),),
        errors=("5:32: unknown platform '7060X'; did you mean DCS-7060PX4-32 or DCS-7060DX5-32 or DCS-7060DX4-32?",),
    ),
    Case(
        "a switch as an adapter",
        (("ConnectX-7", "7060DX4-32"),),
        errors=("9:40: 7060DX4-32 is a switch; an adapter is wanted, such as ConnectX-7",),
    ),
    Case(
        "leaves that are no multiple of the rails",
        (
            ("kind: clos", "kind: rail-optimised"),
            ("count: 2, platform: 7060DX4-32", "count: 3, platform: 7060DX4-32"),
        ),
        errors=("5:19: 3 leaves cannot serve 4 rails; their number must be a multiple of 4",),
    ),
    Case(
        "rails that are not the NICs of a host",
        (("kind: clos", "kind: rail-optimised\n  rails: 8"),),
        errors=(
            "6:19: 2 leaves cannot serve 8 rails; their number must be a multiple of 8",
            "10:23: hosts have 4 NICs but the fabric has 8 rails; each rail takes one NIC of a host",
        ),
    ),
    Case(
        "links to nowhere and ports used twice",
        (
            (
                "END",
                """\
links:
  - {a: leaf-9, b: spine-1}
  - {a: leaf-1, b: leaf-2}
  - {a: 'leaf-1:Ethernet1/1', b: spine-1}
  - {a: 'leaf-1:Ethernet1/1', b: spine-1}
  - {a: 'leaf-1:Ethernet9/9', b: spine-2}
""",
            ),
        ),
        errors=(
            "11:9: no device is called 'leaf-9'; they are called spine-1, spine-2, leaf-1 and so on",
            "12:5: the topology has no link between leaf-1 and leaf-2; links only changes what is there",
            "13:9: leaf-1 cage 1 is used as 4x100g-2, so that there is no port Ethernet1/1 of 400G; "
            "choose a port of a free cage",
            "14:9: leaf-1 port Ethernet1/1 is used twice: also in links[2]",
            "15:9: DCS-7060DX4-32 has no port Ethernet9/9; its ports are called Ethernet1/1 to Ethernet34",
        ),
    ),
    Case(
        "more named ports than links",
        (
            (
                "END",
                """\
links:
  - {a: 'leaf-1:Ethernet20/1', b: spine-1}
  - {a: 'leaf-1:Ethernet21/1', b: spine-1}
  - {a: 'leaf-1:Ethernet22/1', b: spine-1}
  - {a: 'host-1:rdma9', b: leaf-1}
""",
            ),
        ),
        errors=(
            "13:5: leaf-1 and spine-1 have 2 links, and this is entry 3 that names a port",
            "14:9: host-1 has no NIC 'rdma9' towards leaf-1; did you mean 'rdma3'?",
        ),
    ),
    Case(
        "links spoken of twice",
        (
            (
                "END",
                """\
links:
  - {a: leaf-1, b: spine-1, length: 20 m}
  - {a: spine-1, b: leaf-1, length: 30 m}
  - {a: 'host-1:rdma1', b: 'leaf-1:Ethernet1/3'}
  - {a: 'host-1:rdma1', b: 'leaf-1:Ethernet1/5', length: 3 m}
""",
            ),
        ),
        errors=(
            "12:37: the length of this link is given in links[0] already",
            "14:28: this link has a port in links[2] already",
        ),
    ),
    Case(
        "profile that is not rendered",
        (("name: pod", "name: pod\nprofile: zero-touch"),),
        errors=(
            "3:10: configurations for the profile zero-touch cannot be made: its switches need no RoCE "
            "configuration; use lossy-roce where ECN is wanted as well. It is accepted for linting; "
            "rendered are lossless, two-lossless, lossy-roce, pfc-only, lossy-trimming, spectrum-x",
        ),
    ),
    Case(
        "trimming on a system without lines for it",
        (("name: pod", "name: pod\nprofile: lossy-trimming"),),
        errors=(
            "6:32: leaf-1, leaf-2: no public documentation shows a line of EOS that trims packets; use lossy-roce, or"
            " another system",
            "7:32: spine-1, spine-2: no public documentation shows a line of EOS that trims packets; use lossy-roce, or"
            " another system",
        ),
    ),
    *(
        Case(
            f"trimming on {platform}",
            (
                ("name: pod", "name: pod\nprofile: lossy-trimming"),
                ("7060DX4-32", platform),
                ("7060DX5-64S", "SN5600, system: cumulus, release: 5.16.1"),
                ("END", f"roce: {{trimming: {{size: {size}}}}}\n"),
            ),
            errors=tuple(f"{line}:32: {switch}: {message}" for line, switch in switches),
        )
        for platform, size, switches, message in (
            (
                "SN4700",
                256,
                ((6, "leaf-1"), (6, "leaf-2")),
                "packet trimming is for Spectrum-4 and later; SN4700 has another chip",
            ),
            (
                "SN5600, system: cumulus",
                210,
                ((6, "leaf-1"), (6, "leaf-2"), (7, "spine-1"), (7, "spine-2")),
                "NVUE trims to a multiple of 4 from 256 to 1024 bytes, not 210",
            ),
        )
    ),
    Case(
        "spectrum-x on a switch of another make",
        (("name: pod", "name: pod\nprofile: spectrum-x"), ("7060DX5-64S", "SN5600, system: cumulus")),
        errors=(
            "6:32: leaf-1, leaf-2: DCS-7060DX4-32 with EOS is no switch of NVIDIA Spectrum-X; use lossless, with"
            " load_balancing: dynamic where NICs put packets in order",
        ),
    ),
    Case(
        "PFC on links of 1600G",
        (
            ("7060DX4-32, uplinks_per_spine: 2, uplink_speed: 400G", "IXR-H6-64, system: sonic, uplink_speed: 1600G"),
            ("7060DX5-64S", "IXR-H6-64, system: sonic"),
            ("2:1", "1:1"),
        ),
        errors=tuple(
            f"{line}:32: {switch}: nobody has published how long a port of 1600G may take to obey a pause, so that no"
            " headroom follows; use lossy-roce, or slower ports"
            for line, switch in ((5, "leaf-1"), (5, "leaf-2"), (6, "spine-1"), (6, "spine-2"))
        ),
    ),
    Case(
        "classes that trimmed packets have",
        (
            ("name: pod", "name: pod\nprofile: lossy-trimming"),
            ("END", "roce: {trimming: {dscp: 48, priority: 3}}\n"),
        ),
        errors=(
            "11:7: priority 3 is used by trimmed packets already",
            "11:25: DSCP 48 is used by CNPs already",
        ),
    ),
    Case(
        "trimming in a profile without it",
        (("END", "roce: {trimming: {size: 512}}\n"),),
        warnings=("10:18: the profile lossless trims nothing; these settings have no effect",),
    ),
    Case(
        "two classes in a profile of one",
        (
            ("name: pod", "name: pod\nprofile: lossless"),
            ("END", "roce: {classes: [{}, {name: b, priority: 4, dscp: 34}]}\n"),
        ),
        errors=("11:17: the profile lossless has one lossless class, and 2 are given; say profile: two-lossless",),
    ),
    Case(
        "keys without effect in the profile",
        (
            ("name: pod", "name: pod\nprofile: lossy-roce"),
            ("END", "roce: {watchdog: {detection: 200 ms}, dcqcn: {enabled: false}}\n"),
        ),
        warnings=(
            "11:18: the profile lossy-roce has no PFC; the watchdog has nothing to watch",
            "11:56: switches mark congestion and NICs do not react; leave it on, or use the profile pfc-only",
        ),
    ),
    Case(
        "three lossless classes",
        (("END", "roce: {classes: [{}, {name: b, priority: 4, dscp: 34}, {name: c, priority: 5, dscp: 44}]}\n"),),
        errors=("10:17: the profile lossless has one lossless class, and 3 are given",),
    ),
    Case(
        "three tiers without super-spines",
        (("kind: clos", "kind: three-tier\n  pods: 2"),),
        errors=("4:3: a three-tier topology needs super_spines; or use kind: clos",),
    ),
    Case(
        "super-spines in two tiers",
        (
            (
                "kind: clos",
                """\
kind: clos
  pods: 2
  super_spines: {count: 2, platform: 7060DX5-64S}""",
            ),
        ),
        errors=(
            "5:9: clos has one pod; use kind: three-tier for 2",
            "6:17: clos has no super-spines; use kind: three-tier",
        ),
    ),
    Case(
        "leaves without spines",
        (("  spines: {count: 2, platform: 7060DX5-64S}\n", ""),),
        errors=("4:3: 2 leaves need spines to reach each other",),
    ),
    Case(
        "tenants that collide",
        (
            (
                "END",
                """\
tenants:
  - name: blue
    segments:
      - {vlan: 100, gateway: 10.100.0.0/24, hosts: ['*']}
      - {vlan: 100, gateway: 10.100.0.1/30, hosts: ['gpu-*']}
  - {name: blue, l3_vni: 50001, segments: [{vlan: 3, gateway: 10.1.1.1/24}]}
""",
            ),
        ),
        errors=(
            "13:30: 10.100.0.0/24 is no host address; did you mean 10.100.0.1/24?",
            "14:16: VLAN 100 of segment blue-100 is used by segment blue-100 already",
            "14:30: VLAN 100 of blue 10.100.0.0/30 overlaps with VLAN 100 of blue 10.100.0.0/24",
            "14:53: no host is called 'gpu-*'; they are called host-1, host-2, host-3 and so on",
            "15:12: there are two tenants called 'blue'",
            "15:26: VNI 50001 of the routing of blue is used by the routing of blue already",
        ),
    ),
    Case(
        "a NIC in two segments",
        (
            ("7060DX4-32", "7280CR3-32P4"),
            (
                "END",
                """\
tenants:
  - name: blue
    segments:
      - {vlan: 100, gateway: 10.100.0.1/28, hosts: ['*']}
      - {vlan: 101, gateway: 10.101.0.1/24, hosts: ['host-1'], rails: [2]}
""",
            ),
        ),
        errors=("11:3: NIC rdma1 of host-1 would be in VLANs 100 and 101; a RoCE port is in one",),
    ),
    Case(
        "a segment without hosts",
        (
            ("7060DX4-32", "7280CR3-32P4"),
            ("END", "tenants: [{name: blue, segments: [{vlan: 100, gateway: 10.100.0.1/28}]}]\n"),
        ),
        warnings=("10:42: no host is in VLAN 100; name hosts here, or the VLAN in a host group",),
    ),
    Case(
        "names without numbers",
        (("nic_speed: 100G", "nic_speed: 100G, name: host, netdev: eth, rdma_device: mlx"),),
        errors=(
            "9:75: 'host' is one name for 16 hosts; add {n}",
            "9:75: several devices would be called 'host'; give each host a name of its own, or"
            " list further NICs of the same hosts in `more_nics`",
            "9:89: 'eth' is one name for 4 NICs; add {nic}",
            "9:107: 'mlx' is one name for 4 NICs; add {nic}",
        ),
    ),
    Case(
        "a list that names one thing twice",
        (
            (
                "{count: 16, nics: 4, nic_platform: ConnectX-7, nic_speed: 100G}",
                "{count: 2, names: [a, a], nics: 2, netdev: [x, x], nic_platform: ConnectX-7, nic_speed: 100G}",
            ),
        ),
        errors=(
            "9:27: several devices would be called 'a'; give each host a name of its own, or"
            " list further NICs of the same hosts in `more_nics`",
            "9:48: several NICs of a host would be called x; give each a name of its own",
        ),
    ),
    Case(
        "names of other devices",
        (("nic_speed: 100G", "nic_speed: 100G, name: 'leaf-{n}', netdev: 'averylongdevice{nic}'"),),
        errors=(
            "5:11: several devices would be called 'leaf-1'; put {n} into the name and keep the tiers apart",
            "5:11: several devices would be called 'leaf-2'; put {n} into the name and keep the tiers apart",
            "9:75: several devices would be called 'leaf-1'; give each host a name of its own, or"
            " list further NICs of the same hosts in `more_nics`",
            "9:75: several devices would be called 'leaf-2'; give each host a name of its own, or"
            " list further NICs of the same hosts in `more_nics`",
            "9:95: 'averylongdevice3' has 16 letters; Linux takes 15 for an interface",
        ),
    ),
    Case(
        "hosts on an unknown leaf",
        (("nic_speed: 100G", "nic_speed: 100G, leaves: [leaf-7]"),),
        errors=("9:78: no leaf is called 'leaf-7'; they are called leaf-1, leaf-2",),
    ),
    Case(
        "storm longer than the retries",
        (("END", "roce: {transport: {ack_timeout_exponent: 14, retry_count: 0}}\n"),),
        warnings=(
            "10:19: queue pairs give up after 67 ms (timeout 14, 0 retries), and the watchdog needs 700 "
            "ms to end a pause storm; raise the timeout or shorten the watchdog",
        ),
    ),
]


def text_of(case: Case) -> str:
    text = INTENT
    for old, new in case.changes:
        assert text.count(old) == 1, f"{old!r} is not once in the intent"
        text = text.replace(old, new)
    return text.replace("END", "")


def test_the_unchanged_intent_is_without_fault() -> None:
    assert make_views(parse_intent(text_of(Case("valid", ())), "f.yaml")).warnings == ()


@pytest.mark.parametrize("case", [case for case in CASES if case.errors], ids=lambda case: case.name)
def test_a_contradiction_is_refused_with_place_and_numbers(case: Case) -> None:
    with pytest.raises(IntentError) as caught:
        make_views(parse_intent(text_of(case), "f.yaml"))
    assert [str(problem) for problem in caught.value.problems] == [f"f.yaml:{error}" for error in case.errors]


@pytest.mark.parametrize("case", [case for case in CASES if case.warnings], ids=lambda case: case.name)
def test_what_is_doubtful_is_a_warning(case: Case) -> None:
    views = make_views(parse_intent(text_of(case), "f.yaml"))
    assert [str(problem) for problem in views.warnings] == [f"f.yaml:{warning}" for warning in case.warnings]


def test_every_case_says_something() -> None:
    assert [case.name for case in CASES if not case.errors and not case.warnings] == []
