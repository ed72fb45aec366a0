"""FRRouting, which several systems run: how it is recognised and read, what it does by default, what is printed."""
