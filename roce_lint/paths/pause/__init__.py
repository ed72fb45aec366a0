"""Can paused buffers wait for each other in a circle? Decided on an abstract fabric, without any configuration."""
