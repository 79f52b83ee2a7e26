"""Answers in other forms: plain text, Markdown, BibTeX."""
