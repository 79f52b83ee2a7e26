"""A model as judge: what it is asked, how its answer is read, what it said before, and how far it may be believed."""
