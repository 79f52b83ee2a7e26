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

from rag.index.copying import writable
from rag.index.damage import AGAIN, damage_told, rebuild_advice
from rag.index.documents import paper_of, rows_of, schema
from rag.index.filters import Clause, Filters
from rag.index.keyword_writer import KeywordWriter
from rag.language.identifiers import plain_id
from rag.language.spelling import is_ordinary
from rag.language.terms import FUNCTION_WORDS, content_words, pieces, stem, words
from rag.language.topic import GAPS
from rag.types import Condition, Paper, Topic

RARE = 5  # papers; two words written as one count as a name when no more have it
SHORTEST_TYPO = 5  # letters; shorter words have too many neighbours
TWO_TYPOS = 7  # letters; from here on two slips are forgiven


class Stored:
    """A document of the index, read no further than is asked for."""

    __slots__ = ("_document", "id")

    def __init__(self, document: tantivy.Document) -> None:
        self._document = document
        self.id = str(document["id"][0])

    def paper(self) -> Paper:
        """The paper."""
        return paper_of(self._document)

    def rows(self) -> list[str]:
        """The ids of the paper's rows in the vector store."""
        return rows_of(self._document)


class LexicalIndex:
    """The keyword side of a generation of the `index` folder; `create` makes it when there is none."""

    def __init__(self, folder: Path, index: Path, *, create: bool = False) -> None:
        self._folder = index
        self._advice = AGAIN if create else rebuild_advice(index)
        self._schema = schema()
        with self._told():
            if create:
                folder.mkdir(parents=True, exist_ok=True)
            folder, self._copy = writable(folder)
            self._index = tantivy.Index(self._schema, path=str(folder))
        self._index.register_tokenizer(
            "whitespace", tantivy.TextAnalyzerBuilder(tantivy.Tokenizer.whitespace()).build()
        )
        self._nearest = lru_cache(maxsize=4096)(self._find_nearest)
        self._vocabulary = lru_cache(maxsize=1)(self._find_vocabulary)
        self._filters = Filters(self._index, self._schema)

    def writer(self) -> KeywordWriter:
        """Begin to change what is stored."""
        return KeywordWriter(self._index, self._told)

    def search(
        self, stems: Sequence[str], *, limit: int, where: Sequence[Condition] = ()
    ) -> list[tuple[Stored, float]]:
        """Papers with their BM25 scores for stems, best first."""
        if not stems:
            return []
        return self._hits([(tantivy.Occur.Must, self._wanted(stems)), *self._filters.clauses(where)], limit)

    def scores(self, stems: Sequence[str], ids: Sequence[str]) -> dict[str, float]:
        """The BM25 scores of these papers for stems; those that have none of them are left out."""
        if not stems or not ids:
            return {}
        among = tantivy.Query.const_score_query(tantivy.Query.term_set_query(self._schema, "id", list(ids)), 0.0)
        clauses = [(tantivy.Occur.Must, self._wanted(stems)), (tantivy.Occur.Must, among)]
        return {item.id: score for item, score in self._hits(clauses, len(ids))}

    def stored(self, ids: Sequence[str]) -> dict[str, Stored]:
        """What is stored under these ids; unknown ids are left out."""
        if not ids:
            return {}
        clauses = [(tantivy.Occur.Must, tantivy.Query.term_set_query(self._schema, "id", list(ids)))]
        return {item.id: item for item, _ in self._hits(clauses, len(ids))}

    def query_stems(self, text: str) -> tuple[str, ...]:
        """The stems to search for: all but function words, and names that the question writes in two words."""
        plain = [piece for word in words(text) for piece in pieces(word) if piece not in FUNCTION_WORDS]
        content = content_words(text)
        runs = (*pairwise(content), *zip(content, content[1:], content[2:], strict=False))
        names = [name for name in map(stem, map("".join, runs)) if 0 < self.frequency(name) <= RARE]
        return tuple(dict.fromkeys((*map(stem, plain), *names)))

    def _wanted(self, stems: Sequence[str]) -> tantivy.Query:
        """BM25 over title, keywords, abstract and authors as one text: better than a sum over them (eval/README.md)."""
        return tantivy.Query.boolean_query(
            [
                (tantivy.Occur.Should, tantivy.Query.term_query(self._schema, "any", word, "freq"))
                for word in dict.fromkeys(stems)
            ]
        )

    def matching(self, where: Sequence[Condition]) -> tuple[Paper, ...]:
        """The papers that meet all conditions."""
        clauses = [(tantivy.Occur.Must, tantivy.Query.all_query()), *self._filters.clauses(where)]
        return tuple(item.paper() for item, _ in self._hits(clauses, self.count() or 1))

    def rows_meeting(self, where: Sequence[Condition]) -> list[str]:
        """The rows in the vector store of the papers that meet all conditions."""
        clauses = [(tantivy.Occur.Must, tantivy.Query.all_query()), *self._filters.clauses(where)]
        with self._told():
            searcher = self._index.searcher()
            hits = searcher.search(tantivy.Query.boolean_query(clauses), limit=self.count() or 1, count=False).hits
            return [row for _, address in hits for row in rows_of(searcher.doc(address))]

    def counts(self, where: Sequence[Condition] = ()) -> dict[str, dict[str, int]]:
        """How many papers have each value of area, venue, decision and year, as the `Search` port promises."""
        with self._told():
            return self._filters.counts(where)

    def mentioning(self, topic: Topic, *, heads: bool = False, where: Sequence[Condition] = ()) -> int:
        """How many papers hold a topic's words, as the `Search` port promises."""
        fields = ("title", "keywords") if heads else ("title", "keywords", "abstract")
        groups = [[(tantivy.Occur.Must, self._phrase(phrase, fields)) for phrase in group] for group in topic]
        some = [(tantivy.Occur.Should, tantivy.Query.boolean_query(clauses)) for clauses in groups]
        wanted = tantivy.Query.boolean_query(some) if some else tantivy.Query.all_query()
        query = tantivy.Query.boolean_query([(tantivy.Occur.Must, wanted), *self._filters.clauses(where)])
        with self._told():
            found = self._index.searcher().search(query, limit=1, count=True)
            return int(found.count or 0)  # type: ignore[attr-defined]  # its stubs leave it out

    def _phrase(self, phrase: Sequence[str], fields: Sequence[str]) -> tantivy.Query:
        """Stems that stand near each other in one of the fields."""
        if len(phrase) == 1:
            one = [tantivy.Query.term_query(self._schema, name, phrase[0], "freq") for name in fields]
        else:
            one = [tantivy.Query.phrase_query(self._schema, name, list(phrase), slop=GAPS) for name in fields]
        return tantivy.Query.boolean_query([(tantivy.Occur.Should, query) for query in one])

    def papers(self, ids: Sequence[str]) -> tuple[Paper, ...]:
        """The papers with these ids (or with another version of them) in the order given; unknown ids are left out."""
        known = self.stored(ids)
        if others := [paper_id for paper_id in ids if paper_id not in known]:
            called = {plain_id(item.id): item for item in self._called(map(plain_id, others))}
            known |= {paper_id: called[plain_id(paper_id)] for paper_id in others if plain_id(paper_id) in called}
        found = {known[paper_id].id: known[paper_id] for paper_id in ids if paper_id in known}
        return tuple(item.paper() for item in found.values())

    def rows(self, ids: Sequence[str]) -> set[str]:
        """The rows that these papers have in the vector store."""
        query = tantivy.Query.term_set_query(self._schema, "id", list(ids))
        with self._told():
            searcher = self._index.searcher()
            hits = searcher.search(query, limit=len(ids) or 1, count=False).hits
            return {row for _, address in hits for row in rows_of(searcher.doc(address))}

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
        vocabulary = [term for size in range(-2, 3) for term in self._vocabulary().get(len(word) + size, ())]
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

    def _find_vocabulary(self) -> dict[int, list[tuple[str, int]]]:
        """All words as written with the number of papers that have them, by their length."""
        found: dict[int, list[tuple[str, int]]] = {}
        for word, count in self._index.searcher().terms_with_prefix("words", ""):
            found.setdefault(len(word), []).append((word, count))
        return found

    def _called(self, plain: Iterable[str]) -> list[Stored]:
        query = tantivy.Query.term_set_query(self._schema, "called", list(plain))
        return [item for item, _ in self._hits([(tantivy.Occur.Must, query)], self.count() or 1)]

    def _hits(self, clauses: list[Clause], limit: int) -> list[tuple[Stored, float]]:
        with self._told():
            searcher = self._index.searcher()
            hits = searcher.search(tantivy.Query.boolean_query(clauses), limit=limit, count=False).hits
            return [(Stored(searcher.doc(address)), float(score)) for score, address in hits]

    def _told(self) -> AbstractContextManager[None]:
        return damage_told("keyword side", self._folder, advice=self._advice)
