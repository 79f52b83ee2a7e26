"""Rewording: a question put so that it stands alone, and in the papers' words, by a model in one call."""
