"""Read the files of a SONiC switch into the vendor-neutral model."""

from __future__ import annotations

from roce_lint.model.device import Device, DeviceBuffer, LoadBalancing, Overlay
from roce_lint.model.diagnostics import Diagnostics
from roce_lint.model.fact import Source, Unknown
from roce_lint.model.reading import Reading
from roce_lint.os.sonic import defaults
from roce_lint.os.sonic.database import Database, parse_database
from roce_lint.os.sonic.names import name_from_path
from roce_lint.os.sonic.ports import read_ports
from roce_lint.text.document import Document


def read_sonic(document: Document) -> Reading:
    """Return the device that a file of SONiC describes. Never raises."""
    parsed = parse_database(document.path, document.text)
    databases = parsed.databases or {"localhost": Database(document.path)}
    named = [field.value for one in databases.values() if (field := one.metadata("hostname"))]
    diagnostics = Diagnostics(document.path, named[0] if named else name_from_path(document.path))
    if parsed.fault:
        place = Source(document.path, parsed.after_line, parsed.after_line)
        diagnostics.not_understood("", f"{parsed.fault}; what follows was not read", place)
    for database in databases.values():
        for piece in database.misplaced:
            diagnostics.not_understood(piece.text, piece.because, piece.source)
    device = _device(databases, diagnostics)
    return Reading((device,), (), diagnostics.unread_lines())


def _device(databases: dict[str, Database], diagnostics: Diagnostics) -> Device:
    whole = diagnostics.whole_file
    unread = Unknown("it is not read from a configuration of SONiC", whole)
    return Device(
        name=diagnostics.device,
        os="sonic",
        source=whole,
        platform=unread,
        release=unread,
        role=Unknown("a configuration of SONiC does not state the device's place in the fabric", whole),
        asn=unread,
        ports=tuple(port for one in databases.values() for port in read_ports(one, diagnostics)),
        nics=(),
        buffer=DeviceBuffer(unread, unread, unread, unread, unread),
        load_balancing=LoadBalancing(
            defaults.HASH_USES_PORTS.at(whole), defaults.NO_SPRAY.at(whole), Unknown("no frr.conf is read", whole)
        ),
        overlay=Overlay(defaults.NO_TUNNEL.at(whole), unread, unread, unread),
        undefined_references=diagnostics.undefined_references(),
        refused_settings=diagnostics.refused_settings(),
    )
