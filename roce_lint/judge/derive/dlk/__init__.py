"""Cycles of paused buffers, and transit: what the rules DLK ask."""
