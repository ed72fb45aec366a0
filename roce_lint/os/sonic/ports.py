"""Interfaces of a database as ports."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from roce_lint.model.device import Port
from roce_lint.model.diagnostics import Diagnostics
from roce_lint.model.fact import Fact, Source, Stated, Unknown
from roce_lint.model.logic import map_fact
from roce_lint.model.port import port_of
from roce_lint.model.terms import BundleMode, Fec, PortKind
from roce_lint.os.sonic import defaults
from roce_lint.os.sonic.database import Database, stated
from roce_lint.os.sonic.headroom import HeadroomTable
from roce_lint.os.sonic.names import FEC, kind_of_interface
from roce_lint.os.sonic.numbers import choice_of, column
from roce_lint.os.sonic.port_qos import SonicQosReader
from roce_lint.text.json_rows import Row

_OWN = ("PORT", "PORTCHANNEL", "VLAN", "LOOPBACK", "MGMT_PORT")
"""Tables of which each row is an interface."""
_ADDRESSED = (
    "INTERFACE",
    "PORTCHANNEL_INTERFACE",
    "VLAN_INTERFACE",
    "LOOPBACK_INTERFACE",
    "MGMT_INTERFACE",
    "VLAN_SUB_INTERFACE",
)
"""Tables of routed interfaces and, as `name|prefix`, of their addresses."""
_WITHOUT_CABLE = ("Rec", "Inb")
"""Roles of ports inside the chip: of recirculation and inband traffic (sonic-port YANG)."""
_QOS = ("PORT_QOS_MAP", "QUEUE", "BUFFER_PG", "PFC_WD")


class SonicPortReader:
    """Makes the ports of a database."""

    def __init__(self, database: Database, table: HeadroomTable, diagnostics: Diagnostics) -> None:
        self._database = database
        self._diagnostics = diagnostics
        self.qos = SonicQosReader(database, table, diagnostics)
        self._addresses: dict[str, list[Row]] = {}
        self._routed: dict[str, Row] = {}
        for row in database.rows(*_ADDRESSED):
            name, *prefix = row.keys
            if prefix:
                self._addresses.setdefault(name, []).append(row)
                self._routed.setdefault(name, row)
            else:
                self._routed[name] = row
        self._bundles = {row.keys[-1]: row for row in database.rows("PORTCHANNEL_MEMBER") if len(row.keys) == 2}
        for row in database.rows("PORTCHANNEL"):
            for member in filter(None, row.get("members").split(",")):
                self._bundles.setdefault(member, Row(row.table, f"{row.key}|{member}", row.fields["members"].source))
        self._report_min_links()
        self._bindings: dict[str, Row] = {}
        for row in database.rows(*_QOS):
            for name in row.keys[0].split(","):
                self._bindings.setdefault(name, row)
        self._vlans: dict[str, list[Row]] = {}
        for row in database.rows("VLAN_MEMBER"):
            self._vlans.setdefault(row.keys[-1], []).append(row)

    def _report_min_links(self) -> None:
        """Report bundles that need more members than they have."""
        members = Counter(row.keys[0] for row in self._bundles.values())
        for row in self._database.rows("PORTCHANNEL"):
            wanted, have = row.fields.get("min_links"), members[row.key]
            if wanted is not None and wanted.value.isdecimal() and 0 < have < int(wanted.value[:6]):
                because = f"{row.key} has {have} member{'s' if have > 1 else ''}, fewer than that: it never comes up"
                self._diagnostics.doubtful(f"PORTCHANNEL|{row.key} min_links {wanted.value}", because, wanted.source)

    def ports(self) -> Iterator[Port]:
        """Yield the ports, those of `PORT` first."""
        for name in self.names():
            yield self.port(name)

    def names(self) -> list[str]:
        """Return the names of all interfaces, those of `PORT` first."""
        own = [row.key for row in self._database.rows(*_OWN)]
        named = [name for name in self._bindings if kind_of_interface(name) is PortKind.ETHERNET]
        return list(dict.fromkeys((*own, *self._routed, *named)))

    def port(self, name: str) -> Port:
        """Return one interface."""
        row = self._own_row(name)
        kind = PortKind.TUNNEL if row is not None and row.get("role") in _WITHOUT_CABLE else kind_of_interface(name)
        place = row.source if row else self._diagnostics.whole_file
        bundle = self._bundles.get(name)
        mtu = self._mtu(name, kind, row, place)
        return port_of(
            name=name,
            source=place,
            kind=kind,
            enabled=self._enabled(row, kind, place),
            description=_text(row, "description", place),
            speed_gbps=self._speed(row, kind, place),
            ip_mtu_bytes=mtu,
            frame_mtu_bytes=Unknown("SONiC has one mtu of a port", place),
            routed=self._is_routed(name, kind, place),
            vlans=self._vlan_ids(name, place),
            vrf=self._vrf(name, place),
            addresses=tuple(Stated(one.keys[1], one.first_line) for one in self._addresses.get(name, ())),
            lag=Stated(bundle.keys[0], bundle.first_line) if bundle else defaults.NO_LAG.at(place),
            qos=self.qos.of(name, kind, self._speed(row, kind, place), place),
            lag_mode=self._lag_mode(bundle, place),
            fec=self._fec(row, place),
        )

    def _own_row(self, name: str) -> Row | None:
        tables = (*_OWN, "VLAN_SUB_INTERFACE")
        found = next((row for table in tables if (row := self._database.row(table, name))), None)
        return found or self._routed.get(name) or self._bindings.get(name)

    def _enabled(self, row: Row | None, kind: PortKind, place: Source) -> Fact[bool]:
        found = stated(row, "admin_status")
        if found is None:
            if row is not None and row.table == "PORT":
                if self._database.has_ports_of_sku:
                    return Unknown("the files of the hardware SKU do not say whether the port is up", place)
                return defaults.DISABLED.at(place)
            if kind is PortKind.ETHERNET:
                none = Unknown("no row of PORT describes the port", place)
                return none if self._database.is_part else defaults.NO_SUCH_PORT.at(place)
            return defaults.ENABLED.at(place)
        return choice_of(found, {"up": True, "down": False}, self._diagnostics, "admin_status")

    def _speed(self, row: Row | None, kind: PortKind, place: Source) -> Fact[int]:
        megabits = column(row, "speed", Unknown("no speed is stated", place), self._diagnostics)
        if not isinstance(megabits, Unknown) and megabits.value < 1000:
            return Unknown("a port below 1 Gb/s, where RoCE has no place", megabits.source)
        return map_fact(lambda value: value // 1000, megabits)

    def _mtu(self, name: str, kind: PortKind, row: Row | None, place: Source) -> Fact[int]:
        if stated(row, "mtu") is None:
            if kind in (PortKind.LOOPBACK, PortKind.TUNNEL, PortKind.MANAGEMENT):
                return Unknown("an interface of this kind has no mtu in the database", place)
            bundle = self._bundles.get(name)
            parent = self._database.row("PORTCHANNEL", bundle.keys[0]) if bundle else None
            if parent is not None and "mtu" in parent.fields:
                return self._mtu(parent.key, PortKind.LAG, parent, place)
            if kind is PortKind.ETHERNET and row is not None and row.table != "PORT":
                return Unknown("no row of PORT describes the port", place)
        return column(row, "mtu", defaults.MTU.at(place), self._diagnostics)

    def _is_routed(self, name: str, kind: PortKind, place: Source) -> Fact[bool]:
        bundle = self._bundles.get(name)
        holder = bundle.keys[0] if bundle else name
        if holder in self._routed:
            return Stated(True, self._routed[holder].first_line)
        if holder in self._vlans:
            return Stated(False, self._vlans[holder][0].first_line)
        if kind in (PortKind.ETHERNET, PortKind.LAG):
            return defaults.FORWARDS_NOTHING.at(place)
        return defaults.ROUTED.at(place)

    def _vlan_ids(self, name: str, place: Source) -> Fact[frozenset[int]]:
        bundle = self._bundles.get(name)
        rows = self._vlans.get(bundle.keys[0] if bundle else name, [])
        numbers = {int(one) for row in rows if (one := row.keys[0].removeprefix("Vlan")[:5]).isdecimal()}
        return Stated(frozenset(numbers), rows[0].first_line) if numbers else defaults.NO_VLANS.at(place)

    def _vrf(self, name: str, place: Source) -> Fact[str]:
        found = stated(self._routed.get(name), "vrf_name")
        if found is None or found.value in ("", "default"):
            return defaults.DEFAULT_VRF.at(place)
        return Stated(found.value, found.source)

    def _fec(self, row: Row | None, place: Source) -> Fact[Fec]:
        found = stated(row, "fec")
        if found is None or found.value == "auto":
            return Unknown("the port chooses error correction by itself", found.source if found else place)
        return choice_of(found, FEC, self._diagnostics, "fec")

    def _lag_mode(self, bundle: Row | None, place: Source) -> Fact[BundleMode]:
        if bundle is None:
            return Unknown("the port is in no port channel", place)
        static = stated(self._database.row("PORTCHANNEL", bundle.keys[0]), "static")
        if static is not None and static.value == "true":
            return Stated(BundleMode.STATIC, static.source)
        return defaults.LACP.at(bundle.first_line)


def _text(row: Row | None, name: str, place: Source) -> Fact[str]:
    found = stated(row, name)
    return Stated(found.value, found.source) if found else defaults.NO_DESCRIPTION.at(place)
