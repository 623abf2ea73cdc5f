"""An editor, as the language server sees it: a process that is spoken to over its standard streams."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from queue import Queue
from threading import Thread
from typing import Any

from tests.cli.command import COMMAND, PATIENCE, environment

UTF16 = {"general": {"positionEncodings": ["utf-16"]}}


class Editor:
    """Sends what an editor would, and keeps what it is told."""

    def __init__(self, folder: Path, **variables: str) -> None:
        self.folder = folder
        self.process = subprocess.Popen(
            [*COMMAND, "lsp"],
            cwd=folder,
            env=environment(**variables),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        self._number = 0
        self._came: Queue[dict[str, Any] | None] = Queue()
        self.diagnostics: dict[str, list[dict[str, Any]]] = {}
        self.shown: list[str] = []
        Thread(target=self._listen, daemon=True).start()

    def begin(self, capabilities: dict[str, Any] | None = None) -> dict[str, Any]:
        """Say hello; gives what the server can do."""
        params = {"processId": None, "rootUri": self.folder.as_uri(), "capabilities": capabilities or UTF16}
        able: dict[str, Any] = self.ask("initialize", params)["result"]["capabilities"]
        self.tell("initialized", {})
        return able

    def leave(self) -> int:
        """Say goodbye; gives the server's exit status."""
        self.ask("shutdown", None)
        self.tell("exit", None)
        return self.process.wait(PATIENCE)

    def open(self, name: str, text: str | None = None) -> None:
        """Open a file; `text`: what the editor shows, if that is not what is saved."""
        text = (self.folder / name).read_text("utf-8") if text is None else text
        document = {"uri": self.uri(name), "languageId": "yaml", "version": 1, "text": text}
        self.tell("textDocument/didOpen", {"textDocument": document})

    def change(self, name: str, text: str, version: int = 2) -> None:
        document = {"uri": self.uri(name), "version": version}
        self.tell("textDocument/didChange", {"textDocument": document, "contentChanges": [{"text": text}]})

    def close(self, name: str) -> None:
        self.tell("textDocument/didClose", {"textDocument": {"uri": self.uri(name)}})

    def at(self, method: str, name: str, line: Any, character: Any, **more: Any) -> dict[str, Any]:
        """Ask about a place, counted from 0."""
        place = {"textDocument": {"uri": self.uri(name)}, "position": {"line": line, "character": character}}
        return self.ask(f"textDocument/{method}", {**place, **more})

    def uri(self, name: str) -> str:
        return (self.folder / name).as_uri()

    def messages(self, name: str) -> list[str]:
        """Return the current diagnostics of a file."""
        return [each["message"] for each in self.diagnostics.get(self.uri(name), [])]

    def wait_for(self, name: str, fits: Callable[[list[str]], bool]) -> list[str]:
        """Until what is told of a file is as it should be."""
        while not fits(self.messages(name)):
            self._take(self._next())
        return self.messages(name)

    def tell(self, method: str, params: Any) -> None:
        self.send({"jsonrpc": "2.0", "method": method, "params": params})

    def ask(self, method: str, params: Any) -> dict[str, Any]:
        """The answer: a `result` or an `error`."""
        self._number += 1
        number = self._number
        self.send({"jsonrpc": "2.0", "id": number, "method": method, "params": params})
        while True:
            message = self._next()
            if message.get("id") == number and "method" not in message:
                return message
            self._take(message)

    def send(self, message: Any) -> None:
        self.send_bytes(json.dumps(message).encode())

    def send_bytes(self, body: bytes) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.process.stdin.flush()

    def _next(self) -> dict[str, Any]:
        message = self._came.get(timeout=PATIENCE)
        assert message is not None, "the server has gone"
        return message

    def _take(self, message: dict[str, Any]) -> None:
        match message.get("method"):
            case "textDocument/publishDiagnostics":
                self.diagnostics[message["params"]["uri"]] = message["params"]["diagnostics"]
            case "window/showMessage":
                self.shown.append(message["params"]["message"])
            case str() if "id" in message:
                self.send({"jsonrpc": "2.0", "id": message["id"], "result": None})

    def _listen(self) -> None:
        output = self.process.stdout
        assert output is not None
        while True:
            length = 0
            while line := output.readline().strip():
                if line.lower().startswith(b"content-length:"):
                    length = int(line.split(b":")[1])
            if not length:
                self._came.put(None)
                return
            self._came.put(json.loads(output.read(length)))


@contextmanager
def editor(folder: Path, **variables: str) -> Iterator[Editor]:
    """An editor whose server ends with it, and has never said what only programmers understand."""
    running = Editor(folder, **variables)
    try:
        yield running
    finally:
        if running.process.poll() is None:
            running.process.kill()
        assert running.process.stderr is not None
        messages = running.process.stderr.read().decode()
        running.process.wait()
    assert "Traceback" not in messages, messages
