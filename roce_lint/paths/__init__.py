"""From configurations to the abstract fabric: who is cabled to whom, where packets go, and which buffers can pause."""
