"""Can paused buffers wait for each other in a cycle? Decided on an abstract fabric, without any configuration."""
