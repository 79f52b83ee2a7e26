"""Measuring judges on claims that people have labelled, each against one abstract."""
