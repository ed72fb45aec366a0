"""InfiniBand: subnets, partitions, subnet managers."""
