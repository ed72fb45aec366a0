"""Remedies in the language of Nokia SR Linux, one module for each kind of fault."""
