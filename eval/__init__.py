"""The citation-accuracy suite: asks a file of questions and measures what came back, case by case."""
