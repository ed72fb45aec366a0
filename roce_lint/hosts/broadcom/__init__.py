"""Broadcom NetXtreme-E: the drivers bnxt_en and bnxt_re and the tools of their vendor."""
