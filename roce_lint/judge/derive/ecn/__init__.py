"""Queues and their marking curves: what the rules ECN ask."""
