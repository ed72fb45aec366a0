"""Devices joined: links, the RoCE domain and the design that holds."""
