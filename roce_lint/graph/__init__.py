"""Algorithms on directed graphs that know nothing of networks."""
