"""The values that travel along the way of a question. All are frozen; each stage returns a new one."""

from rag.types.finding import Asked, Condition, Facet, Found, Paper, Passage, Passages, Phrase, Query, Rewording, Topic
from rag.types.judging import Accuracy, Claim, JudgedBy, Ruling, Rulings
from rag.types.reading import Evidence, Match, Read, ReadSentence, Role, Weight
from rag.types.usage import NO_USAGE, Usage
from rag.types.verdicts import STRENGTH, Status, Verdict
from rag.types.writing import Checked, Citation, CitedAnswer, CitedSentence, Draft, Ranked, Sentence

__all__ = [
    "NO_USAGE",
    "STRENGTH",
    "Accuracy",
    "Asked",
    "Checked",
    "Citation",
    "CitedAnswer",
    "CitedSentence",
    "Claim",
    "Condition",
    "Draft",
    "Evidence",
    "Facet",
    "Found",
    "JudgedBy",
    "Match",
    "Paper",
    "Passage",
    "Passages",
    "Phrase",
    "Query",
    "Ranked",
    "Read",
    "ReadSentence",
    "Rewording",
    "Role",
    "Ruling",
    "Rulings",
    "Sentence",
    "Status",
    "Topic",
    "Usage",
    "Verdict",
    "Weight",
]
