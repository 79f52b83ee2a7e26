"""How many papers of the whole index are of the kind that is asked for, and the sentences that say so."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf
from statistics import median

from rag.evidence.choosing import MOST_EXACT, MOST_LISTED
from rag.evidence.topical import Place, place_of_topic
from rag.language.constraints import constraints
from rag.language.topic import topic_of, topic_words
from rag.ports import Search
from rag.types import Condition, Facet, Found, Passages, Query, Read, Topic

EXACT_BELOW = 10  # smaller numbers are said as they are
ROUND_FROM = 15  # larger ones are rounded, to fives and from a hundred on to tens
UNSEEN_SHARE = 0.5  # of papers that only mention a topic, how many are on it when none of them was found


@dataclass(frozen=True, slots=True)
class Counted:
    """Numbers of papers: `about` are on the topic (an estimate unless `exact`), `heads` have its words in title or
    keywords, `mention` have them at all, `every` are all those that the filter keeps.
    """

    about: int
    heads: int
    mention: int
    every: int
    exact: bool = False


def count(query: Query, passages: Passages, shown: Sequence[Read], search: Search) -> Counted:
    """Count over the whole index.

    When fewer are shown than could be, these are all that were found to be on the topic.
    """
    every = search.mentioning((), where=query.where)
    if passages.exact:
        found = len(passages.found)
        if found == MOST_EXACT and not (query.asked.terms or topic_of(query.wanted)):
            left_out = tuple(group for what in query.asked.without for group in topic_of(what))
            found = search.mentioning((), where=query.conditions)
            found -= search.mentioning(left_out, where=query.conditions) if left_out else 0
        if said := query.asked.where or (constraints(query.text).where if query.asked.facet is Facet.DECISION else ()):
            found = search.mentioning((), where=(*query.where, *said))
        return Counted(found, found, found, every, exact=True)
    topic = topic_of(query.wanted)
    mention, kept = _mentioning(query, topic, search)
    heads = round(kept * search.mentioning(topic, heads=True, where=query.conditions)) if topic else 0
    about = heads + _beside(passages.found, topic, mention - heads) if len(shown) >= MOST_LISTED else len(shown)
    return Counted(max(len(shown), round(about)), heads, mention, every)


def _beside(found: Sequence[Found], topic: Topic, mention: int) -> float:
    """How many papers are on a topic though title and keywords lack its words, `mention` of which mention it.

    It is told from those that were found: a paper is when it claims the words, or is as near as half of those that
    have them in title or keywords.
    """
    placed = [(item, place_of_topic(item.paper, topic)) for item in found]
    least = median([item.score for item, place in placed if place is Place.HEAD] or [inf])
    on_it = {place: sum(item.score >= least for item, at in placed if at is place) for place in Place}
    claimed = sum(place is Place.CLAIM for _, place in placed)
    only = claimed + sum(place is Place.ABSTRACT for _, place in placed)
    share = (claimed + on_it[Place.ABSTRACT]) / only if only else UNSEEN_SHARE
    return share * max(0, mention) + on_it[Place.NOWHERE]


def _mentioning(query: Query, topic: Topic, search: Search) -> tuple[int, float]:
    """How many papers have a topic's words and nothing that is left out, and their share of all that have the words."""
    if not topic:
        return 0, 0.0
    every = search.mentioning(topic, where=query.conditions)
    others = tuple(group for what in query.asked.without for group in topic_of(what))
    both = tuple((*group, *other) for group in topic for other in others)
    left = every - (search.mentioning(both, where=query.conditions) if both else 0)
    return left, left / every if every else 0.0


def counted_sentence(query: Query, counted: Counted) -> str:
    """What was counted, and how many there are."""
    are = "is" if counted.about == 1 else "are"
    if counted.exact and counted.about == counted.every and not query.asked.where:
        kept = "meet the filter" if query.where else "in the index"
        return f"{counted.every} papers {kept if query.where else f'{are} {kept}'}."
    if counted.exact:
        number = f"All {counted.every}" if counted.about == counted.every else f"{counted.about} of the {counted.every}"
        where = _conditions(query.asked.where, one=counted.about == 1)
        return f"{number} papers {are} {where or ('left' if query.asked.without else 'by this person')}."
    number, typed = _about(counted.about), topic_words(query.wanted)
    return (
        f"{number[0].upper()}{number[1:]} of the {counted.every} papers {are} on this; "
        f"{counted.mention} mention “{typed}”, {counted.heads} of them in title or keywords."
    )


def shown_sentence(shown: int, counted: Counted) -> str:
    """How many of how many papers are shown; empty when it is all of them, as far as one can tell."""
    if counted.exact:
        return f"These are the first {shown} of {counted.about} papers." if counted.about > shown else ""
    if counted.about > shown:
        return f"These are {shown} of {_about(counted.about)} papers on this."
    return f"There may be more papers on this than these {shown}." if shown >= MOST_LISTED else ""


def left_out_sentence(without: Sequence[str]) -> str:
    """What was left out because the question says so."""
    return f"Left out is what mentions {' or '.join(f'“{what}”' for what in without)}." if without else ""


def _about(number: int) -> str:
    if number < EXACT_BELOW:
        return str(number)
    if number < ROUND_FROM:
        return f"about {number}"
    step = 5 if number < 100 else 10
    return f"about {step * round(number / step)}"


def _conditions(where: Sequence[Condition], *, one: bool) -> str:
    return " and ".join(_condition(condition, one=one) for condition in where)


def _condition(condition: Condition, *, one: bool) -> str:
    value = " or ".join(condition.values)
    if condition.field == "decision":
        return f"{'an' if value == 'oral' else 'a'} {value}" if one else f"{value}s"
    if condition.field == "year":
        word = {">": "after", "<": "before", "<=": "until"}.get(condition.operator, "from")
        return f"{word} {value}{' or later' if condition.operator == '>=' else ''}"
    if condition.field == "area":
        return f"in the area “{value}”"
    return f"by {value}" if condition.field == "author" else f"with the {condition.field} “{value}”"


def unmentioned_sentence(query: Query, counted: Counted) -> str:
    """That no paper has the topic's words; empty when some have, or when it names none."""
    typed = topic_words(query.wanted)
    return (
        ""
        if counted.mention or counted.exact or not typed
        else f"None of the {counted.every} papers mentions “{typed}”."
    )
