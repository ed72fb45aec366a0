"""NVIDIA ConnectX and BlueField: the driver mlx5 and the tools of its vendor."""
