"""Settings of a project."""
