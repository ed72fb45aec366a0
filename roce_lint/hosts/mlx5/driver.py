"""The driver mlx5 of NVIDIA ConnectX and BlueField: its tools, and what holds where nothing is configured."""

from __future__ import annotations

from roce_lint.hosts.contract import (
    DriverDocument,
    NicBehaviour,
    NicDefaults,
    NicDriver,
    ReceiveHeadroom,
    Undocumented,
    no_host,
)
from roce_lint.hosts.mlx5.dcqcn_names import DCQCN_NAMES
from roce_lint.hosts.mlx5.firmware_faults import FAULTS
from roce_lint.hosts.mlx5.kernel_files import ABOUT_ROCE, FILES
from roce_lint.hosts.mlx5.mlnx_qos import (
    is_mlnx_qos_output,
    read_cma_roce,
    read_cma_roce_output,
    read_mlnx_qos,
    read_mlnx_qos_output,
)
from roce_lint.hosts.mlx5.mlxconfig import is_mlxconfig_output, read_mlxconfig, read_mlxconfig_output
from roce_lint.hosts.mlx5.nic_operator import (
    is_nic_template,
    read_nic_template,
    template_adapters,
    template_host,
    template_hosts,
)
from roce_lint.model.terms import Trust
from roce_lint.model.vendor_default import VendorDefault
from roce_lint.os.collection import CollectedFile
from roce_lint.tuning.headroom import DEFAULT_CABLE_M, mlx5_driver_headroom_bytes

_FIRMWARE = "firmware default of ConnectX-4 to ConnectX-7 (mlxconfig query)"
_QUERIED = "`mlxconfig query` of ConnectX-4 to ConnectX-7"
_MASK = "ROCE_CC_PRIO_MASK is 255, all priorities: firmware default of ConnectX (mlxconfig query)"
_SWAPPED = "mlx5 maps priority to traffic class one to one, with 0 and 1 swapped (Linux mlx5 en_dcbnl.c)"

_DEFAULTS = NicDefaults(
    trust=VendorDefault(Trust.PCP, "mlx5 trusts PCP by default (mlnx_qos)", "mlnx-tools, mlnx_qos"),
    priority_of_dscp=VendorDefault(
        tuple(dscp >> 3 for dscp in range(64)),
        "mlx5 takes the upper three bits of the DSCP as priority (mlnx_qos)",
        "mlnx-tools, mlnx_qos",
    ),
    pfc_enabled=VendorDefault(False, "mlx5 has PFC off on every priority by default", "Linux mlx5 en_dcbnl.c"),
    traffic_class_of_priority=VendorDefault((1, 0, 2, 3, 4, 5, 6, 7), _SWAPPED, "Linux mlx5 en_dcbnl.c"),
    cable_length_m=VendorDefault(
        DEFAULT_CABLE_M,
        "mlx5 assumes a cable of 7 m until mlnx_qos --cable_len is called",
        "Linux mlx5 port_buffer.h",
    ),
    dcqcn_enabled=VendorDefault(True, _MASK, _QUERIED),
    dcqcn_parameters=VendorDefault({name.fact: name.default for name in DCQCN_NAMES}, _FIRMWARE, _QUERIED),
    cnp_takes_data_marking=VendorDefault(False, _FIRMWARE, _QUERIED),
)

MLX5 = NicDriver(
    name="mlx5",
    label="NVIDIA ConnectX and BlueField (mlx5)",
    kernel_modules=frozenset({"mlx5_core"}),
    services=frozenset({"openibd", "openibd.service", "mlnx-en.d", "mlnx-en.d.service"}),
    commands={
        "mlnx_qos": read_mlnx_qos,
        "cma_roce_tos": read_cma_roce,
        "cma_roce_mode": read_cma_roce,
        "mlxconfig": read_mlxconfig,
        "mstconfig": read_mlxconfig,
    },
    unread_commands={"mlxreg": "a register of the firmware"},
    outputs={"cma_roce_tos": read_cma_roce_output},
    files=FILES,
    documents=(
        DriverDocument(
            is_nic_template,
            read_nic_template,
            template_host,
            is_output=False,
            adapters_of=template_adapters,
            hosts_of=template_hosts,
        ),
        DriverDocument(is_mlxconfig_output, read_mlxconfig_output, no_host, is_output=True),
        DriverDocument(is_mlnx_qos_output, read_mlnx_qos_output, no_host, is_output=True),
    ),
    private_flags={},
    refused_module_options={},
    checks=(),
    command_patterns=("mlnx_qos", "cma_roce_(?:tos|mode)", "mlxconfig", "mstconfig", "mlxreg"),
    written_paths=(r"traffic_class\b", r"cc_params/\w", r"roce_[nr]p/\S", r"pfc_stall_prevention\b"),
    subjects=("mlnx_qos", "cma_roce", "traffic_class", "roce_[nr]p", "cc_params", r"\bmlxconfig\b"),
    about_roce=ABOUT_ROCE,
    defaults=_DEFAULTS,
    behaviour=NicBehaviour(
        headroom=ReceiveHeadroom(
            mlx5_driver_headroom_bytes,
            "computed by the driver from cable length, speed and MTU (Linux mlx5 port_buffer.c)",
            "Linux mlx5 port_buffer.c",
        ),
        pause_threshold=Undocumented("mlx5 computes the xoff threshold itself, from buffer size and headroom"),
    ),
    faults=FAULTS,
    collected=(
        CollectedFile(
            "{device}/mlnx_qos.txt",
            (
                "for port in /sys/class/infiniband/*/device/net/*; do"
                ' [ "$(basename "$(readlink "${port%/net/*}/driver")")" = mlx5_core ] || continue; port=${port##*/};'
                ' echo "$ mlnx_qos -i $port"; mlnx_qos -i "$port" || exit 1; done',
            ),
            optional=True,
        ),
    ),
)
