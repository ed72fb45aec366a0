"""Files on disk: what may be read, and how it is written."""
