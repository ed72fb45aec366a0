"""Remedies in the lines that systems of the industry-standard CLI share."""
