"""Remedies in the files of hosts with mlx5 NICs, one module for each kind of fault."""
