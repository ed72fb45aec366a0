"""Classes and markings: what the rules CLS ask."""
