"""Scheduling, and access lists: what the rules SCH ask."""
