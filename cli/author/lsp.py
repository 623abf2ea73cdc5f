"""`cahier lsp`: the language server, to be started by an editor."""

from __future__ import annotations

import os
import sys

from cli.guard import EXIT_NO, EXIT_OK, exit_on_signals
from cli.options import find_version
from cli.text.output import reserve_stdout
from interpreter.support import Location, Problem, RulebookError, require_extra


def serve_editor() -> int:
    """Serve an editor over the standard streams until it leaves; return the exit status.

    Raises CahierError if there is no editor, or if the library for it is not installed.
    """
    require_extra("editor", "pygls")
    if sys.stdin.isatty():
        message = "this is for editors, which start it themselves; the README says how to set one up"
        raise RulebookError(Problem(Location("lsp"), "no-editor", message))
    from interpreter.editor import run_server

    exit_on_signals()
    with os.fdopen(os.dup(sys.stdout.fileno()), "wb") as answers, reserve_stdout():
        return EXIT_OK if run_server(find_version(), sys.stdin.buffer, answers) else EXIT_NO
