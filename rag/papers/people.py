"""Names of authors, from lists, objects and the many ways in which people write several names in one text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rag.papers.words import mended, text_of

LONGEST = 200_000  # characters of one field; the largest collaborations have some 5,000 authors
_WHOLE = ("name", "fullname", "displayname", "literal", "rawauthorname", "authorname")
_GIVEN = ("first", "given", "firstname", "givenname", "forename", "forenames")
_FAMILY = ("last", "family", "lastname", "familyname", "surname")
_TITLES = {"jr", "jr.", "sr", "sr.", "ii", "iii", "iv", "phd", "ph.d.", "md", "m.d."}
_INITIALS = re.compile(r"(?:[^\W\d_]\.?[\s-]?){1,4}")
_QUOTED = re.compile(r"'((?:[^'\\]|\\.)*)'|\"((?:[^\"\\]|\\.)*)\"")
_AND = re.compile(r"\s*,?\s+(?:and|&)\s+")
_WIDE = re.compile(r"[\u2e80-\u9fff\uac00-\ud7af]")


def names_of(value: Any) -> tuple[str, ...]:
    """The authors in order, each as it is read ("Ada Lovelace", also when written "Lovelace, Ada")."""
    found = (" ".join(mended(name).split()) for name in _names(value))
    return tuple(name for name in found if name)


def words_of(value: Any) -> tuple[str, ...]:
    """Keywords in order, from a list, or from a text with semicolons or commas between them."""
    if isinstance(value, str):
        value = _listed(value) or re.split(r"[;|\n]" if re.search(r"[;|\n]", value) else ",", value)
    if not isinstance(value, list):
        return ()
    found = (" ".join(mended(text_of(item)).split()) for item in value if not isinstance(item, list))
    return tuple(word for word in found if word)


def _names(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield from _from_text(value[:LONGEST])
    elif isinstance(value, dict):
        yield _of_person(value)
    elif isinstance(value, list):
        if len(value) == 1 and isinstance(value[0], str):
            yield from _from_text(value[0][:LONGEST])
            return
        for item in value:
            yield _of_person(item) if isinstance(item, dict) else _turned(text_of(item)) if item else ""


def _of_person(person: Mapping[str, Any], *, deep: bool = True) -> str:
    fields = {re.sub(r"[^a-z]", "", key.lower()): value for key, value in person.items()}
    if deep and isinstance(fields.get("author"), dict):  # OpenAlex
        return _of_person(fields["author"], deep=False)
    for key in _WHOLE:
        if name := text_of(fields.get(key)):
            return _turned(name)
    parts = (next((text for key in keys if (text := text_of(fields.get(key)))), "") for keys in (_GIVEN, _FAMILY))
    return " ".join(parts)


def _from_text(text: str) -> Sequence[str]:
    if listed := _listed(text):
        return [_turned(name) for name in listed]
    text = re.sub(r"[^\S\n]+", " ", text)
    if re.search(r"[;|\n]", text):
        return [_turned(name) for name in re.split(r"\s*[;|\n]\s*", text)]
    parts = [part for part in _AND.split(text) if part.strip() and part.strip().lower() != "others"]
    if len(parts) > 1 and not _is_list(parts):  # BibTeX: "Last, First and Last, First"
        return [_turned(part) for part in parts]
    pieces = [piece.strip() for part in parts for piece in re.split(r"[,，、]", part) if piece.strip()]
    return _from_pieces(pieces, " and ".join(parts))


def _is_list(parts: Sequence[str]) -> bool:
    """Whether the words between "and" are a list with commas: "Ann Lee, Bo Chen and Cy Young"."""
    if all("," in part for part in parts) or not any("," in part for part in parts):
        return False
    return all(_is_whole(piece) for part in parts for piece in part.split(","))


def _from_pieces(pieces: Sequence[str], text: str) -> Sequence[str]:
    """Names from what stands between commas; left in one piece when it cannot be told where a name ends."""
    if len(pieces) > 1 and all(_is_whole(piece) for piece in pieces):
        return pieces
    pairs = list(zip(pieces[::2], pieces[1::2], strict=False))
    if len(pieces) > 2 and len(pieces) % 2 == 0 and all(_INITIALS.fullmatch(given) for _, given in pairs):
        return [f"{given} {family}" for family, given in pairs]
    return [_turned(text)]


def _is_whole(name: str) -> bool:
    """Whether a piece is clearly a whole name: two words or more, or one in a script without spaces."""
    words = name.split()
    return bool(_WIDE.search(name)) or (len(words) > 1 and words[-1].lower() not in _TITLES)


def _turned(name: str) -> str:
    """ "Last, First" as "First Last"; a name with another number of commas stays as it is."""
    parts = [part.strip() for part in name.split(",")]
    if len(parts) != 2 or not all(parts) or parts[1].lower() in _TITLES:
        return name.strip()
    return f"{parts[1]} {parts[0]}"


def _listed(text: str) -> list[str]:
    """The texts of a list that was written into a cell as programs show it: `['Ann', "O'Brien"]`."""
    text = text.strip()
    if not (text.startswith("[") and text.endswith("]")):
        return []
    return [re.sub(r"\\(.)", r"\1", single or double) for single, double in _QUOTED.findall(text[:LONGEST])]
