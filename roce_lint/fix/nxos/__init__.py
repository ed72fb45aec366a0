"""Remedies in the language of Cisco NX-OS, one module for each kind of fault."""
