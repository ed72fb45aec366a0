"""What text is: numbered lines, blocks, and patterns over them."""
