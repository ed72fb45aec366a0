"""Shell scripts of hosts: their grammar, what their words stand for, and what their commands set."""
