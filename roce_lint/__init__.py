"""roce-lint: lossless RoCEv2 fabrics from intent, and a linter for those that exist."""
