"""The fabric under load: what a configuration does to flows, in throughput, drops and pauses."""
