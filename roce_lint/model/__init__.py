"""What a network is: devices, ports, queues, links, routing and NICs, as values."""
