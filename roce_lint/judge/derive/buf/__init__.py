"""Buffers and headroom: what the rules BUF ask."""
