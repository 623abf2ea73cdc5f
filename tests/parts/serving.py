"""A served match: the process, its links, and connections to it."""

from __future__ import annotations

import json
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.cli.command import COMMAND, environment


def free_port() -> int:
    with socket.socket() as trial:
        trial.bind(("127.0.0.1", 0))
        port: int = trial.getsockname()[1]
        return port


class Served:
    """A running `cahier serve`."""

    def __init__(self, *args: str, home: Path, port: int | None = None) -> None:
        self.port = port or free_port()
        command = [*COMMAND, "serve", *args, "--port", str(self.port), "--json", "-"]
        self.process = subprocess.Popen(
            command,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=environment(XDG_STATE_HOME=str(home)),
        )
        assert self.process.stdout is not None
        self.links: dict[str, Any] = json.loads(self.process.stdout.readline())

    @property
    def origin(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def token(self, seat: str) -> str:
        link: str = self.links[seat] if seat in ("spectators", "shared") else self.links["seats"][seat]
        return link.partition("#")[2]

    def stop(self) -> None:
        self.process.kill()
        self.process.communicate()


@contextmanager
def serving(*args: str, home: Path, port: int | None = None) -> Iterator[Served]:
    served = Served(*args, home=home, port=port)
    try:
        yield served
    finally:
        served.stop()


def command(*words: str, home: Path, typed: str = "") -> subprocess.CompletedProcess[str]:
    """Run a command to its end, on the matches that are saved in a folder."""
    env = environment(XDG_STATE_HOME=str(home))
    return subprocess.run([*COMMAND, *words], input=typed, capture_output=True, text=True, env=env)


class Page:
    """A connection as a page makes it."""

    def __init__(self, served: Served, token: str, origin: str | None = None) -> None:
        from websockets.sync.client import connect

        url = f"ws://127.0.0.1:{served.port}/match"
        self._context = connect(url, origin=origin or served.origin, max_size=None)
        self.socket: Any = self._context.__enter__()
        self.words: dict[str, str] = self.receive()["words"]
        self.send({"token": token})

    def __enter__(self) -> Page:
        return self

    def __exit__(self, *_: object) -> None:
        self.socket.close()

    def send(self, message: object) -> None:
        self.socket.send(json.dumps(message))

    def receive(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.socket.recv(timeout=30))
        return found

    def answer(self, page: dict[str, Any], index: int = 0) -> None:
        self.send({"answer": page["view"]["question"]["options"][index]["key"], "number": page["number"]})
