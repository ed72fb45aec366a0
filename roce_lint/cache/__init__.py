"""What was worked out before, kept by the content that it came from; everything works without it."""
