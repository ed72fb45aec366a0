"""Overlays: what the rules OVL ask."""
