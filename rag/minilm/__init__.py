"""all-MiniLM-L6-v2, bundled: its files, its graph of operations, and what the program asks of it."""
