"""What a part takes up: memory and disk, in megabytes of 10^6 bytes."""

from __future__ import annotations

from pathlib import Path

STATUS = Path("/proc/self/status")


def memory() -> dict[str, float | None]:
    """Resident memory of this process: `now`, and its `peak` so far. `now` is None where only Linux could tell."""
    if STATUS.is_file():
        # Not `ru_maxrss`: on Linux a process begins with the peak of the one that started it.
        rows = dict(line.split(":", 1) for line in STATUS.read_text(encoding="utf-8").splitlines() if ":" in line)
        return {"now": _megabytes(rows["VmRSS"]), "peak": _megabytes(rows["VmHWM"])}
    import resource
    import sys

    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)
    return {"now": None, "peak": round(peak / 1e6)}


def disk(folder: Path) -> float:
    """The size of all files in a folder."""
    return round(sum(file.stat().st_size for file in folder.rglob("*") if file.is_file()) / 1e6, 1)


def _megabytes(field: str) -> float:
    return round(int(field.split()[0]) * 1024 / 1e6)
