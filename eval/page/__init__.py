"""A report as one HTML file that needs nothing from outside and runs nothing."""
