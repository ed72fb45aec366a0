"""opensm.conf as OpenSM 3.3.23 reads it.

Source: osm_subn_parse_conf_file, osm_subn_set_default_opt and osm_subn_verify_config in opensm/osm_subnet.c.

The five sets of QoS options of opensm.conf.

Source: subn_verify_qos_set in opensm/osm_subnet.c of OpenSM 3.3.23.
"""

from __future__ import annotations

import re

from roce_lint.infiniband.ib_fabric import DEFAULT_PREFIX
from roce_lint.infiniband.opensm.c_text import printable
from roce_lint.infiniband.opensm.command_line import is_command_line, read_command_line
from roce_lint.infiniband.opensm.nvidia_options import NVIDIA_ENGINES, NVIDIA_OPTIONS
from roce_lint.infiniband.opensm.option_lines import raw_options
from roce_lint.infiniband.opensm.option_values import DEFAULT_BECAUSE, OptionValues
from roce_lint.infiniband.sm_options import Enforcement, OpenSmDialect, QosOptions, RawOption, SmOptions
from roce_lint.model.fact import Default, Fact, Source, Stated, Unknown, known
from roce_lint.model.reading import Reading
from roce_lint.text.document import Document

PREFIXES = ("qos", "qos_ca", "qos_sw0", "qos_swe", "qos_rtr")
SERVICE_LEVELS = 16
_MOST_PAIRS = 64
_VLARB_HIGH = tuple((lane, 4 if lane == 0 else 0) for lane in range(15))
_VLARB_LOW = tuple((lane, 0 if lane == 0 else 4) for lane in range(15))
_SL2VL = (*range(15), 7)


def qos_sets(values: OptionValues, qos_is_on: bool) -> tuple[QosOptions, ...]:
    """Return the sets; OpenSM checks them only where QoS is on, and then warns and goes on."""
    return tuple(_qos_set(values, prefix, qos_is_on) for prefix in PREFIXES)


def _qos_set(values: OptionValues, prefix: str, qos_is_on: bool) -> QosOptions:
    max_vls = values.number(f"{prefix}_max_vls", 0)
    if isinstance(max_vls, Stated) and max_vls.value > 15:
        because = f"{max_vls.value} is above 15, so OpenSM takes its default"
        if qos_is_on:
            values.replaced(f"{prefix}_max_vls", "0", because)
        max_vls = Default(0, max_vls.source, because)
    high_limit = values.number(f"{prefix}_high_limit", -1)
    if isinstance(high_limit, Stated) and not 0 <= high_limit.value <= 255:
        because = f"{high_limit.value} is not from 0 to 255, so OpenSM takes its default"
        if qos_is_on:
            values.replaced(f"{prefix}_high_limit", "0", because)
        high_limit = Default(-1, high_limit.source, because)
    return QosOptions(
        prefix,
        max_vls,
        high_limit,
        _arbitration(values, f"{prefix}_vlarb_high", _VLARB_HIGH),
        _arbitration(values, f"{prefix}_vlarb_low", _VLARB_LOW),
        _lanes(values, f"{prefix}_sl2vl"),
    )


def _arbitration(
    values: OptionValues, name: str, default: tuple[tuple[int, int], ...]
) -> Fact[tuple[tuple[int, int], ...]]:
    text = values.text(name, "")
    if isinstance(text, Unknown) or not text.value:
        return Default(default, values.place(name), DEFAULT_BECAUSE)
    pairs = []
    for part in filter(None, text.value.split(",")):
        lane, colon, weight = part.partition(":")
        if not colon or not lane.strip().isdecimal() or not weight.strip().isdecimal():
            values.suspicious(name, f"{part.strip()} is no pair of a virtual lane and a weight such as 0:4")
            return Unknown(f"{part.strip()} cannot be read", text.source)
        pairs.append((int(lane), int(weight)))
    for lane_number, weight_number in pairs:
        if lane_number > 14:
            values.suspicious(name, f"virtual lane {lane_number} is out of range; data use 0 to 14")
        if weight_number > 255:
            values.suspicious(name, f"weight {weight_number} is out of range; the highest is 255")
    if len(pairs) > _MOST_PAIRS:
        values.suspicious(name, f"{len(pairs)} pairs are listed; OpenSM drops those after the {_MOST_PAIRS}th")
    return Stated(tuple(pairs[:_MOST_PAIRS]), text.source)


def _lanes(values: OptionValues, name: str) -> Fact[tuple[int, ...]]:
    text = values.text(name, "")
    if isinstance(text, Unknown) or not text.value:
        return Default(_SL2VL, values.place(name), DEFAULT_BECAUSE)
    parts = [part.strip() for part in text.value.split(",") if part]
    wrong = next((part for part in parts if not part.isdecimal()), "")
    if wrong:
        values.suspicious(name, f"{wrong} is no virtual lane")
        return Unknown(f"{wrong} cannot be read", text.source)
    lanes = [int(part) for part in parts]
    if len(lanes) != SERVICE_LEVELS:
        values.suspicious(name, f"{len(lanes)} virtual lanes are listed; there are {SERVICE_LEVELS} service levels")
    high = next((lane for lane in lanes if lane > 15), None)
    if high is not None:
        values.suspicious(name, f"virtual lane {high} is out of range; the highest is 15")
    return Stated(tuple(lanes[:SERVICE_LEVELS]), text.source)


DEFAULT_PARTITION_FILE = "/etc/opensm/partitions.conf"
_NVIDIA_MAX_OP_VLS = 2
"""OSM_DEFAULT_MAX_OP_VLS of NVIDIA's osm_base.h."""


def read_opensm_conf(document: Document) -> Reading:
    """Return the options of an opensm.conf, any bytes at all, or the flags of a file that starts OpenSM."""
    if is_command_line(document.path, document.text):
        return read_command_line(document)
    return Reading((), (), (), (parse_options(document.octets, document.path),))


def parse_options(
    octets: bytes, path: str, dialect: OpenSmDialect = OpenSmDialect.OPEN, flags: tuple[RawOption, ...] = ()
) -> SmOptions:
    """Return what OpenSM makes of a file and of the flags that it gets after it; an empty one gives the defaults.

    A file with an option or an engine that only NVIDIA's OpenSM has is read as that one reads it.
    """
    raw = (*raw_options(octets, path), *flags)
    if any(_is_of_nvidia(option) for option in raw):
        dialect = OpenSmDialect.NVIDIA
    values = OptionValues(path, dialect)
    for option in raw:
        values.take(option)
    sweep, lease, protection = _sweep_and_lease(values)
    qos = values.boolean("qos", False)
    sets = qos_sets(values, known(qos, False))
    _note_other_limits(values)
    boolean, number, text = values.boolean, values.number, values.text
    return SmOptions(
        source=Source(path, 0, 0),
        dialect=dialect,
        octets=octets,
        guid=number("guid", 0),
        subnet_prefix=number("subnet_prefix", DEFAULT_PREFIX),
        m_key=number("m_key", 0),
        m_key_lease_period_s=lease,
        m_key_protection_level=protection,
        m_key_lookup=boolean("m_key_lookup", True),
        sm_key=number("sm_key", 1),
        sa_key=number("sa_key", 1),
        sm_priority=values.bounded("sm_priority", 0, 15, 0),
        sm_inactive=boolean("sm_inactive", False),
        ignore_other_sm=boolean("ignore_other_sm", False),
        sminfo_polling_timeout_ms=number("sminfo_polling_timeout", 10_000),
        polling_retry_number=number("polling_retry_number", 4),
        lmc=values.bounded("lmc", 0, 7, 0),
        lmc_esp0=boolean("lmc_esp0", False),
        reassign_lids=boolean("reassign_lids", False),
        honor_guid2lid_file=boolean("honor_guid2lid_file", False),
        fsync_high_avail_files=boolean("fsync_high_avail_files", True),
        sweep_interval_s=sweep,
        sweep_on_trap=boolean("sweep_on_trap", True),
        force_heavy_sweep=boolean("force_heavy_sweep", False),
        partition_config_file=_partition_file(values),
        part_enforce=_enforcement(values),
        allow_both_pkeys=boolean("allow_both_pkeys", False),
        keep_pkey_indexes=boolean("keep_pkey_indexes", True),
        qos=qos,
        qos_policy_file=text("qos_policy_file", "/etc/opensm/qos-policy.conf"),
        qos_sets=sets,
        max_op_vls=number("max_op_vls", 5 if dialect is OpenSmDialect.OPEN else _NVIDIA_MAX_OP_VLS),
        sm_sl=number("sm_sl", 0),
        routing_engine=_routing_engines(values),
        root_guid_file=text("root_guid_file", ""),
        cn_guid_file=text("cn_guid_file", ""),
        io_guid_file=text("io_guid_file", ""),
        ids_guid_file=text("ids_guid_file", ""),
        connect_roots=boolean("connect_roots", False),
        nue_max_num_vls=number("nue_max_num_vls", 1),
        lash_start_vl=number("lash_start_vl", 0),
        babbling_port_policy=boolean("babbling_port_policy", False),
        exit_on_fatal=boolean("exit_on_fatal", True),
        ipoib_mcgroup_creation_validation=boolean("ipoib_mcgroup_creation_validation", True),
        mcgroup_join_validation=boolean("mcgroup_join_validation", True),
        log_flags=number("log_flags", 0x03),
        lines=tuple(values.lines),
        remarks=tuple(sorted(values.remarks, key=lambda remark: remark.source.line)),
    )


def _is_of_nvidia(option: RawOption) -> bool:
    """Say whether a line makes sense to NVIDIA's OpenSM alone."""
    if option.name == b"routing_engine":
        return any(name in NVIDIA_ENGINES for name in _engine_names(printable(option.value, 4096)))
    return printable(option.name) in NVIDIA_OPTIONS


def _engine_names(text: str) -> tuple[str, ...]:
    return tuple(filter(None, re.split(r"[, \t\n]+", text)))


def _partition_file(values: OptionValues) -> Fact[str]:
    fact = values.text("partition_config_file", DEFAULT_PARTITION_FILE)
    if isinstance(fact, Stated) and not fact.value and values.stated["partition_config_file"].value:
        return Default(DEFAULT_PARTITION_FILE, fact.source, "(null) means the default path")
    return fact


def _enforcement(values: OptionValues) -> Fact[Enforcement]:
    """Return what switches filter; `no_partition_enforcement TRUE` wins over `part_enforce`."""
    off = values.boolean("no_partition_enforcement", False)
    if known(off, False):
        return Stated(Enforcement.OFF, values.place("no_partition_enforcement"))
    fact = values.text("part_enforce", Enforcement.BOTH.value)
    if isinstance(fact, Default):
        return Default(Enforcement.BOTH, fact.source, DEFAULT_BECAUSE)
    word, place = known(fact, ""), values.place("part_enforce")
    if word in {choice.value for choice in Enforcement}:
        return Stated(Enforcement(word), place)
    because = f"{word or '(null)'} is not both, in, out or off, so OpenSM takes both"
    values.replaced("part_enforce", "both", because)
    return Default(Enforcement.BOTH, place, because)


def _sweep_and_lease(values: OptionValues) -> tuple[Fact[int], Fact[int], Fact[int]]:
    """Return sweep interval, M_Key lease and protection level after OpenSM has made them fit each other."""
    protection = values.bounded("m_key_protection_level", 0, 3, 2)
    sweep, lease = values.number("sweep_interval", 10), values.number("m_key_lease_period", 0)
    sweep_s, lease_s = known(sweep, 10), known(lease, 0)
    if not known(protection, 0) or not lease_s:
        return sweep, lease, protection
    if not sweep_s:
        because = (
            f"with a protected M_Key lease of {lease_s} s sweeping cannot be off: OpenSM sweeps each {lease_s - 1} s"
        )
        values.replaced("sweep_interval", str(lease_s - 1), because)
        sweep = Default(lease_s - 1, values.place("sweep_interval"), because)
    elif sweep_s >= lease_s:
        because = f"the lease must be longer than the sweep interval of {sweep_s} s: OpenSM takes {sweep_s + 1} s"
        values.replaced("m_key_lease_period", str(sweep_s + 1), because)
        lease = Default(sweep_s + 1, values.place("m_key_lease_period"), because)
    return sweep, lease, protection


def _routing_engines(values: OptionValues) -> Fact[tuple[str, ...]]:
    text = values.text("routing_engine", "")
    if isinstance(text, Stated):
        return Stated(_engine_names(text.value), text.source)
    return Default((), values.place("routing_engine"), DEFAULT_BECAUSE)


def _note_other_limits(values: OptionValues) -> None:
    """Note values that OpenSM replaces and that no fact holds."""
    values.bounded("fdr10", 1, 2, 1)
    values.bounded("max_wire_smps", 4, 0x7FFF_FFFF, 4)
    values.bounded("force_link_speed", 15, 15, 15)
    speed = known(values.number("force_link_speed", 15), 15)
    if 7 < speed < 15:
        values.replaced("force_link_speed", "15", f"{speed} is no set of speeds, so OpenSM takes 15")
    extended = known(values.number("force_link_speed_ext", 31), 31)
    if 15 < extended < 30 or extended > 31:
        values.replaced("force_link_speed_ext", "31", f"{extended} is no set of speeds, so OpenSM takes 31")
    width = known(values.number("force_link_width", 255), 255)
    if 31 < width < 255:
        values.replaced("force_link_width", "255", f"{width} is no set of widths, so OpenSM takes 255")
    console = values.text("console", "off")
    if known(console, "") not in ("off", "local", "loopback", "socket"):
        values.replaced("console", "off", "console is off, local, loopback or socket; OpenSM takes off")
    transaction = known(values.number("transaction_timeout", 200), 200)
    if known(values.number("long_transaction_timeout", 500), 500) < transaction:
        because = f"it may not be below transaction_timeout, so OpenSM takes {transaction}"
        values.replaced("long_transaction_timeout", str(transaction), because)
