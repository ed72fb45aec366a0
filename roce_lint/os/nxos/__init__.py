"""Reads Cisco NX-OS (Nexus 9000) configurations into facts."""
