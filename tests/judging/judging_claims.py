"""Claims to be judged, and a judge that asks a scripted server."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from endpoint_server import EndpointServer
from speaking import speaker

from rag.judging.memory import Memory
from rag.judging.model import ModelJudge
from rag.types import Claim, Paper

HALVER = Paper("halver", "Halver: Fast Training", "We halve the training time. It falls by 49.5%.", year=2026)
DOUBLER = Paper("doubler", "Doubler", "We double the accuracy on GAIA.", authors=("Ada Lee", "Bo Chen"))
HALVES = Claim("Halver halves the training time.", (HALVER,))
DOUBLES = Claim("Doubler doubles the accuracy.", (DOUBLER,))
BOTH = Claim("Halver and Doubler are about training.", (HALVER, DOUBLER))


def model_judge(server: EndpointServer, folder: Path, **more: Any) -> ModelJudge:
    values: dict[str, Any] = {
        "name": "openai:scripted",
        "context_tokens": 6000,
        "memory": Memory(folder / "verdicts.sqlite3"),
        "measured": folder / "judges.json",
        **more,
    }
    return ModelJudge(speaker(server), **values)
