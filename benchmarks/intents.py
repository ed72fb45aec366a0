"""Intents as large as measurements need them."""

from __future__ import annotations

LEAVES_A_POD = 28


def pods_intent(pods: int, spines: int, super_spines: int, *, says_links: bool = False) -> str:
    """Return a three-tier Clos of EOS and NX-OS with one server of 8 NICs a leaf.

    `spines` is for each pod, `super_spines` for all. With `says_links` every cable between a leaf and a spine is named
    with its length.
    """
    lines = [
        "schema: 1",
        "name: measured",
        "topology:",
        "  kind: three-tier",
        f"  pods: {pods}",
        f'  leaves: {{count: {LEAVES_A_POD}, platform: 7060DX4-32, name: "p{{pod}}-leaf-{{n}}"}}',
        f'  spines: {{count: {spines}, platform: 7060DX5-64S, name: "p{{pod}}-spine-{{n}}"}}',
        f"  super_spines: {{count: {super_spines}, planes: {spines}, platform: N9K-C9364D-GX2A}}",
        "  cables: {host: 3 m, fabric: 40 m, super_spine: 250 m}",
        "hosts:",
        f"  - {{count: {pods * LEAVES_A_POD}, nics: 8, nic_platform: ConnectX-7, nic_speed: 400G}}",
    ]
    if says_links:
        lines.append("links:")
        lines += [
            f"  - {{a: p{pod}-leaf-{leaf}, b: p{pod}-spine-{spine}, length: {20 + leaf % 30} m}}"
            for pod in range(1, pods + 1)
            for leaf in range((pod - 1) * LEAVES_A_POD + 1, pod * LEAVES_A_POD + 1)
            for spine in range((pod - 1) * spines + 1, pod * spines + 1)
        ]
    return "\n".join(lines) + "\n"
