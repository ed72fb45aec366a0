"""Switch operating systems, one folder each, and what they share."""
