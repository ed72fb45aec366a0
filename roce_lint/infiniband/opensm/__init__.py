"""Files of the subnet manager OpenSM: partitions.conf and opensm.conf, from bytes to facts."""
