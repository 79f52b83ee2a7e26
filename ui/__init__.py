"""The chat page: every sentence of an answer carries a footnote that can be opened and read."""
