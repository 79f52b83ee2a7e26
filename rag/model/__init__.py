"""Talking to a language model: calls, streams, and their faults in plain words."""
