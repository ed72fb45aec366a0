"""What EOS and NX-OS have in common: the lines of the industry-standard CLI."""
