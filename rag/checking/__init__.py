"""What can be checked of a sentence without a model: its numbers, quoted spans, names, and whether the paper fits."""
