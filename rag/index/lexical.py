"""Keyword search: BM25 in tantivy over stems that this project makes itself; it also keeps the papers."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager
from functools import lru_cache
from itertools import pairwise
from pathlib import Path

import tantivy
from rapidfuzz import process
from rapidfuzz.distance import DamerauLevenshtein

from rag.index.damage import damage_told, rebuild_advice
from rag.index.documents import document_of, paper_of, schema
from rag.language.spelling import is_ordinary
from rag.language.terms import content_words, fold, stem
from rag.types import Condition, Paper

BOOSTS = {"title": 2.0, "keywords": 1.0, "abstract": 1.0, "authors": 1.5}
SHORTEST_TYPO = 5  # letters; shorter words have too many neighbours
TWO_TYPOS = 7  # letters; from here on two slips are forgiven

Clause = tuple[tantivy.Occur, tantivy.Query]


class LexicalIndex:
    """The keyword side of an index folder. One writer at a time; readers see the last commit."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder.parent
        self._schema = schema()
        with self._told():
            folder.mkdir(parents=True, exist_ok=True)
            self._index = tantivy.Index(self._schema, path=str(folder))
        self._index.register_tokenizer(
            "whitespace", tantivy.TextAnalyzerBuilder(tantivy.Tokenizer.whitespace()).build()
        )
        self._nearest = lru_cache(maxsize=4096)(self._find_nearest)

    def replace(self, papers: Iterable[Paper], removed: Iterable[str]) -> None:
        """Store papers (over older versions of them), drop the removed ids, and commit both at once."""
        with self._told():
            writer = self._index.writer(heap_size=64_000_000, num_threads=1)
            for paper_id in removed:
                writer.delete_documents_by_term("id", paper_id)
            for paper in papers:
                writer.delete_documents_by_term("id", paper.id)
                writer.add_document(document_of(paper))
            writer.commit()
            writer.wait_merging_threads()
            self._index.reload()
        self._nearest.cache_clear()

    def search(self, stems: Sequence[str], *, limit: int, where: Sequence[Condition] = ()) -> list[tuple[Paper, float]]:
        """Papers with their BM25 scores for stems, best first."""
        wanted = [
            (
                tantivy.Occur.Should,
                tantivy.Query.boost_query(tantivy.Query.term_query(self._schema, name, word, "freq"), boost),
            )
            for word in dict.fromkeys(stems)
            for name, boost in BOOSTS.items()
        ]
        if not wanted:
            return []
        return self._hits([(tantivy.Occur.Must, tantivy.Query.boolean_query(wanted)), *self._filters(where)], limit)

    def matching(self, where: Sequence[Condition]) -> tuple[Paper, ...]:
        """The papers that meet all conditions."""
        clauses = [(tantivy.Occur.Must, tantivy.Query.all_query()), *self._filters(where)]
        return tuple(paper for paper, _ in self._hits(clauses, self.count() or 1))

    def papers(self, ids: Sequence[str]) -> tuple[Paper, ...]:
        """The papers with these ids in the order given; unknown ids are left out."""
        clauses = [(tantivy.Occur.Must, tantivy.Query.term_set_query(self._schema, "id", list(ids)))]
        known = {paper.id: paper for paper, _ in self._hits(clauses, len(ids) or 1)}
        return tuple(known[paper_id] for paper_id in ids if paper_id in known)

    def count(self) -> int:
        """How many papers are stored."""
        return int(self._index.searcher().num_docs)

    def frequency(self, word: str) -> int:
        """In how many papers a stem occurs."""
        return int(self._index.searcher().doc_freq("any", word))

    def rarity(self, word: str) -> float:
        """Inverse document frequency over its largest value, 0…1.

        The frequency part is BM25's (Robertson & Zaragoza 2009): log(1 + (N - n + 0.5) / (n + 0.5)) for n papers of N.
        """
        papers, occurrences = self.count(), self.frequency(word)
        weight = math.log(1 + (papers - occurrences + 0.5) / (occurrences + 0.5))
        return weight / math.log(1 + (papers + 0.5) / 0.5)

    def nearest(self, word: str, *, slips: int = 2) -> str | None:
        """The indexed word that a mistyped one (folded) most likely stands for, at most `slips` keystrokes away.

        None for a known or ordinary word, and when no indexed word is near.
        """
        return self._nearest(word, slips)

    def _find_nearest(self, word: str, slips: int) -> str | None:
        if len(word) < SHORTEST_TYPO or not word.isascii() or self.frequency(stem(word)) or is_ordinary(word):
            return None
        vocabulary = [
            (known, count)
            for known, count in self._index.searcher().terms_with_prefix("words", "")
            if abs(len(known) - len(word)) <= 2
        ]
        close = process.extract(
            word,
            [known for known, _ in vocabulary],
            scorer=DamerauLevenshtein.distance,
            score_cutoff=slips if len(word) >= TWO_TYPOS else 1,
            limit=10,
        )
        # Among equally close words the more frequent one, but slips rarely touch the first letter.
        ranked = [(distance, known[0] != word[0], -vocabulary[place][1], known) for known, distance, place in close]
        return min(ranked)[3] if ranked else None

    def _hits(self, clauses: list[Clause], limit: int) -> list[tuple[Paper, float]]:
        with self._told():
            searcher = self._index.searcher()
            hits = searcher.search(tantivy.Query.boolean_query(clauses), limit=limit, count=False).hits
            return [(paper_of(searcher.doc(address)), float(score)) for score, address in hits]

    def _told(self) -> AbstractContextManager[None]:
        return damage_told("keyword side", self._folder, advice=rebuild_advice(self._folder))

    def _filters(self, where: Sequence[Condition]) -> list[Clause]:
        clauses = []
        for condition in where:
            if condition.field == "year":
                query = self._year_range(condition)
            elif condition.field == "id":
                query = tantivy.Query.term_query(self._schema, "id", condition.value)
            else:
                query = tantivy.Query.term_query(self._schema, condition.field, fold(condition.value))
            negated = condition.operator == "!="
            clauses.append((tantivy.Occur.MustNot if negated else tantivy.Occur.Must, query))
        return clauses

    def _year_range(self, condition: Condition) -> tantivy.Query:
        year = int(condition.value)
        lowest, highest = {
            ">=": (year, 9999),
            ">": (year + 1, 9999),
            "<=": (0, year),
            "<": (0, year - 1),
        }.get(condition.operator, (year, year))
        return tantivy.Query.range_query(self._schema, "year", tantivy.FieldType.Integer, lowest, highest)


def query_stems(text: str) -> tuple[str, ...]:
    """The stems to search for: content words, and neighbours written as one (`co act 1` finds CoAct-1)."""
    plain = content_words(text)
    pairs = ["".join(pair) for pair in pairwise(plain)]
    triples = ["".join(triple) for triple in zip(plain, plain[1:], plain[2:], strict=False)]
    return tuple(dict.fromkeys(stem(word) for word in (*plain, *pairs, *triples)))
