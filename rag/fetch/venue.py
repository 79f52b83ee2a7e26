"""What a user may call a venue, and the name of its file."""

from __future__ import annotations

import re
from urllib.parse import parse_qs, urlsplit

from rag.errors import UsageError

API = "https://api2.openreview.net"
EXAMPLE = "Give its id, for instance ICLR.cc/2026/Conference."
_ID = re.compile(r"(?!.*(?:^|/)\.{1,2}(?:/|$))[A-Za-z0-9][\w.+-]*(?:/[\w.+-]+)*", re.ASCII)
_LONGEST = 200  # characters; a file is named after it
_PAGE = re.compile(r"(?:https?:)?(?://)?(?:[\w-]+\.)*openreview\.net(?:[/?#]|$)", re.ASCII | re.IGNORECASE)


def venue_id(text: str) -> str:
    """The id of a venue, from the id itself or from the address of its page on OpenReview.

    Raises UsageError for anything else.
    """
    given = text.strip()
    found = _from_address(given) if _PAGE.match(given) else given
    found = found.strip("/")
    if not _ID.fullmatch(found) or "/-/" in found or len(found) > _LONGEST:
        raise UsageError(f"{_shown(given)} is no venue of OpenReview.", subject=given, advice=EXAMPLE)
    return found


def file_name(venue: str) -> str:
    """The name of a file for a venue, for instance `ICLR.cc-2026-Conference.jsonl`."""
    return f"{venue.replace('/', '-')}.jsonl"


def service_address(text: str) -> str:
    """The address of a service, without a slash at its end. Raises UsageError when it can be none."""
    given = text.strip().rstrip("/")
    try:
        parts = urlsplit(given)
        fits = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        fits = False
    if not fits or "@" in parts.netloc or parts.query or parts.fragment or re.search(r"[\s\x00-\x1f\x7f]", given):
        raise UsageError(
            "--api takes the address of a service.", subject="api", advice="For instance https://api2.openreview.net."
        )
    return given


def _from_address(address: str) -> str:
    """The venue that a page is about: `?id=` of a group's page, `?venue=` of a list of submissions."""
    try:
        asked = parse_qs(urlsplit(address).query)
    except ValueError:
        return ""
    return (asked.get("id") or asked.get("venue") or [""])[0]


def _shown(text: str) -> str:
    line = " ".join(text.split()) if text.isprintable() else ""
    return f"“{line[:80]}”" if line else "This"


def account_token(text: str) -> str:
    """The token of an account as it is sent, empty when there is none. Raises UsageError for what can be none."""
    token = text.strip().removeprefix("Bearer ").strip()
    if token and not re.fullmatch(r"[\x21-\x7e]{8,}", token):
        raise UsageError(
            "OPENREVIEW_TOKEN holds no token.", subject="OPENREVIEW_TOKEN", advice="Set it anew, or unset it."
        )
    return token
