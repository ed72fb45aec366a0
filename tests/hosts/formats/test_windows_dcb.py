"""PowerShell of DCB on Windows, and module options of ESXi."""

from __future__ import annotations

import pytest

from roce_lint.hosts.reader import is_host_document, read_host
from roce_lint.model.device import Device
from roce_lint.model.fact import known
from roce_lint.model.qos import PortQos
from roce_lint.model.terms import PfcMode, Trust
from roce_lint.text.document import Document

# As Microsoft Learn has it: "Converged NIC configuration with network adapter", step 4.
POWERSHELL = """\
Install-WindowsFeature Data-Center-Bridging
Set-NetQosDcbxSetting -Willing {willing} -Confirm:$false
New-NetQosPolicy "SMB" -NetDirectPortMatchCondition 445 -PriorityValue8021Action 3
New-NetQosPolicy "DEFAULT" -Default -PriorityValue8021Action 0
Enable-NetQosFlowControl -Priority 3   # SMB Direct
Disable-NetQosFlowControl -Priority 0,1,2,4,5,6,7
New-NetQosTrafficClass "SMB" -Priority 3 `
    -BandwidthPercentage 50 -Algorithm ETS
Enable-NetAdapterQos -Name "SLOT 2"
Get-NetAdapterQos -Name "SLOT 3" | Enable-NetAdapterQos
Set-NetAdapterAdvancedProperty -Name "SLOT 2" -RegistryKeyword "*JumboPacket" -RegistryValue 9014
"""


def host_of(text: str) -> Device:
    assert is_host_document(text)
    reading = read_host(Document("gpu01.ps1", text))
    assert reading.unread == ()
    (device,) = reading.devices
    return device


def pausing(qos: PortQos) -> list[int]:
    return [one.number for one in qos.priorities if known(one.generates_pause, False)]


def test_flow_control_holds_on_the_adapters_with_qos() -> None:
    device = host_of(POWERSHELL.format(willing="$false"))
    found = [(port.name, pausing(port.qos), known(port.ip_mtu_bytes, 0)) for port in device.ports]
    assert found == [("SLOT 2", [3], 9000), ("SLOT 3", [3], 0)]
    assert [known(nic.service_level, -1) for nic in device.nics] == [3, 3]


def test_a_willing_adapter_takes_pfc_from_the_switch() -> None:
    (port, _) = host_of(POWERSHELL.format(willing="$true")).ports
    assert known(port.qos.pfc_mode, None) is PfcMode.AUTO


def test_an_adapter_without_qos_does_not_pause() -> None:
    text = 'Enable-NetQosFlowControl -Priority 3\nEnable-NetAdapterQos "SLOT 2"\nDisable-NetAdapterQos -Name "SLOT 2"\n'
    (port,) = host_of(text).ports
    assert pausing(port.qos) == []


def test_a_priority_that_does_not_exist_is_told() -> None:
    text = "Enable-NetQosFlowControl -Priority 9\nEnable-NetAdapterQos -Name A\n"
    reading = read_host(Document("gpu01.ps1", text))
    assert [(one.source.line, one.because) for one in reading.unread] == [(1, "'9' is no priority from 0 to 7")]


def test_module_options_of_esxi_hold_for_every_nic() -> None:
    text = (
        'esxcli system module parameters set -m nmlx5_core -p "pfctx=0x08 pfcrx=0x08 trust_state=2 max_vfs=4"\n'
        'esxcli system module parameters set -m nmlx5_rdma -p "pcp_force=3 dscp_force=26"\n'
    )
    device = host_of(text)
    assert [(port.name, pausing(port.qos), known(port.qos.trust, None)) for port in device.ports] == [
        ("*", [3], Trust.DSCP)
    ]
    assert [(known(nic.service_level, -1), known(nic.device_tos, -1)) for nic in device.nics] == [(3, 104)]


@pytest.mark.parametrize(
    "text",
    ["Get-NetAdapter | Format-Table\n", "# Enable-NetQosFlowControl -Priority 3\n", "modprobe nmlx5_core\n"],
    ids=["other cmdlets", "a comment", "no option"],
)
def test_other_texts_are_none_of_them(text: str) -> None:
    assert not is_host_document(text)
