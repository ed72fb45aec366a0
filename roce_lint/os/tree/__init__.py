"""What systems share whose configuration is a tree: paths over it, diagnostics of leaves, references by path."""
