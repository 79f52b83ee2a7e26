"""Reading papers from files as people have them. Every row becomes a paper or is named, with its place and reason."""

from rag.papers.read import read_papers, read_sources
from rag.papers.rows import PaperFile, Skipped

__all__ = ["PaperFile", "Skipped", "read_papers", "read_sources"]
