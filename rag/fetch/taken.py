"""What has been taken of a venue so far: each paper once, and every note that gave none by its name."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

from rag.fetch.notes import row_of
from rag.fetch.openreview import Page
from rag.fetch.trouble import plain


@dataclass
class Taken:
    """What has been taken so far: ids of the rows, and sentences about the notes that gave none."""

    ids: set[str] = field(default_factory=set)
    incomplete: int = 0
    skipped: dict[str, None] = field(default_factory=dict)  # in order

    def row(self, row: dict[str, Any]) -> bool:
        """Count a row; whether it is a new one."""
        if row["id"] in self.ids:
            return False
        self.ids.add(row["id"])
        self.incomplete += not (str(row.get("title") or "").strip() and str(row.get("abstract") or "").strip())
        return True

    def page(self, page: Page) -> list[str]:
        """The new rows of a page, as lines."""
        lines = []
        for note in page.notes:
            row = row_of(note)
            if isinstance(row, str):
                self.skipped[f"Skipped a note: {row} ({plain(json.dumps(note))[:80]})."] = None
            elif self.row(row):
                lines.append(line_of(row))
        return lines

    @property
    def count(self) -> int:
        """How many notes that is."""
        return len(self.ids) + len(self.skipped)


def line_of(row: dict[str, Any]) -> str:
    """A row as a line of a file in UTF-8; what UTF-8 cannot hold (half a character) is escaped, not changed."""
    line = json.dumps(row, ensure_ascii=False)
    try:
        line.encode()
    except UnicodeEncodeError:
        return json.dumps(row)
    return line
