"""Secrets in lines of configurations are hidden, and nothing else is."""

from __future__ import annotations

import pytest

from roce_lint.learn.secrets import masked

SECRETS = [
    "username noc privilege 15 role network-admin secret sha512 *",
    "username admin password 5 * role network-admin",
    "username noc ssh-key ssh-rsa * noc@jump",
    "snmp-server community * ro SNMP",
    "snmp-server user reader network-admin auth md5 * priv aes-128 * localizedkey",
    "snmp-server host 192.0.2.7 traps version 2c *",
    "rmon event 1 log trap * description FATAL",
    "ntp authentication-key 1 md5 7 *",
    "key-string 7 *",
    "tacacs-server host 192.0.2.44 vrf MGMT key 7 *",
    "radius-server host 192.0.2.44 key * authentication accounting",
    "neighbor 10.0.0.1 password 7 *",
    "ip ospf message-digest-key 1 md5 7 *",
    "system aaa authentication admin-user password *",
    "system aaa server-group t server 192.0.2.44 tacacs secret-key *",
    "system snmp access-group SNMP community-entry RO community *",
    "TACPLUS global passkey *",
    "SNMP_COMMUNITY * TYPE RO",
]
PUBLIC = [
    "key chain MACSEC",
    "key 1",
    "service password-encryption",
    "bgp neighbor password ${BGP_PASSWORD}",
    "crypto key generate rsa",
    "match community RED",
    "set community 65000:100 additive",
    "mac-address 00:1c:73:aa:bb:cc",
    "description 0123abcd-rack-7 gpu-cluster-number-12",
    "boot nxos bootflash:/nxos64-cs.10.4.3.F.bin",
]


@pytest.mark.parametrize("secret", ["s3cr3t", "$6$abcdefgh$0123ABCDxyz/.", "0x0123456789abcdef0123456789abcdef"])
def test_secrets_are_hidden(secret: str) -> None:
    assert [masked(line.replace("*", secret)) for line in SECRETS] == [
        line.replace("*", "<secret>") for line in SECRETS
    ]


def test_what_is_no_secret_stays() -> None:
    assert [masked(line) for line in PUBLIC] == PUBLIC
