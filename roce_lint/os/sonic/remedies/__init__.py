"""Remedies for SONiC: edits of rows of config_db.json, given to a device as a JSON patch."""

from __future__ import annotations

from roce_lint.os.contract import Remedies
from roce_lint.os.sonic.remedies import qos, references, typed, watchdog


def remedies() -> Remedies:
    """Return the fixes of faults, by rule."""
    return Remedies(
        by_rule={
            "pfc-missing-on-roce-port": (qos.enable_pfc,),
            "pfc-link-ends-differ": (qos.enable_pfc,),
            "mtu-too-small-for-roce": (qos.mtu_as_peers,),
            "mtu-differs-across-link": (qos.mtu_as_peers,),
            "watchdog-missing-on-host-port": (watchdog.watch,),
            "watchdog-missing-on-fabric-port": (watchdog.watch,),
            "roce-port-without-qos": (qos.bind_as_peers, references.name_without_brackets, references.name_of_peers),
            "undefined-reference": (references.name_without_brackets, references.name_of_peers),
            "setting-refused-by-device": (
                references.priorities_one_by_one,
                references.name_without_brackets,
                references.table_of_nearest_name,
                qos.profile_of_other_devices,
            ),
            "ecn-curve-invalid": (qos.profile_of_other_devices,),
            "wred-drops-roce": (qos.profile_of_other_devices,),
            "roce-in-lossy-class": (qos.dscp_to_lossless_class,),
            "ecn-missing-on-roce-queue": (qos.bind_wred_profile,),
        },
        typed=typed.typed,
    )
