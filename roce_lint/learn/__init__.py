"""From configurations to an intent: what a fabric is, said once, and what of it an intent cannot say."""
