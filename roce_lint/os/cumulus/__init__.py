"""NVIDIA Cumulus Linux: configurations of NVUE, in any spelling."""
