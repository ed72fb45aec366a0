"""The files in which hosts keep settings, other than scripts: units, rules, interfaces, environments, captures."""
