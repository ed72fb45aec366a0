"""NICs of hosts: what the rules NIC ask."""
