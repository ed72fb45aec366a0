"""AMD Pensando Pollara 400: the driver ionic."""
