"""The order of the candidates: keyword score, vector similarity and late interaction, in one number. Pure functions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rag.ports import Vectors

# Learnt listwise (softmax over the candidates) on one half of the questions over SciFact, LitSearch and ICLR papers,
# and checked on the other half: eval/README.md.
KEYWORD_SHARE, VECTOR_SHARE, WORDS_SHARE = 0.30, 0.43, 0.27


def fused(keyword: Mapping[str, float], similarity: Mapping[str, float]) -> dict[str, float]:
    """Each paper's keyword score and similarity, scaled by the best of each and added with their weights.

    The convex combination of Bruch, Gai & Ingber, "An Analysis of Fusion Functions for Hybrid Retrieval" (2023).
    """
    words, meaning = _by_best(keyword), _by_best(similarity)
    return {
        key: KEYWORD_SHARE * words.get(key, 0.0) + VECTOR_SHARE * meaning.get(key, 0.0) for key in {*words, *meaning}
    }


def interaction(question: Vectors, weights: Vectors, paper: Vectors) -> float:
    """How well the words of a question, shape (n, d), are met by those of a paper, shape (m, d): about 0…1.

    Each word takes its nearest of the paper, as in Khattab & Zaharia, "ColBERT" (2020), here weighted by rarity.
    """
    if not len(question) or not len(paper):
        return 0.0
    return float(weights @ (question @ paper.T).max(axis=1) / max(float(weights.sum()), 1e-9))


def with_words(scores: Mapping[str, float], met: Mapping[str, float]) -> dict[str, float]:
    """Scores with what late interaction says, stretched over those that were compared: the best of them gets it all."""
    low, high = min(met.values(), default=0.0), max(met.values(), default=0.0)
    stretch = WORDS_SHARE / (high - low) if high > low else 0.0
    return {key: score + stretch * (met.get(key, low) - low) for key, score in scores.items()}


def ranked(scores: Mapping[str, float], limit: int) -> Sequence[str]:
    """The ids of the best, best first; equal ones in the order of their ids."""
    return sorted(scores, key=lambda key: (-scores[key], key))[:limit]


def _by_best(scores: Mapping[str, float]) -> dict[str, float]:
    best = max(scores.values(), default=0.0)
    return {key: max(0.0, score) / best if best > 0 else 0.0 for key, score in scores.items()}
