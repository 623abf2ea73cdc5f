"""`cahier lsp`: the language server, to be started by an editor."""

from __future__ import annotations

import os
import sys

from cli.guard import FINE, NO, end_at_once
from cli.output import only_ours
from cli.version import version
from interpreter.errors import Problem, RulebookError, Where
from interpreter.extras import need


def answer_editor() -> int:
    """Serve an editor over the standard streams until it leaves; return the exit status.

    Raises CahierError if there is no editor, or if the library for it is not installed.
    """
    need("editor", "pygls")
    if sys.stdin.isatty():
        message = "this is for editors, which start it themselves; the README says how to set one up"
        raise RulebookError(Problem(Where("lsp"), "no-editor", message))
    from interpreter.editor.server import run_server

    end_at_once()
    with os.fdopen(os.dup(sys.stdout.fileno()), "wb") as answers, only_ours():
        return FINE if run_server(version(), sys.stdin.buffer, answers) else NO
