"""Hosts: their scripts, dumps and files, and one folder for each driver of NICs."""
