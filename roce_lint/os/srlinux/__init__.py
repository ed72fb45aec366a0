"""Nokia SR Linux."""
