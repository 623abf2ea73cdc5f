"""The command as a process that begins with everything imported: a fork of one that waits for what tests ask.

From `cli.entry` on it does what `python -m cli` does. Importing is most of the time of a command on a small game. What
comes before that, and signals, are tested on processes of their own (`Running`, `Terminal`, `COMMAND`).
"""

from __future__ import annotations

import contextlib
import gc
import importlib
import json
import os
import pkgutil
import socket
import subprocess
import sys
import tempfile
from pathlib import Path

REPO = Path(__file__).parents[2]
MOST = 1 << 16
"""Bytes that are read at once."""
LATE = ("jsonschema", "networkx", "typer._adapters")
"""What commands import when they need it."""


class Forks:
    """Runs commands to their end, each in a process forked from the same one."""

    def __init__(self, variables: dict[str, str]) -> None:
        self._ours, theirs = socket.socketpair()
        number = theirs.fileno()
        command = [sys.executable, "-m", __name__, str(number)]
        self._process = subprocess.Popen(command, env=variables, cwd=REPO, pass_fds=[number])
        theirs.close()

    def run(self, words: tuple[str, ...], variables: dict[str, str]) -> subprocess.CompletedProcess[str]:
        """The command with these words, in this process's working directory, its input empty."""
        asked = json.dumps({"words": words, "folder": os.getcwd(), "variables": variables}).encode()
        with open(os.devnull) as said, tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as messages:
            length = len(asked).to_bytes(8, "big")
            socket.send_fds(self._ours, [length], [said.fileno(), output.fileno(), messages.fileno()])
            self._ours.sendall(asked)
            answer = self._ours.recv(MOST)
            assert answer, "the process that commands are forked from has ended"
            output.seek(0)
            messages.seek(0)
            texts = [file.read().decode().replace("\r\n", "\n") for file in (output, messages)]
        return subprocess.CompletedProcess(["cahier", *words], os.waitstatus_to_exitcode(int(answer)), *texts)

    def close(self) -> None:
        self._ours.close()
        self._process.wait()


def _serve(link: socket.socket) -> None:
    """Fork for each command that is asked for. Returns in the forked process; ends when nobody asks any more."""
    for package in ("cli", "interpreter"):
        for module in pkgutil.walk_packages(importlib.import_module(package).__path__, f"{package}."):
            if not module.name.endswith("__main__"):
                importlib.import_module(module.name)
    for name in LATE:
        with contextlib.suppress(ImportError):
            importlib.import_module(name)
    gc.freeze()
    while True:
        length, files, _, _ = socket.recv_fds(link, 8, 3)
        if not length:
            os._exit(0)
        asked = b""
        while len(asked) < int.from_bytes(length, "big"):
            asked += link.recv(MOST)
        child = os.fork()
        if child == 0:
            link.close()
            _become(json.loads(asked), files)
            return
        for file in files:
            os.close(file)
        link.sendall(str(os.waitpid(child, 0)[1]).encode())


def _become(asked: dict[str, object], files: list[int]) -> None:
    """Make this process one that was started with these words, variables and files."""
    for number, file in enumerate(files):
        os.dup2(file, number)
        os.close(file)
    words, folder, variables = asked["words"], asked["folder"], asked["variables"]
    assert isinstance(words, list) and isinstance(folder, str) and isinstance(variables, dict)
    sys.argv = ["cahier", *words]
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(variables)


if __name__ == "__main__":
    _serve(socket.socket(fileno=int(sys.argv[1])))
    from cli.entry import run

    run()
