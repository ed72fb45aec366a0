"""What differs where it should agree: what the rules DRF ask."""
