"""Configurations fetched from devices over SSH, read-only, as files that a check reads."""
