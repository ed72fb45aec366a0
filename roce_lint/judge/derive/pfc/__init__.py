"""Priority flow control: what the rules PFC ask."""
