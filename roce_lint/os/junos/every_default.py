"""All that holds where a configuration of Junos is silent."""

from __future__ import annotations

from collections.abc import Mapping

from roce_lint.model.vendor_default import VendorDefault
from roce_lint.os.junos import defaults, network_defaults


def every_default() -> Mapping[str, VendorDefault[object]]:
    """Return the defaults of class-of-service and those of the network by their names."""
    names = vars(network_defaults) | vars(defaults)
    return {name: value for name, value in names.items() if isinstance(value, VendorDefault)}
