"""Remedies for findings, in the device's own language: proposed, proven in memory, and applied where that is safe."""
