"""Two states of a fabric compared: findings that are new or gone, and what changed in meaning."""
