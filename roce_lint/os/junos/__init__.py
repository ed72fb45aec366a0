"""Juniper Junos and Junos Evolved: class-of-service, interfaces and routing of QFX switches."""
