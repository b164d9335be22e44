"""What the rulesets of the big card games share: the words of card texts, and the running of them on arrays."""
