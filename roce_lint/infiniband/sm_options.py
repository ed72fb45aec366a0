"""The options of a subnet manager, as OpenSM takes them from opensm.conf.

Defaults and limits: opensm/osm_subnet.c (osm_subn_set_default_opt, osm_subn_verify_config) and osm_base.h of
OpenSM 3.3.23. Names are OpenSM's own, with a unit where it has one.
"""

from __future__ import annotations

from enum import Enum

from roce_lint.model.fact import Fact, Source
from roce_lint.values import dataclass


class Enforcement(Enum):
    """Which packets the switch port in front of a host is set to filter by P_Key."""

    BOTH = "both"
    IN = "in"
    OUT = "out"
    OFF = "off"


class OpenSmDialect(Enum):
    """Whose OpenSM reads a file: they share names, grammar and limits, and each has options of its own."""

    OPEN = "the open OpenSM"
    """OpenSM 3.3 of linux-rdma, as distributions carry it."""
    NVIDIA = "NVIDIA's OpenSM"
    """OpenSM 5.x of UFM, DOCA and MLNX_OFED. Not all of its options are published."""


class OptionAction(Enum):
    """What OpenSM does with a line of opensm.conf that it does not take as it stands."""

    UNKNOWN_NAME = "unknown name"
    """The first word is no option: ignored, one line on standard output."""
    UNPUBLISHED_NAME = "unpublished name"
    """No published option of NVIDIA's OpenSM, nor nearly one: whether it is one is not known."""
    OTHER_DIALECT = "name of the other OpenSM"
    """An option of the open OpenSM in a file of NVIDIA's, which ignores it."""
    NOT_BOOLEAN = "not a boolean"
    """A boolean is spelled otherwise than TRUE or FALSE: it counts as FALSE, without a message."""
    NOT_NUMBER = "not a number"
    """A number was expected: the line is ignored."""
    OUT_OF_RANGE = "out of range"
    """Larger than the option's type holds: the line is ignored."""
    REPLACED = "replaced"
    """Outside the sensible range: OpenSM takes another value and says so on standard output."""
    OVERRIDDEN = "overridden"
    """Stated again further down; the last one holds."""
    CUT = "cut"
    """The line is longer than 1022 bytes; the rest is read as a line of its own."""
    SUSPICIOUS = "suspicious"
    """Taken as it stands, with a warning: a list with a wrong number of values or values out of range."""


@dataclass(frozen=True, slots=True)
class OptionRemark:
    """One line of opensm.conf that OpenSM does not accept as written.

    `value` is what the line says, `in_force` what OpenSM uses instead (both printable text), `because` a sentence.
    """

    action: OptionAction
    name: str
    value: str
    in_force: str
    because: str
    source: Source


@dataclass(frozen=True, slots=True)
class OptionLine:
    """A line whose name the OpenSM that reads the file knows, as it is written; the last one of a name holds."""

    name: str
    value: str
    source: Source


@dataclass(frozen=True, slots=True)
class RawOption:
    """Name and value of one line, or of one piece of a line that is too long."""

    name: bytes
    value: bytes
    source: Source
    is_cut: bool


@dataclass(frozen=True, slots=True)
class SmFlags:
    """What a unit or a settings file of the service gives to OpenSM as flags, which come after its opensm.conf.

    `config_file`: the path that the flag for it names, empty if it is not given.
    """

    source: Source
    config_file: str
    options: tuple[RawOption, ...]


@dataclass(frozen=True, slots=True)
class QosOptions:
    """One of the five sets of QoS options; `prefix` is `qos`, `qos_ca`, `qos_sw0`, `qos_swe` or `qos_rtr`.

    Lists are numbers in the order of the file; VLArb entries are (VL, weight). Unknown if a list cannot be read.
    """

    prefix: str
    max_vls: Fact[int]
    high_limit: Fact[int]
    vlarb_high: Fact[tuple[tuple[int, int], ...]]
    vlarb_low: Fact[tuple[tuple[int, int], ...]]
    sl2vl: Fact[tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class SmOptions:
    """One opensm.conf, or the defaults where there is none.

    Values are what OpenSM uses after its own corrections; `remarks` tells where that is not what is written. Texts
    that are unset, `(null)`, are empty. `lines` holds every known option as written. `octets` is the file, to be read
    again when another file says whose OpenSM reads it.
    """

    source: Source
    dialect: OpenSmDialect
    octets: bytes
    guid: Fact[int]
    subnet_prefix: Fact[int]
    m_key: Fact[int]
    m_key_lease_period_s: Fact[int]
    m_key_protection_level: Fact[int]
    m_key_lookup: Fact[bool]
    sm_key: Fact[int]
    sa_key: Fact[int]
    sm_priority: Fact[int]
    sm_inactive: Fact[bool]
    ignore_other_sm: Fact[bool]
    sminfo_polling_timeout_ms: Fact[int]
    polling_retry_number: Fact[int]
    lmc: Fact[int]
    lmc_esp0: Fact[bool]
    reassign_lids: Fact[bool]
    honor_guid2lid_file: Fact[bool]
    fsync_high_avail_files: Fact[bool]
    sweep_interval_s: Fact[int]
    sweep_on_trap: Fact[bool]
    force_heavy_sweep: Fact[bool]
    partition_config_file: Fact[str]
    part_enforce: Fact[Enforcement]
    allow_both_pkeys: Fact[bool]
    keep_pkey_indexes: Fact[bool]
    qos: Fact[bool]
    qos_policy_file: Fact[str]
    qos_sets: tuple[QosOptions, ...]
    max_op_vls: Fact[int]
    sm_sl: Fact[int]
    routing_engine: Fact[tuple[str, ...]]
    """Engines in the order in which they are tried; empty: the default, minhop."""
    root_guid_file: Fact[str]
    cn_guid_file: Fact[str]
    io_guid_file: Fact[str]
    ids_guid_file: Fact[str]
    connect_roots: Fact[bool]
    nue_max_num_vls: Fact[int]
    lash_start_vl: Fact[int]
    babbling_port_policy: Fact[bool]
    exit_on_fatal: Fact[bool]
    ipoib_mcgroup_creation_validation: Fact[bool]
    mcgroup_join_validation: Fact[bool]
    log_flags: Fact[int]
    lines: tuple[OptionLine, ...]
    remarks: tuple[OptionRemark, ...]

    def as_written(self, name: str) -> OptionLine | None:
        """Return the line in force of an option; None where the file is silent."""
        return next((line for line in reversed(self.lines) if line.name == name), None)
