"""Who does the work: this process, several, or several machines."""
