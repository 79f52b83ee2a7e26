"""Fetching the papers of a venue from OpenReview into a file that `footnoted index` reads."""
