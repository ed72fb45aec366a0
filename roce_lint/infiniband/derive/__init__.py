"""Derived state of InfiniBand subnets."""
