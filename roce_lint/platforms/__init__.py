"""What is known of each model of switch and network adapter, with the source of every number."""
