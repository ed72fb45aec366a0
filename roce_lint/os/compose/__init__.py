"""From named tables and bindings to the QoS of ports, in one way for all systems."""
