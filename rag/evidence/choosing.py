"""Which of the papers that were read may be cited."""

from __future__ import annotations

from collections.abc import Sequence

from rag.evidence.answerability import LISTED, signals
from rag.evidence.compared import compared
from rag.evidence.matching import topic_fit
from rag.evidence.topical import Place, place_of_topic
from rag.language.naming import place_of_name
from rag.language.topic import topic_of
from rag.types import Facet, Query, Read, Topic

MOST_EXACT = 200  # papers that meet a condition, of those that are found by it
MOST_LISTED = 10
LISTED_SHARE = 0.75  # of the best paper's fit that another needs to be listed beside it
SURE_SHARE = 0.65  # enough for one that has the topic's words in title, keywords or claim
BESIDE_SHARE = 0.83  # for one that has them elsewhere or not at all, beside others that have them there


def choose(query: Query, reads: Sequence[Read]) -> list[Read]:
    """The papers that may be cited: those the question names, the many it asks for, or else the best one."""
    if query.asked.facet is Facet.COMPARISON and (both := compared(query.text, reads)):
        return both[:MOST_LISTED]
    named = [read for read in reads if read.named]
    if named:
        return sorted(named, key=lambda read: place_of_name(read.paper, query.wanted))[:MOST_LISTED]
    if query.asked.facet is Facet.LISTING:
        return _listed(reads, topic_of(query.wanted))
    if query.asked.facet is Facet.COMPARISON:
        return _listed(reads, ())[:2]
    return [reads[0]]


def _listed(reads: Sequence[Read], topic: Topic) -> list[Read]:
    """The papers that are each about what is asked for, in their order.

    Those are: papers that hold the topic's words in title, keywords or claim; and others that fit it nearly as much as
    the best one, more so beside papers that hold them. The best one is listed in any case.
    """
    reads = [read for read in reads if read.sentences] or list(reads)
    best = max(reads, key=topic_fit)
    places = {read.paper.id: place_of_topic(read.paper, topic) for read in reads}
    known = any(place <= Place.CLAIM for place in places.values())
    least = {
        Place.HEAD: SURE_SHARE,
        Place.CLAIM: SURE_SHARE,
        Place.ABSTRACT: BESIDE_SHARE if known else LISTED_SHARE,
        Place.NOWHERE: BESIDE_SHARE if known else LISTED_SHARE,
    }
    listed = [read for read in reads if read is best or _fits(read, best, least[places[read.paper.id]])]
    sure = [read for read in listed if places[read.paper.id] <= Place.CLAIM]
    return (sure if len(sure) >= MOST_LISTED else listed)[:MOST_LISTED]


def _fits(read: Read, best: Read, share: float) -> bool:
    near = topic_fit(read) >= share * topic_fit(best)
    return near and (share == SURE_SHARE or LISTED.holds(signals([read])))
