"""Remedies in the language of Arista EOS, one module for each kind of fault."""
