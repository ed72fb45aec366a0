"""Cabling plans and LLDP neighbours."""
