"""What of each paper a model gets to read."""

from __future__ import annotations

from rag.language.roles import roles
from rag.language.sentences import sentence_spans
from rag.types import Asked, Evidence, Facet, Found, Match, Paper, Query, Read, ReadSentence, Weight
from rag.write.excerpts import Excerpt, excerpts
from rag.write.sources import numbered

ABSTRACT = (
    "Sorting socks is slow. Many people give up. We introduce SockSort, a way to pair socks. It looks at heels. "
    "Colours are compared by night. This saves 12 minutes. Our code is available at https://socks.example."
)
CLAIM = "We introduce SockSort, a way to pair socks."


def asked(facet: Facet = Facet.ANYTHING) -> Query:
    return Query("What?", "What?", Asked(facet))


def read(name: str, *, score: float = 0.8, likeness: str = "", named: bool = False, closely: bool = True) -> Read:
    """A paper of that name; the sentences that hold `likeness` are like the question, the others are not."""
    paper = Paper(name, f"Title {name}", ABSTRACT)
    spans = sentence_spans(ABSTRACT)
    texts = [ABSTRACT[start:end] for start, end in spans]
    sentences = (
        ReadSentence(
            paper,
            *span,
            place,
            role,
            similarity=0.9 if likeness and likeness in text else 0.1,
            part_similarities=(),
            matches=(Match("sock", 1.0, 1.0, 1.0 if likeness and likeness in text else 0.0),),
        )
        for place, (span, text, role) in enumerate(zip(spans, texts, roles(texts), strict=True))
    )
    found = Found(paper, score, score, 1.0)
    return Read(found, tuple(sentences) if closely else (), (), named, score if closely else 0.0)


def shown(reads: list[Read], beside: list[Read], facet: Facet = Facet.ANYTHING) -> dict[str, str]:
    evidence = Evidence(tuple(reads), Weight.ENOUGH, tuple(beside))
    return {each.paper.id: each.text for each in excerpts(asked(facet), evidence)}


def test_a_paper_that_answers_is_told_whole() -> None:
    assert shown([read("a"), read("b")], []) == {"a": ABSTRACT, "b": ABSTRACT}


def test_a_paper_beside_it_is_told_when_it_may_be_the_one_that_is_meant() -> None:
    beside = [read("near", score=0.75), read("far", score=0.6), read("unread", score=0.7, closely=False)]
    assert shown([read("a")], [*beside, read("later", score=0.5, closely=False)]) == {
        "a": ABSTRACT,
        "near": ABSTRACT,
        "unread": ABSTRACT,
    }


def test_beside_a_paper_that_the_question_names_nothing_is_told() -> None:
    assert list(shown([read("a", named=True, score=0.5)], [read("b", score=0.9)])) == ["a"]


def test_a_comparison_looks_beside_the_paper_that_it_names() -> None:
    told = shown([read("a", named=True)], [read("b", likeness="heels")], Facet.COMPARISON)
    assert told["a"] == ABSTRACT
    assert "It looks at heels." in told["b"]


def test_of_a_paper_among_many_its_claim_and_what_bears_on_the_question_are_told() -> None:
    told = shown([read(name, likeness="12 minutes") for name in "abc"], [], Facet.LISTING)
    assert CLAIM in told["a"]
    assert "This saves 12 minutes." in told["a"]
    assert "https://socks.example" not in told["a"]
    assert "give up" not in told["a"]


def test_a_sentence_that_leans_on_the_one_before_brings_it_along_and_gaps_are_marked() -> None:
    told = shown([read(name, likeness="12 minutes") for name in "abc"], [], Facet.LISTING)["a"]
    assert "Colours are compared by night. This saves 12 minutes." in told
    assert told.startswith("… ") or told.startswith("Sorting")
    assert told.endswith(" …")
    pieces = [piece.strip() for piece in told.split("…") if piece.strip()]
    assert all(piece in ABSTRACT for piece in pieces)


def test_of_papers_beside_a_list_the_claim_is_told() -> None:
    beside = [read("b", score=0.6), read("c", score=0.75, closely=False), read("far", score=0.2)]
    told = shown([read("a")], beside, Facet.LISTING)
    assert told["b"] == told["c"] == f"… {CLAIM} …"
    assert "far" not in told


def test_an_abstract_without_a_claim_is_told_by_its_first_sentence() -> None:
    paper = Paper("x", "X", "Socks are lost. Nobody knows where.")
    unread = Read(Found(paper, 0.8, 0.8, 0.0), (), (), named=False, score=0.0)
    assert shown([read("a")], [unread], Facet.LISTING)["x"] == "Socks are lost. …"


def test_papers_that_were_not_read_closely_are_told_whole_when_they_answer() -> None:
    assert set(shown([read(name, closely=False) for name in "abc"], []).values()) == {ABSTRACT}


def test_authors_and_decisions_are_told_where_they_are_asked_for() -> None:
    paper = Paper("x", "X", "Socks.", authors=("Ann Lee", "Bo Chu"), decision="Oral")

    def block(facet: Facet, text: str = "What?") -> str:
        (source,) = numbered(Query(text, text, Asked(facet)), [Excerpt(paper, paper.abstract)])
        return source.block

    assert "[1] X\nAuthors: Ann Lee, Bo Chu\nAbstract: Socks." in block(Facet.AUTHORS)
    assert "[1] X\nAuthors: Ann Lee, Bo Chu\nAbstract: Socks." in block(Facet.LISTING, "papers by Bo Chu")
    assert "[1] X\nDecision: Oral\nAbstract: Socks." in block(Facet.DECISION)
    assert "[1] X\nAbstract: Socks." in block(Facet.RESULT)
