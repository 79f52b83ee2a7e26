"""The writers: each turns evidence into words with markers."""
