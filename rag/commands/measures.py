"""`footnoted eval`: the suite when nothing else is named, and the other measures by their names."""

from __future__ import annotations

from typing import Any

import typer
from typer.core import TyperGroup

SUITE = "suite"  # what the group calls its default; nobody types it, so a question file may have this name, too


class SuiteFirst(TyperGroup):
    """A group whose arguments are those of the suite, unless the first one is the name of another measure.

    A question file that is called like a measure is asked with a path: `./judge`.
    """

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Put the suite's name before arguments that name no other measure."""
        named = args[:1] != [SUITE] and args[:1] and args[0] in self.commands
        return super().parse_args(ctx, args if named else [SUITE, *args])

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Leave the suite's name out of what its help and its errors show, and tell there of the others."""
        name, command, rest = super().resolve_command(ctx, args)
        if name == SUITE and command is not None:
            others = [other for other in self.commands if other != SUITE]
            command.epilog = f"Other measures: {', '.join(f'footnoted eval {other}' for other in others)}."
            name = None
        return name, command, rest


measures = typer.Typer(cls=SuiteFirst, help="Run the citation-accuracy suite; `footnoted eval --help` names others.")
