"""Read the files of a SONiC switch into the vendor-neutral model."""

from __future__ import annotations

from collections.abc import Iterator

from roce_lint.model.device import Device, Link, LoadBalancing, Port, PortRef
from roce_lint.model.diagnostics import Diagnostics
from roce_lint.model.fact import Fact, Source, Stated, Unknown
from roce_lint.model.reading import Reading
from roce_lint.model.routing import Routing
from roce_lint.model.terms import LinkOrigin
from roce_lint.os.frr.reader import FrrReader, FrrText, hostname_of, is_frr, most_paths
from roce_lint.os.sonic import defaults
from roce_lint.os.sonic.access_lists import packet_filters
from roce_lint.os.sonic.adaptive_routing import adaptive_routing, sprays_packets
from roce_lint.os.sonic.bgp_tables import asn_of, bgp_process
from roce_lint.os.sonic.bridging import bridge_domains, overlay, tunnels, virtual_addresses
from roce_lint.os.sonic.database import HOST, Database, ParsedFile, parse_database
from roce_lint.os.sonic.detect import in_json
from roce_lint.os.sonic.headroom import HeadroomTable
from roce_lint.os.sonic.link_retry import link_retries
from roce_lint.os.sonic.names import name_from_path
from roce_lint.os.sonic.ports import SonicPortReader
from roce_lint.os.sonic.releases import image_of, release_in_force
from roce_lint.os.sonic.side_files import add_ports_of_sku, kind_of, read_side_file
from roce_lint.os.sonic.static_routes import static_routes
from roce_lint.os.sonic.tables import report_unknown
from roce_lint.os.sonic.trimming import packet_trimming
from roce_lint.text.document import Document
from roce_lint.text.patterns import lazy_pattern

_PROMPT = lazy_pattern(r"^\w+@([\w.-]+):", 8)


def read_sonic(document: Document) -> Reading:
    """Return the device that a file of SONiC describes, with everything in it that was not understood.

    The file is a database (whole, in part, of several ASICs, or a dump of `TABLE|key` rows), a configuration of
    FRRouting, or a capture with both of them. Never raises.
    """
    return _read((document,)) or Reading((), (), ())


def read_files(documents: tuple[Document, ...], alone: tuple[Reading, ...]) -> Reading | None:
    """Return the device that several files describe; None where two of them contradict each other.

    `alone` has what each file says by itself.
    """
    databases = [number for number, one in enumerate(alone) if one.devices and one.devices[0].ports]
    rest = tuple(one for number, one in enumerate(documents) if number not in databases)
    if len(databases) != 1 or not all(is_frr(one.text) and not in_json(one.text) for one in rest):
        return _read(documents)
    reading = alone[databases[0]]
    (device,) = reading.devices
    diagnostics = Diagnostics(rest[0].path, device.name)
    if any(hostname_of(one.text) not in ("", device.name) for one in rest):
        return _read(documents)
    routed = FrrReader(tuple(map(FrrText, rest)), defaults.MAXIMUM_PATHS, diagnostics).with_routing(device)
    return Reading((routed,), reading.links, (*reading.unread, *diagnostics.unread_lines()))


def _read(documents: tuple[Document, ...]) -> Reading | None:
    parsed = [_parsed(one) for one in documents]
    databases: dict[str, Database] = {}
    for one in parsed:
        for name, database in one.databases.items():
            if name not in databases:
                databases[name] = database
            elif databases[name].merge(database):
                return None
    routing = tuple(text for document, one in zip(documents, parsed, strict=True) for text in _frr_texts(document, one))
    databases = databases or {HOST: Database(documents[0].path)}
    for database in databases.values():
        add_ports_of_sku(database)
    named = {stated.value for one in databases.values() if (stated := one.metadata("hostname"))}
    if len(named) > 1:
        return None
    spoken = [hostname_of(text.document.text) for text in routing] + [_prompt(document.text) for document in documents]
    diagnostics = Diagnostics(
        documents[0].path, next((name for name in (*named, *spoken) if name), name_from_path(documents[0].path))
    )
    for one in parsed:
        _report_rest(one, diagnostics)
    device = _device(databases, documents, diagnostics)
    if routing:
        device = FrrReader(routing, defaults.MAXIMUM_PATHS, diagnostics).with_routing(device)
    links = tuple(link for one in databases.values() for link in _links(one, device.name, device.ports))
    return Reading((device,), links, diagnostics.unread_lines())


def _parsed(document: Document) -> ParsedFile:
    """Return what a file holds: the tables of a database, or those of a file of its hardware SKU."""
    found, kind = parse_database(document.path, document.text), kind_of(document.text)
    if not kind:
        return found
    database = found.databases.get(HOST) or Database(document.path)
    return ParsedFile({HOST: read_side_file(document, kind, database)}, "", found.after_line, "")


def _frr_texts(document: Document, parsed: ParsedFile) -> Iterator[FrrText]:
    """Yield the lines of FRRouting in a file: all of it, those behind a database, and the text in a database."""
    if not parsed.databases and is_frr(document.text):
        yield FrrText(document)
    if parsed.databases and is_frr(parsed.after):
        yield FrrText(Document(document.path, "\n" * (parsed.after_line - 1) + parsed.after))
    for database in parsed.databases.values():
        if database.routing is not None and is_frr(database.routing.value):
            yield FrrText(Document(document.path, database.routing.value), database.routing.source.line)


def _prompt(text: str) -> str:
    found = _PROMPT.search(text)
    return found[1] if found else ""


def _report_rest(parsed: ParsedFile, diagnostics: Diagnostics) -> None:
    """Report what is no row of a database."""
    for database in parsed.databases.values():
        if parsed.fault:
            place = Source(database.file, parsed.after_line, parsed.after_line)
            diagnostics.not_understood("", f"{parsed.fault}; what follows was not read", place)
        for piece in database.misplaced:
            diagnostics.not_understood(piece.text, piece.because, piece.source)


def _device(databases: dict[str, Database], documents: tuple[Document, ...], diagnostics: Diagnostics) -> Device:
    """Return what the tables say; the AS number and the buffers of several ASICs are those of the first."""
    whole = diagnostics.whole_file
    several = tuple(databases.values())
    main = several[0]
    tables = [HeadroomTable(one) for one in several]
    release = image_of(documents, whole)
    diagnostics.release = release_in_force(release, main)
    readers = [SonicPortReader(one, table, diagnostics) for one, table in zip(several, tables, strict=True)]
    ports = tuple(port for one in readers for port in one.ports())
    routing = Routing(
        bgp=tuple(process for one in several for process in bgp_process(one, asn_of(one, whole), diagnostics)),
        static_routes=tuple(route for one in several for route in static_routes(one, diagnostics)),
        bridge_domains=tuple(domain for one in several for domain in bridge_domains(one)),
        tunnels=tuple(tunnel for one in several for tunnel in tunnels(one)),
        virtual_addresses=tuple(address for one in several for address in virtual_addresses(one)),
    )
    for database in several:
        report_unknown(database, diagnostics)
    balancing = adaptive_routing(main, diagnostics)
    trimming = packet_trimming(main, tables[0].platform, diagnostics)
    retries = tuple(retry for one in several for retry in link_retries(one, diagnostics))
    return Device(
        name=diagnostics.device,
        os="sonic",
        source=whole,
        platform=_platform(main, tables[0], whole),
        release=release,
        role=Unknown("a configuration of SONiC does not state the device's place in the fabric", whole),
        asn=asn_of(main, whole),
        ports=ports,
        nics=(),
        buffer=readers[0].qos.buffers.pools(),
        load_balancing=LoadBalancing(
            _hash_uses_ports(main, whole),
            sprays_packets(main, balancing) or defaults.NO_SPRAY.at(whole),
            most_paths(routing, whole),
        ),
        overlay=overlay(main, whole),
        undefined_references=diagnostics.undefined_references(),
        refused_settings=diagnostics.refused_settings(),
        routing=routing,
        packet_filters=tuple(found for one in several for found in packet_filters(one)),
        trimming=trimming,
        link_retries=retries,
        adaptive_routing=balancing,
    )


def _hash_uses_ports(database: Database, whole: Source) -> Fact[bool]:
    """Return whether ECMP looks at the source port, in which alone RoCE flows of two hosts differ."""
    row = database.row("SWITCH_HASH", "GLOBAL")
    if row and (fields := row.fields.get("ecmp_hash")):
        return Stated("L4_SRC_PORT" in fields.value.split(","), fields.source)
    # Enterprise SONiC has a field for each part of the packet.
    row = database.row("ECMP_LOADSHARE_TABLE_IPV4", "ipv4")
    if row and (own := row.fields.get("ipv4_l4_src_port")):
        return Stated(own.value == "true", own.source)
    return defaults.HASH_USES_PORTS.at(whole)


def _platform(database: Database, table: HeadroomTable, whole: Source) -> Fact[str]:
    stated = database.metadata("hwsku")
    if stated is None:
        return Unknown("DEVICE_METADATA has no hwsku", whole)
    if table.platform is None:
        return Unknown(f"the catalogue holds no {stated.value}", stated.source)
    return Stated(table.platform.id, stated.source)


def _links(database: Database, device: str, ports: tuple[Port, ...]) -> tuple[Link, ...]:
    """Return what DEVICE_NEIGHBOR says of cables."""
    known = {port.name for port in ports}
    length = Unknown("DEVICE_NEIGHBOR does not state the length of a cable", Source(database.file, 0, 0))
    return tuple(
        Link(
            PortRef(device, row.key),
            PortRef(row.get("name"), row.get("port")),
            length,
            LinkOrigin.DESCRIPTION,
            row.source,
        )
        for row in database.rows("DEVICE_NEIGHBOR")
        if row.get("name") and row.get("port") and row.key in known
    )
