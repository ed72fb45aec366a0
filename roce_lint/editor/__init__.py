"""A language server: what `check`, `facts` and `fix` say, while a person types."""
