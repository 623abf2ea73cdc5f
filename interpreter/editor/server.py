"""Language server: handlers for the requests of the Language Server Protocol.

The answers come from other modules of this package, which don't depend on the protocol.
"""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice
from typing import Any, BinaryIO

from lsprotocol import types
from pygls.exceptions import FeatureRequestError, JsonRpcException, JsonRpcInvalidParams
from pygls.lsp.server import LanguageServer
from pygls.protocol import LanguageServerProtocol

from interpreter.authoring.yaml_layout import GameFormatter
from interpreter.editor.answers import COLOUR_OPTIONS, Answers
from interpreter.editor.background_checks import CheckScheduler, Finding
from interpreter.editor.buffers import Buffer, Buffers, GameWorkspace, ReadingCache, workspace_of
from interpreter.editor.fixes import FixFinder
from interpreter.editor.meanings import meaning_at
from interpreter.editor.positions import overlap, path_of
from interpreter.editor.references import MentionCache, renamable_id
from interpreter.support.errors import CahierError, printable

REQUEST_FAILED = -32803
MAX_FIXED_FINDINGS = 8
"""Maximum number of findings with fixes per request; an editor asks about one line or word."""
READING_DELAY = 0.02
"""Seconds from the answer until the mentions are read, in which the answer is sent."""
INVALID_PARAMS_METHOD = "$/cahier/unreadable"
"""Method name given to requests with invalid parameters."""


class _Protocol(LanguageServerProtocol):  # type: ignore[misc]
    """Protocol that also answers requests with invalid parameters; otherwise the editor would wait for them."""

    def structure_message(self, data: dict[str, Any]) -> Any:
        try:
            return super().structure_message(data)
        except JsonRpcException:
            if "id" not in data or "method" not in data:
                raise
            return super().structure_message(
                {"jsonrpc": "2.0", "id": data["id"], "method": INVALID_PARAMS_METHOD, "params": {}}
            )


class _LanguageServer(LanguageServer):  # type: ignore[misc]
    """Language server that shows errors outside of requests in messages for users."""

    def report_server_error(self, error: Exception, source: type[Exception]) -> None:
        if source is FeatureRequestError:
            return  # reported by the response
        message = str(error)
        if isinstance(error, ValueError):
            message = "the editor sent something that isn't JSON; it is ignored"
        elif source is JsonRpcException:
            message = "the editor sent something that isn't a message of the Language Server Protocol; it is ignored"
        self.window_show_message(types.ShowMessageParams(types.MessageType.Error, f"cahier: {message}"))


class Server:
    """Language server for one editor."""

    def __init__(self, version: str) -> None:
        sync = types.TextDocumentSyncKind.Full
        self._server = _LanguageServer("cahier", version, sync, protocol_cls=_Protocol)
        self._buffers = Buffers()
        self._readings = ReadingCache(self._buffers)
        self._mentions = MentionCache(self._buffers)
        self._answers = Answers(self._server, self._buffers, self._readings, self._mentions)
        self._checks = CheckScheduler(self._buffers, self._publish, self._report_failed_check)
        self._was_shut_down = False
        options = {
            types.TEXT_DOCUMENT_COMPLETION: types.CompletionOptions(trigger_characters=[" "]),
            types.TEXT_DOCUMENT_RENAME: types.RenameOptions(prepare_provider=True),
            types.TEXT_DOCUMENT_SIGNATURE_HELP: types.SignatureHelpOptions(trigger_characters=[" "]),
            types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL: COLOUR_OPTIONS,
            types.TEXT_DOCUMENT_CODE_ACTION: types.CodeActionOptions([types.CodeActionKind.QuickFix]),
        }
        for name, work in self._features().items():
            self._server.feature(name, options.get(name))(partial(_run_handler, work))

    def run(self, requests: BinaryIO, answers: BinaryIO) -> bool:
        """Serve requests until the editor disconnects. Return True if it asked for a shutdown first."""
        self._server.start_io(requests, answers)
        return self._was_shut_down

    def _features(self) -> dict[str, Callable[[Any], Any]]:
        return {
            types.INITIALIZED: self._initialized,
            types.TEXT_DOCUMENT_DID_OPEN: self._did_open,
            types.TEXT_DOCUMENT_DID_CHANGE: self._did_change,
            types.TEXT_DOCUMENT_DID_SAVE: self._did_change,
            types.TEXT_DOCUMENT_DID_CLOSE: self._did_close,
            types.WORKSPACE_DID_CHANGE_WATCHED_FILES: self._files_changed,
            types.SHUTDOWN: self._shut_down,
            types.TEXT_DOCUMENT_HOVER: self._answers.hover,
            types.TEXT_DOCUMENT_DEFINITION: self._answers.definition,
            types.TEXT_DOCUMENT_COMPLETION: self._answers.completion,
            types.TEXT_DOCUMENT_PREPARE_RENAME: self._prepare_rename,
            types.TEXT_DOCUMENT_RENAME: self._rename,
            types.TEXT_DOCUMENT_CODE_ACTION: self._code_action,
            types.TEXT_DOCUMENT_REFERENCES: self._answers.references,
            types.TEXT_DOCUMENT_DOCUMENT_SYMBOL: self._answers.document_symbols,
            types.WORKSPACE_SYMBOL: self._answers.workspace_symbols,
            types.TEXT_DOCUMENT_SIGNATURE_HELP: self._answers.signature_help,
            types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL: self._answers.semantic_tokens,
            types.TEXT_DOCUMENT_CODE_LENS: self._answers.code_lenses,
            types.TEXT_DOCUMENT_FORMATTING: self._formatting,
            INVALID_PARAMS_METHOD: _refuse,
        }

    # -- notifications

    def _initialized(self, _: types.InitializedParams) -> None:
        """Register for changes of files on disk, if the editor supports that."""
        able = self._server.client_capabilities.workspace
        watching = able and able.did_change_watched_files
        if not (watching and watching.dynamic_registration):
            return
        options = types.DidChangeWatchedFilesRegistrationOptions([types.FileSystemWatcher("**/*.yaml")])
        wanted = types.Registration("files", types.WORKSPACE_DID_CHANGE_WATCHED_FILES, options)
        self._server.client_register_capability(types.RegistrationParams([wanted]))

    def _did_open(self, params: types.DidOpenTextDocumentParams) -> None:
        """Check an opened file, and read its game before edits make it unreadable."""
        self._did_change(params)
        path = path_of(params.text_document.uri)
        home = None if path is None else workspace_of(path, params.text_document.text)
        if home is not None:
            self._readings.get(home)

    def _did_change(self, params: Any) -> None:
        """Store and check a file that was opened, changed or saved."""
        uri = params.text_document.uri
        path = path_of(uri)
        if path is None:
            return
        document = self._server.workspace.get_text_document(uri)
        self._buffers.put(Buffer(uri, path, document.source, document.version))
        self._check(path, document.source)

    def _did_close(self, params: types.DidCloseTextDocumentParams) -> None:
        path = path_of(params.text_document.uri)
        buffer = None if path is None else self._buffers.get(path)
        if buffer is not None:
            self._buffers.close(buffer.path)
            open_games = self._buffers.games()
            self._checks.forget_closed(open_games)
            if workspace_of(buffer.path, buffer.text) in open_games:
                self._check(buffer.path, buffer.text)

    def _files_changed(self, _: types.DidChangeWatchedFilesParams) -> None:
        self._readings.mark_all_changed()
        self._mentions.mark_all_changed()
        self._checks.restart_all()

    def _shut_down(self, _: Any) -> None:
        self._was_shut_down = True

    # -- requests

    def _formatting(self, params: types.DocumentFormattingParams) -> list[types.TextEdit]:
        """Return the changes that `cahier fmt` would make to a file."""
        found = self._answers.home(params.text_document.uri)
        if found is None:
            return []
        home, path = found
        with self._buffers.using_unsaved():
            changes = GameFormatter(home.folder).edits_of(path)
        between = self._answers.positions.between
        return [types.TextEdit(between(start, end), new) for start, end, new in changes]

    def _prepare_rename(self, params: types.PrepareRenameParams) -> types.PrepareRenamePlaceholder | None:
        """Return the name at a position, and read the game's mentions while the user types the new one."""
        found = self._answers.place(params)
        meaning = None if found is None else meaning_at(self._readings, *found)
        if found is None or meaning is None:
            return None
        old = renamable_id(meaning)
        asyncio.get_running_loop().call_later(READING_DELAY, self._mentions.prepare, found[0])
        return types.PrepareRenamePlaceholder(self._answers.positions.range(meaning.where, meaning.length), old)

    def _rename(self, params: types.RenameParams) -> types.WorkspaceEdit | None:
        found = self._answers.place(params)
        meaning = None if found is None else meaning_at(self._readings, *found)
        if found is None or meaning is None:
            return None
        edits = self._mentions.rename_edits(found[0], renamable_id(meaning), params.new_name)
        return self._edit(
            {
                path: [types.TextEdit(self._answers.positions.range(where, length), new) for where, length, new in each]
                for path, each in edits.items()
            }
        )

    def _edit(self, edits: dict[str, list[types.TextEdit]]) -> types.WorkspaceEdit:
        """Return a workspace edit, tied to the current versions of the files if the editor supports that."""
        able = self._server.client_capabilities.workspace
        if not (able and able.workspace_edit and able.workspace_edit.document_changes):
            return types.WorkspaceEdit({self._answers.positions.uri(path): each for path, each in edits.items()})
        changes = []
        for path, each in edits.items():
            buffer = self._buffers.get(path)
            version = buffer.version if buffer else None
            document = types.OptionalVersionedTextDocumentIdentifier(self._answers.positions.uri(path), version)
            changes.append(types.TextDocumentEdit(document, [*each]))
        return types.WorkspaceEdit(document_changes=changes)

    def _code_action(self, params: types.CodeActionParams) -> list[types.CodeAction]:
        """Return the quick fixes for the findings in a range."""
        path = path_of(params.text_document.uri)
        buffer = None if path is None else self._buffers.get(path)
        wanted = params.context.only
        if buffer is None or not (wanted is None or {types.CodeActionKind.QuickFix, ""}.intersection(wanted)):
            return []
        there = (
            finding
            for finding in self._checks.published_findings(buffer.path)
            if finding.where.file == finding.problem.where.file
            and overlap(self._answers.positions.range(finding.where, finding.length), params.range)
        )
        now = FixFinder(self._buffers.lines(buffer.path))
        return [action for finding in islice(there, MAX_FIXED_FINDINGS) for action in self._fixes(finding, buffer, now)]

    def _fixes(self, finding: Finding, buffer: Buffer, now: FixFinder) -> Iterator[types.CodeAction]:
        """Yield the fixes of a finding, likeliest first; the first one is marked as preferred."""
        newline = "\r\n" if "\r\n" in buffer.text else "\n"
        for number, fix in enumerate(now.fixes(finding.problem)):
            place = self._answers.positions.between(fix.start, fix.end)
            edit = types.TextEdit(place, fix.new.replace("\n", newline))
            yield types.CodeAction(
                f'Write "{printable(" / ".join(map(str.strip, fix.intended.splitlines())))}"',
                kind=types.CodeActionKind.QuickFix,
                diagnostics=[self._diagnostic(finding)],
                is_preferred=number == 0,
                edit=self._edit({buffer.path: [edit]}),
            )

    # -- diagnostics

    def _check(self, path: str, text: str) -> None:
        home = workspace_of(path, text)
        if home is not None:
            self._readings.mark_changed(home)
            self._mentions.mark_changed(home)
            self._checks.start(home, path)

    def _publish(self, path: str, found: list[Finding]) -> None:
        buffer = self._buffers.get(path)
        diagnostics = [self._diagnostic(finding) for finding in found]
        self._server.text_document_publish_diagnostics(
            types.PublishDiagnosticsParams(
                self._answers.positions.uri(path), diagnostics, buffer.version if buffer else None
            )
        )

    def _report_failed_check(self, home: GameWorkspace, error: Exception) -> None:
        """Write to the editor's log that a check was stopped, which can leave its findings out of date."""
        text = _error_text(error) if isinstance(error, CahierError) else _internal_error_text(error)
        message = f"cahier: {printable(home.main_file)}: the check was stopped, its findings may be out of date: {text}"
        self._server.window_log_message(types.LogMessageParams(types.MessageType.Error, message))

    def _diagnostic(self, finding: Finding) -> types.Diagnostic:
        return types.Diagnostic(
            self._answers.positions.range(finding.where, finding.length),
            finding.message,
            types.DiagnosticSeverity.Error if finding.is_error else types.DiagnosticSeverity.Warning,
            finding.code,
            source="cahier",
            related_information=self._related(finding),
        )

    def _related(self, finding: Finding) -> list[types.DiagnosticRelatedInformation] | None:
        if finding.cause is None or not os.path.isabs(finding.cause.file):
            return None
        return [
            types.DiagnosticRelatedInformation(self._answers.positions.found(finding.cause), "it follows from this")
        ]


def _run_handler(work: Callable[[Any], Any], params: Any) -> Any:
    """Call a handler and convert its errors to JsonRpcException, which is sent as an error response."""
    try:
        return work(params)
    except CahierError as error:
        raise JsonRpcException(_error_text(error), REQUEST_FAILED) from None
    except JsonRpcException:
        raise
    except Exception as error:
        if os.environ.get("CAHIER_DEBUG"):
            raise
        raise JsonRpcException(_internal_error_text(error)) from None


def _error_text(error: CahierError) -> str:
    """Return the first problem of an error on one line, with its position and suggestions."""
    first, *rest = error.problems
    place = f"{first.where}: " if first.where.line else ""
    more = f" (and {len(rest)} more)" if rest else ""
    meant = " ".join(first.suggestion_lines())
    return printable("; ".join(filter(None, [f"{place}{first.message}{more}", meant])))


def _internal_error_text(error: Exception) -> str:
    return printable(f"internal error, please report it: {type(error).__name__}: {error}")


def _refuse(_: Any) -> None:
    raise JsonRpcInvalidParams("the parameters of this request are invalid")


def run_server(version: str, requests: BinaryIO, answers: BinaryIO) -> bool:
    """Serve an editor until it disconnects. Return True if it asked for a shutdown first."""
    if not os.environ.get("CAHIER_DEBUG"):
        logging.getLogger("pygls").setLevel(logging.CRITICAL)
    return Server(version).run(requests, answers)
