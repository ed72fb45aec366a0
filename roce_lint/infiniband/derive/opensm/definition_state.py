"""One definition of a partition file and the IPoIB group that it asks for, as rules see it."""

from __future__ import annotations

from roce_lint.infiniband.partition import PartitionConfiguration, PartitionDefinition
from roce_lint.infiniband.sm_options import SmOptions
from roce_lint.model.fact import Fact, Source, Stated, Unknown, known
from roce_lint.values import dataclass

_MTU_CODES = range(1, 6)
"""256 to 4096 bytes (IBA 1.7, 15.2.5.17: MCMemberRecord.MTU)."""
_RATE_CODES = range(2, 23)
"""2.5 to 600 Gb/s (MCMemberRecord.Rate), as OpenSM 3.3.23 takes them."""


@dataclass(frozen=True, slots=True)
class DefinitionState:
    """One definition of a partition file."""

    name: str
    """The name of the partition."""
    key: str
    """The effective 15 bits, as `0x0001`."""
    asks_for_group: bool
    """It requests a broadcast group (`ipoib`)."""
    mtu_code: int
    """The MTU code of its group."""
    rate_code: int
    """The rate code of its group."""
    service_level: int
    """The service level of its group, 0 to 15."""
    mtu_is_a_code: Fact[bool]
    """`mtu_code` is defined in the InfiniBand specification."""
    rate_is_a_code: Fact[bool]
    """`rate_code` is defined in the InfiniBand specification."""
    service_level_counts: Fact[bool]
    """The service level has an effect: QoS is on, or it is 0."""


def definition_states(
    configuration: PartitionConfiguration, options: SmOptions | None
) -> tuple[tuple[PartitionDefinition, DefinitionState], ...]:
    """Return every definition of a file with its state, in order."""
    return tuple((definition, _state(definition, options)) for definition in configuration.definitions)


def _state(definition: PartitionDefinition, options: SmOptions | None) -> DefinitionState:
    place = Source(definition.source.file, definition.source.line, definition.source.line)
    flags = definition.flags
    return DefinitionState(
        name=definition.written_name or "without a name",
        key=f"0x{definition.key:04x}",
        asks_for_group=definition.is_ipoib or bool(definition.groups),
        mtu_code=flags.mtu_code,
        rate_code=flags.rate_code,
        service_level=flags.sl,
        mtu_is_a_code=Stated(flags.mtu_code in _MTU_CODES, place),
        rate_is_a_code=Stated(flags.rate_code in _RATE_CODES, place),
        service_level_counts=_service_level_counts(flags.sl, options, place),
    )


def _service_level_counts(level: int, options: SmOptions | None, place: Source) -> Fact[bool]:
    """Say whether the service level of a definition has an effect: OpenSM takes 0 unless `qos TRUE`."""
    if not level:
        return Stated(True, place)
    if options is None:
        return Unknown("the opensm.conf that goes with the partition file", place)
    return Stated(known(options.qos, False), place)
