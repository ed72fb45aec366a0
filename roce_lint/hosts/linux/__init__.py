"""Tools and files of the Linux kernel that hold for the NIC of any vendor."""
