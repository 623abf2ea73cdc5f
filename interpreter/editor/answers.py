"""Answers to an editor's questions about a file, which change nothing."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import Any

from lsprotocol import types
from pygls.lsp.server import LanguageServer

from interpreter.editor.buffers import Buffers, GameWorkspace, ReadingCache, workspace_of
from interpreter.editor.completion import Candidate, CandidateKind, completions, snippet_of
from interpreter.editor.marks import (
    COLOUR_KINDS,
    SHOW_REFERENCES,
    TRY_CARD,
    DeclarationNote,
    coloured_names,
    declaration_notes,
)
from interpreter.editor.meanings import WordMeaning, declarations, hover_text, meaning_at
from interpreter.editor.outline import names_like, outline
from interpreter.editor.positions import EditorPositions, path_of
from interpreter.editor.references import MentionCache
from interpreter.editor.signatures import active_wording
from interpreter.support.errors import Location

MAX_NAMES = 200
"""Maximum number of names found in a game."""
KIND_ORDER: tuple[CandidateKind, ...] = ("name", "wording", "keyword")
SYMBOL_KIND = types.SymbolKind.Object
COMPLETION_KINDS = {
    "wording": types.CompletionItemKind.Function,
    "name": types.CompletionItemKind.Value,
    "keyword": types.CompletionItemKind.Keyword,
}
COLOUR_OPTIONS = types.SemanticTokensLegend([*COLOUR_KINDS], [])


class Answers:
    """Answers for one editor."""

    def __init__(
        self, server: LanguageServer, buffers: Buffers, readings: ReadingCache, mentions: MentionCache
    ) -> None:
        self._server = server
        self._buffers = buffers
        self._readings = readings
        self._mentions = mentions

    def hover(self, params: types.HoverParams) -> types.Hover | None:
        """Return the description of the word at a position."""
        meaning = self.meaning(params)
        text = None if meaning is None else hover_text(meaning)
        if meaning is None or text is None:
            return None
        content = types.MarkupContent(types.MarkupKind.Markdown, text)
        return types.Hover(content, self.positions.range(meaning.where, meaning.length))

    def definition(self, params: types.DefinitionParams) -> list[types.Location]:
        """Return where the word at a position is declared."""
        meaning = self.meaning(params)
        return [] if meaning is None else [self.positions.found(where) for where in declarations(meaning)]

    def references(self, params: types.ReferenceParams) -> list[types.Location]:
        """Return where the thing at a position is mentioned, in all files of its game."""
        found = self.place(params)
        meaning = None if found is None else meaning_at(self._readings, *found)
        if found is None or meaning is None:
            return []
        declared = set() if params.context.include_declaration else {*declarations(meaning)}
        there = self._mentions.references(found[0], meaning)
        return [self.positions.found(*each) for each in there if each[0] not in declared]

    def document_symbols(self, params: types.DocumentSymbolParams) -> list[types.DocumentSymbol]:
        """Return what a file declares."""
        found = self.home(params.text_document.uri)
        if found is None:
            return []
        home, path = found
        symbols = []
        for each in outline(self._readings, home, path):
            line = len(self._buffers.line(each.where))
            span = self.positions.range(each.where, max(0, line - each.where.column + 1))
            symbols.append(types.DocumentSymbol(each.name, SYMBOL_KIND, span, span, each.kind))
        return symbols

    def workspace_symbols(self, params: types.WorkspaceSymbolParams) -> list[types.WorkspaceSymbol]:
        """Return what the open games declare under a name with the words of the query."""
        readings = filter(None, map(self._readings.get, sorted(self._buffers.games(), key=str)))
        found = (each for reading in readings for each in names_like(reading, params.query))
        return [
            types.WorkspaceSymbol(self.positions.found(each.where), each.name, SYMBOL_KIND, container_name=each.kind)
            for each in islice(found, MAX_NAMES)
        ]

    def completion(self, params: types.CompletionParams) -> list[types.CompletionItem]:
        """Return the possible continuations at a position."""
        found = self.place(params)
        return [] if found is None else [self._item(each) for each in completions(self._readings, *found)]

    def _item(self, candidate: Candidate) -> types.CompletionItem:
        """Return a completion item. Likely candidates sort first, then names, wordings and keywords."""
        able = self._server.client_capabilities.text_document
        item = able and able.completion and able.completion.completion_item
        holes = candidate.kind == "wording" and bool(item and item.snippet_support)
        return types.CompletionItem(
            candidate.text,
            kind=COMPLETION_KINDS[candidate.kind],
            detail=candidate.detail,
            sort_text=f"{0 if candidate.is_likely else 1}{KIND_ORDER.index(candidate.kind)} {candidate.text}",
            insert_text=snippet_of(candidate.text) if holes else candidate.text,
            insert_text_format=types.InsertTextFormat.Snippet if holes else types.InsertTextFormat.PlainText,
        )

    def signature_help(self, params: types.SignatureHelpParams) -> types.SignatureHelp | None:
        """Return the game's wording at the cursor with the hole that is being filled."""
        found = self.place(params)
        wording = None if found is None else active_wording(self._readings, *found)
        if wording is None:
            return None
        holes = [types.ParameterInformation(span) for span in wording.holes]
        known = types.SignatureInformation(wording.text, parameters=holes, active_parameter=wording.hole)
        return types.SignatureHelp([known], 0, wording.hole)

    def semantic_tokens(self, params: types.SemanticTokensParams) -> types.SemanticTokens:
        """Return the colours of the names in a file's texts, each relative to the one before."""
        found = self.home(params.text_document.uri)
        data: list[int] = []
        line = column = 0
        for each in coloured_names(self._readings, *found) if found is not None else ():
            span = self.positions.range(each.where, each.length)
            if span.start.line != line:
                line, column, step = span.start.line, 0, span.start.line - line
            else:
                step = 0
            length = span.end.character - span.start.character
            data += [step, span.start.character - column, length, COLOUR_KINDS.index(each.colour), 0]
            column = span.start.character
        return types.SemanticTokens(data)

    def code_lenses(self, params: types.CodeLensParams) -> list[types.CodeLens]:
        """Return the notes above the declarations in a file."""
        found = self.home(params.text_document.uri)
        if found is None:
            return []
        home, path = found
        return [
            types.CodeLens(self.positions.range(note.where, 0), self._command(note, home))
            for note in declaration_notes(self._readings, home, path)
        ]

    def _command(self, note: DeclarationNote, home: GameWorkspace) -> types.Command:
        if note.card is not None:
            return types.Command(note.title, TRY_CARD, arguments=[home.folder, note.card])
        place: Sequence[Any] = self.positions.uri(note.where.file), self.positions.range(note.where, 0).start
        return types.Command(note.title, SHOW_REFERENCES, arguments=[*place])

    def meaning(self, params: types.TextDocumentPositionParams) -> WordMeaning | None:
        """Return the meaning at the position of a request."""
        found = self.place(params)
        return None if found is None else meaning_at(self._readings, *found)

    @property
    def positions(self) -> EditorPositions:
        """Positions in the files of this editor."""
        return EditorPositions(self._buffers, self._server.workspace.position_codec)

    def home(self, uri: str) -> tuple[GameWorkspace, str] | None:
        """Return the game and path of an open file; None if it belongs to no game."""
        path = path_of(uri)
        buffer = None if path is None else self._buffers.get(path)
        home = None if buffer is None else workspace_of(buffer.path, buffer.text)
        return None if buffer is None or home is None else (home, buffer.path)

    def place(self, params: types.TextDocumentPositionParams) -> tuple[GameWorkspace, Location] | None:
        """Return the game and position of a request; None if the file belongs to no game."""
        found = self.home(params.text_document.uri)
        return None if found is None else (found[0], self.positions.location(found[1], params.position))
