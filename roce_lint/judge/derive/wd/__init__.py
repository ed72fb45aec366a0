"""The PFC watchdog: what the rules WD ask."""
