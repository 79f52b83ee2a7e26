"""Measuring: how fast, how much memory, how well the right papers are found; beside a plain LlamaIndex quickstart.

Every part that is measured runs in a process of its own (`worker.py`), so that none counts the other's memory; the
process that asks them (`run.py`) puts the figures together.
"""
