"""Intel Ethernet 800 Series: the drivers ice and irdma."""
