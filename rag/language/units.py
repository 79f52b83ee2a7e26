"""What a number counts or measures, told from the words beside it."""

from __future__ import annotations

import re

from rag.language.terms import FUNCTION_WORDS

OPEN = ""  # a score, or a number whose unit is not said
PERCENT, POINTS, PERCENTAGE_POINTS, TIMES, COUNT, NAME = "%", "points", "percentage points", "x", "count", "name"

_LONGER = (
    r"(?:faster|slower|more|less|fewer|better|worse|higher|lower|larger|smaller|greater|cheaper|longer|shorter|as|the)"
)
_OF_DEVICES = r"(?:[A-Z]{1,2}\d*PU|[AHV]\d{2,3}|GPU|CPU|TPU|wall[- ]clock|compute)s?[\s-]"
# Units of one dimension are comparable by their size in its smallest common unit.
_UNITS: tuple[tuple[str, str, float], ...] = (
    (r"percentage[\s-]points?|pp\b|p\.p\.|prozentpunkte?", PERCENTAGE_POINTS, 1.0),
    (r"(?:%|percent)[\s-]?(?:points?|pts?)\b", PERCENTAGE_POINTS, 1.0),
    (r"%|percent\b|per cent\b|pct\b|prozent\b|por ciento\b|pour cent\b|per cento\b", PERCENT, 1.0),
    (r"(?:absolute |accuracy |score |F1 |BLEU )?(?:points?|pts)\b", POINTS, 1.0),
    (rf"(?:[×x](?![\w])(?!\s*\d)|[\s-]?fold\b|[\s-]?fach\w*|times (?={_LONGER}\b))", TIMES, 1.0),
    (r"(?:ns|nanoseconds?)\b", "time", 1e-9),
    (r"(?:[µμ]s|microseconds?)\b", "time", 1e-6),
    (r"(?:ms|milliseconds?|millisekunden)\b", "time", 1e-3),
    (r"(?:s|secs?|seconds?|sekunden?|secondes?|segundos?)\b", "time", 1.0),
    (r"(?:mins?|minutes?|minuten?|minutos?)\b", "time", 60.0),
    (r"(?:h|hrs?|hours?|stunden?|heures?|horas?)\b", "time", 3600.0),
    (r"(?:days?|tagen?|jours?|días?)\b", "time", 86400.0),
    (r"(?:weeks?|wochen?|semaines?)\b", "time", 604800.0),
    (r"(?:months?|monaten?|mois|meses)\b", "time", 2592000.0),
    (r"(?:years?|jahren?)\b", "time", 31536000.0),
    (r"(?:KB|kB|KiB|kilobytes?)\b", "bytes", 1e3),
    (r"(?:MB|MiB|megabytes?)\b", "bytes", 1e6),
    (r"(?:GB|GiB|gigabytes?)\b", "bytes", 1e9),
    (r"(?:TB|TiB|terabytes?)\b", "bytes", 1e12),
    (r"bits?\b", "bits", 1.0),
    (r"(?:Hz|hertz)\b", "Hz", 1.0),
    (r"kHz\b", "Hz", 1e3),
    (r"MHz\b", "Hz", 1e6),
    (r"GHz\b", "Hz", 1e9),
    (r"(?:FPS|fps|frames? per second)\b", "FPS", 1.0),
    (r"dB\b", "dB", 1.0),
    (r"(?:nm|nanomet(?:er|re)s?)\b", "length", 1e-9),
    (r"[µμ]m\b", "length", 1e-6),
    (r"(?:mm|millimet(?:er|re)s?)\b", "length", 1e-3),
    (r"(?:cm|centimet(?:er|re)s?)\b", "length", 1e-2),
    (r"(?:met(?:er|re)s?)\b", "length", 1.0),
    (r"(?:km|kilomet(?:er|re)s?)\b", "length", 1e3),
    (r"[Å](?!\w)", "length", 1e-10),
    (r"°\s?C?\b", "degrees", 1.0),
    (r"(?:kWh|Wh|joules?|watts?|kW|mW)\b", "energy", 1.0),
)
_COMPILED = tuple(
    (re.compile(rf"[\s-]{{0,2}}(?:{_OF_DEVICES})?(?:{pattern})", re.IGNORECASE), unit, size)
    for pattern, unit, size in _UNITS
)
_BESIDE = re.compile(r"(?:[\s-]+|\+\s*)([A-Za-z][\w’'-]*)")
_NOT_COUNTED = frozenset(
    {"thus", "versus", "plus", "less", "various", "previous", "across", "towards", "besides", "yields"}
)
BETWEEN = 3  # words up to the plural that a number counts: "30 real-world web tasks"


def unit_after(text: str, place: int) -> tuple[str, float, int]:
    """The unit of the number that ends at `place`, its size, and where the unit ends."""
    for pattern, unit, size in _COMPILED:
        match = pattern.match(text, place)
        if match:
            return unit, size, match.end()
    return OPEN, 1.0, place


def counts_things(text: str, place: int) -> bool:
    """Whether the number that ends at `place` counts what a plural noun soon after it says."""
    for _ in range(BETWEEN):
        match = _BESIDE.match(text, place)
        if not match:
            return False
        word = match.group(1)
        if word.lower() in FUNCTION_WORDS or word.lower() in _NOT_COUNTED:
            return False
        if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is", "ous")):
            return True
        place = match.end()
    return False
