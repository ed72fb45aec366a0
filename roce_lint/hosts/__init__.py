"""Files and dumps of hosts with NVIDIA mlx5 NICs."""
