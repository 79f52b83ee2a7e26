"""Weighing in detail: how well papers match, whether they answer, and what they lack."""
