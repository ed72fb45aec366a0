"""Addresses, next hops and routing sessions: what the rules RTG ask."""
