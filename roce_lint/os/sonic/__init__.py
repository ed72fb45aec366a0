"""SONiC: `config_db.json` and `frr.conf`."""
