"""What the keyword index keeps of a paper: its stems by field, its filters, the paper itself, its rows of vectors."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict

import tantivy

from rag.language.identifiers import plain_id
from rag.language.terms import camel_parts, fold, pieces, stem, stems, words
from rag.types import Paper

TEXT_FIELDS = ("title", "keywords", "abstract", "authors")
FILTER_FIELDS = ("area", "venue", "decision")


def schema() -> tantivy.Schema:
    """The fields: `any` holds all stems, `words` the words as written, `called` the id without its version."""
    builder = tantivy.SchemaBuilder()
    builder.add_text_field("id", stored=True, tokenizer_name="raw")
    for name in ("paper", "rows"):
        builder.add_bytes_field(name, stored=True)
    for name in (*TEXT_FIELDS, "any", "words"):
        builder.add_text_field(name, tokenizer_name="whitespace")
    for name in (*FILTER_FIELDS, "called", "author", "keyword"):
        builder.add_text_field(name, tokenizer_name="raw")
    builder.add_integer_field("year", indexed=True, fast=True)
    return builder.build()


def document_of(paper: Paper, rows: Sequence[str] = ()) -> tantivy.Document:
    """A paper as the index stores it, with the ids of its rows in the vector store."""
    fields = {
        "title": [*stems(paper.title), *camel_parts(paper.title)],
        "keywords": list(stems(" ".join(paper.keywords))),
        "abstract": [*stems(paper.abstract), *camel_parts(paper.abstract)],
        "authors": [stem(piece) for name in paper.authors for word in fold(name).split() for piece in pieces(word)],
    }
    document = tantivy.Document()
    document.add_text("id", paper.id)
    document.add_text("called", plain_id(paper.id))
    document.add_bytes("paper", json.dumps(asdict(paper), ensure_ascii=False).encode())
    document.add_bytes("rows", json.dumps(list(rows)).encode())
    for name, found in fields.items():
        document.add_text(name, " ".join(found))
    document.add_text("any", " ".join(word for found in fields.values() for word in found))
    written = " ".join((paper.title, *paper.keywords, paper.abstract, *paper.authors))
    document.add_text("words", " ".join(piece for word in words(written) for piece in pieces(word)))
    for name in FILTER_FIELDS:
        document.add_text(name, fold(getattr(paper, name)))
    for author in paper.authors:
        document.add_text("author", fold(author))
    for keyword in paper.keywords:
        document.add_text("keyword", fold(keyword))
    if paper.year is not None:
        document.add_integer("year", paper.year)
    return document


def paper_of(document: tantivy.Document) -> Paper:
    """The paper that a stored document holds."""
    row = json.loads(document["paper"][0])
    return Paper(**{**row, "authors": tuple(row["authors"]), "keywords": tuple(row["keywords"])})


def rows_of(document: tantivy.Document) -> list[str]:
    """The ids of the rows that a stored document's paper has in the vector store."""
    return list(json.loads(document["rows"][0]))
