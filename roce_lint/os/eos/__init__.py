"""Arista EOS: from a running-config, or a part of one, to facts."""
