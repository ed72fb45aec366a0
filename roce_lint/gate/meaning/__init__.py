"""What a change means: a comparison of facts, not of lines."""
