"""The measures, by topic. All are pure functions; what is undefined is None, never 0 or 1."""
