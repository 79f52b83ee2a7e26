"""Filters in the keyword index: conditions as its queries, and how many papers each value would keep."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from functools import lru_cache

import tantivy

from rag.index.documents import paper_of
from rag.language.terms import fold
from rag.types import Condition

Clause = tuple[tantivy.Occur, tantivy.Query]

COUNTED = ("area", "venue", "decision", "year")
MOST_VALUES = 1000  # of one field; more are no choice
_WORD = re.compile(r"[^\W_]+")


class Filters:
    """The filters of one keyword index."""

    def __init__(self, index: tantivy.Index, schema: tantivy.Schema) -> None:
        self._index = index
        self._schema = schema
        self._written = lru_cache(maxsize=len(COUNTED) * MOST_VALUES)(self._find_written)
        self._names = lru_cache(maxsize=1)(self._find_names)

    def clauses(self, where: Sequence[Condition]) -> list[Clause]:
        """Conditions as clauses that leave the scores of what they keep alone."""
        return [
            (
                tantivy.Occur.MustNot if condition.operator == "!=" else tantivy.Occur.Must,
                tantivy.Query.const_score_query(self._query(condition), 0.0),
            )
            for condition in where
        ]

    def counts(self, where: Sequence[Condition]) -> dict[str, dict[str, int]]:
        """How many papers have each value of the counted fields, under the conditions on all other fields.

        The most frequent value comes first, at most MOST_VALUES of a field.
        """
        return {name: self._counts(name, [other for other in where if other.field != name]) for name in COUNTED}

    def _counts(self, name: str, where: Sequence[Condition]) -> dict[str, int]:
        everything = (tantivy.Occur.Must, tantivy.Query.all_query())
        query = tantivy.Query.boolean_query([everything, *self.clauses(where)])
        searcher = self._index.searcher()
        if name == "year":
            years = searcher.aggregate(query, {"years": {"terms": {"field": "year", "size": MOST_VALUES}}})
            return {str(int(bucket["key"])): int(bucket["doc_count"]) for bucket in years["years"]["buckets"]}
        found = searcher.terms_with_prefix(name, "", query, MOST_VALUES)
        return {self._written(name, value): count for value, count in found if value}

    def _find_written(self, name: str, value: str) -> str:
        """A folded value as a paper writes it."""
        searcher = self._index.searcher()
        query = tantivy.Query.term_query(self._schema, name, value)
        hits = searcher.search(query, limit=1, count=False).hits
        return str(getattr(paper_of(searcher.doc(hits[0][1])), name)) if hits else value

    def _query(self, condition: Condition) -> tantivy.Query:
        if condition.field == "year":
            return tantivy.Query.boolean_query(
                [(tantivy.Occur.Should, self._years(condition.operator, int(value))) for value in condition.values]
            )
        values = condition.values
        if condition.field != "id":
            values = tuple(map(fold, values))
        if condition.field == "author":
            known = self._names(int(self._index.searcher().num_docs))
            values = tuple(name for value in values for name in (value, *_names_like(value, known)))
        return tantivy.Query.term_set_query(self._schema, condition.field, list(values))

    def _years(self, operator: str, year: int) -> tantivy.Query:
        lowest, highest = {
            ">=": (year, 9999),
            ">": (year + 1, 9999),
            "<=": (0, year),
            "<": (0, year - 1),
        }.get(operator, (year, year))
        return tantivy.Query.range_query(self._schema, "year", tantivy.FieldType.Integer, lowest, highest)

    def _find_names(self, _papers: int) -> Mapping[str, Sequence[str]]:
        """The authors' names, folded, by each of their words; looked up anew when the number of papers is another."""
        found = defaultdict(list)
        for name, _ in self._index.searcher().terms_with_prefix("author", ""):
            for word in set(_WORD.findall(name)):
                found[word].append(name)
        return found


def _names_like(value: str, known: Mapping[str, Sequence[str]]) -> list[str]:
    """The names that hold every word of a folded value, in any order; a letter of it may be the initial of a word."""
    parts = _WORD.findall(value)
    whole = Counter(part for part in parts if len(part) > 1 or not part.isascii())
    initials = [part for part in parts if part not in whole]
    if not whole:
        return []
    rarest = min(whole, key=lambda word: len(known.get(word, ())))
    return [name for name in known.get(rarest, ()) if _holds(name, whole, initials)]


def _holds(name: str, whole: Counter[str], initials: Sequence[str]) -> bool:
    words = Counter(_WORD.findall(name))
    if not whole <= words:
        return False
    letters = Counter(word[0] for word in (words - whole).elements())
    return Counter(initials) <= letters
