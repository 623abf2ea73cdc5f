"""The command as a process that begins with everything imported: a fork of one that waits for what tests ask.

From `cli.entry` on it does what `python -m cli` does. Importing is most of the time of a command on a small game. What
comes before that is tested on processes of their own (`COMMAND`).
"""

from __future__ import annotations

import atexit
import contextlib
import fcntl
import gc
import importlib
import importlib.util
import io
import json
import os
import select
import signal
import socket
import subprocess
import sys
import tempfile
import termios
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import NoReturn

REPO = Path(__file__).parents[1]
NUMBER = 8
"""Bytes of a number that is sent."""
MOST = 1 << 16
"""Bytes that are read at once."""
LATE = (
    "click._textwrap",
    "ctypes",
    "jsonschema",
    "multiprocessing.popen_fork",
    "multiprocessing.sharedctypes",
    "networkx",
    "rich._unicode_data.unicode17-0-0",
    "wasmtime",
)
"""Modules that commands import when they need them."""
WARM = ("tests/cli/market", "tests/cli/crews", "tests/lab/lots", "tests/cli/counties")
"""Games that most commands are tried on: their grammars are there already.

Larger games would cost more than they spare: each fork takes longer, the more memory there is.
"""


class Started:
    """A command that was started. Its number is that of a process, until it has ended."""

    def __init__(self, pid: int, link: socket.socket) -> None:
        self.pid = pid
        self._link = link

    def status(self, patience: float | None = None) -> int | None:
        """The exit status, once it has ended; None if it has not within so many seconds (None: however long)."""
        self._link.settimeout(patience)
        try:
            answer = self._link.recv(NUMBER)
        except (TimeoutError, BlockingIOError):
            return None
        self._link.close()
        return os.waitstatus_to_exitcode(int.from_bytes(answer, "big"))


class Forks:
    """Runs commands, each in a process forked from the same one."""

    def __init__(self, variables: Mapping[str, str]) -> None:
        self._ours, theirs = socket.socketpair()
        number = theirs.fileno()
        command = [sys.executable, "-m", __name__, str(number)]
        self._process = subprocess.Popen(command, env=dict(variables), cwd=REPO, pass_fds=[number])
        theirs.close()

    def start(self, words: tuple[str, ...], variables: Mapping[str, str], files: list[int], terminal: bool) -> Started:
        """Start the command with these words, in this process's working directory.

        `files` are its input, output and error stream; with `terminal`, they are its controlling terminal.
        """
        folder = os.getcwd()
        asked = {"words": words, "folder": folder, "variables": dict(variables), "terminal": terminal}
        text = json.dumps(asked).encode()
        ours, theirs = socket.socketpair()
        with theirs:
            socket.send_fds(self._ours, [len(text).to_bytes(NUMBER, "big")], [*files, theirs.fileno()])
            self._ours.sendall(text)
        return Started(int.from_bytes(ours.recv(NUMBER), "big"), ours)

    def run(
        self, words: tuple[str, ...], variables: Mapping[str, str], into: int | None = None, lines: str = ""
    ) -> subprocess.CompletedProcess[str]:
        """Run the command to its end, with these lines as its input.

        Its output goes to the open file `into`, if one is given.
        """
        with (
            tempfile.TemporaryFile() as given,
            tempfile.TemporaryFile() as output,
            tempfile.TemporaryFile() as messages,
        ):
            given.write(lines.encode())
            given.seek(0)
            files = [given.fileno(), output.fileno() if into is None else into, messages.fileno()]
            status = self.start(words, variables, files, False).status()
            assert status is not None
            texts = []
            for file in (output, messages):
                file.seek(0)
                texts.append(file.read().decode().replace("\r\n", "\n"))
        return subprocess.CompletedProcess(["cahier", *words], status, *texts)

    def close(self) -> None:
        """End the process; also if another one, forked in the meantime, still holds the socket."""
        self._ours.shutdown(socket.SHUT_RDWR)
        self._ours.close()
        self._process.wait()


def _warm_up() -> None:
    """Import and load what most commands need."""
    for name in _modules():
        with contextlib.suppress(ModuleNotFoundError):  # needs an extra
            importlib.import_module(name)
    for name in LATE:
        with contextlib.suppress(ImportError):
            importlib.import_module(name)
    load = importlib.import_module("interpreter").load
    games = [load(REPO / folder) for folder in WARM]
    if importlib.util.find_spec("wasmtime"):  # the runtime is translated once, and wasmtime is ready
        importlib.import_module("interpreter.engine.native_games").prepare_native(games[0])
    importlib.import_module("cli.caches").content_key(str(REPO / WARM[0]), None, "check")  # hashes the program once


def _serve(link: socket.socket) -> None:
    """Fork for each command that is requested.

    Returns in the process that becomes the command; ends when the client is gone.
    """
    _warm_up()
    gc.freeze()
    _take_one_processor()
    ended, wakeup = socket.socketpair()
    wakeup.setblocking(False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    signal.set_wakeup_fd(wakeup.fileno(), warn_on_full_buffer=False)
    answers: dict[int, socket.socket] = {}
    while True:
        readable, _, _ = select.select([link, ended], [], [])
        if ended in readable:
            ended.recv(MOST)
            _answer(answers)
        if link not in readable:
            continue
        length, files, _, _ = socket.recv_fds(link, NUMBER, 4)
        if not length:
            _end(answers)
        text = b""
        while len(text) < int.from_bytes(length, "big"):
            text += link.recv(MOST)
        answer = socket.socket(fileno=files.pop())
        child = os.fork()
        if child == 0:
            signal.set_wakeup_fd(-1)
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            for each in (link, ended, wakeup, answer, *answers.values()):
                each.close()
            _become(json.loads(text), files)
            return
        for file in files:
            os.close(file)
        answers[child] = answer
        with contextlib.suppress(BrokenPipeError):
            answer.sendall(child.to_bytes(NUMBER, "big"))


def _take_one_processor() -> None:
    """Keep to one of the processors: by default, commands then start no worker processes, which small runs don't need.

    Each of pytest's workers takes another one.
    """
    if hasattr(os, "sched_setaffinity"):
        processors = sorted(os.sched_getaffinity(0))
        worker = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
        os.sched_setaffinity(0, {processors[worker % len(processors)]})


def _answer(answers: dict[int, socket.socket]) -> None:
    """Send the status of each process that has ended, and forget its socket."""
    while answers:
        child, status = os.waitpid(-1, os.WNOHANG)
        if child == 0:
            return
        with answers.pop(child) as answer, contextlib.suppress(BrokenPipeError):
            answer.sendall(status.to_bytes(NUMBER, "big"))


def _end(commands: Collection[int]) -> NoReturn:
    """End this process, and the commands that still run: if the tests were killed, these would go on for ever."""
    for command in commands:
        for kill in (os.killpg, os.kill):  # one that has just been forked leads no group yet
            with contextlib.suppress(ProcessLookupError):
                kill(command, signal.SIGKILL)
    os._exit(0)


def _modules() -> list[str]:
    """The names of the command's own modules, found by their files: some packages have no `__init__.py`."""
    files = (path.relative_to(REPO) for package in ("cli", "interpreter") for path in (REPO / package).rglob("*.py"))
    return [".".join(path.with_suffix("").parts).removesuffix(".__init__") for path in files if path.stem != "__main__"]


def _become(asked: dict[str, object], files: list[int]) -> None:
    """Make this process one that was started with these words, variables and files."""
    words, folder, variables = asked["words"], asked["folder"], asked["variables"]
    assert isinstance(words, list) and isinstance(folder, str) and isinstance(variables, dict)
    for number, file in enumerate(files):
        os.dup2(file, number)
        os.close(file)
    os.setsid()
    if asked["terminal"]:
        fcntl.ioctl(0, termios.TIOCSCTTY, 0)
    encoding = variables.get("PYTHONIOENCODING", "utf-8")
    sys.stdin = io.TextIOWrapper(io.BufferedReader(io.FileIO(0, closefd=False)), encoding)
    sys.stdout, sys.stderr = (
        io.TextIOWrapper(io.BufferedWriter(io.FileIO(file, "w", closefd=False)), encoding, errors, None, lines)
        for file, errors, lines in ((1, "strict", os.isatty(1)), (2, "backslashreplace", True))
    )
    signal.signal(signal.SIGHUP, signal.SIG_DFL)  # the tests may be run where this and Ctrl-C are ignored
    signal.signal(signal.SIGINT, signal.default_int_handler)
    sys.argv = ["cahier", *words]
    sys.path[:0] = [path for path in variables.get("PYTHONPATH", "").split(":") if path not in sys.path]
    os.chdir(folder)
    if variables.get("PYTHONPATH") != os.environ.get("PYTHONPATH"):
        for name in [each for each in sys.modules if each.partition(".")[0] == "wasmtime"]:
            del sys.modules[name]  # the folder named may hold another one
    os.environ.clear()
    os.environ.update(variables)


def _leave(ended: list[SystemExit]) -> None:
    """End with the requested status, without freeing imported modules.

    Python would touch all memory that is shared with the parent; the system frees it without that.
    """
    if ended and isinstance(ended[0].code, int):
        for stream in (sys.stdout, sys.stderr):
            stream.flush()
        os._exit(ended[0].code)


if __name__ == "__main__":
    asked: list[SystemExit] = []
    atexit.register(_leave, asked)  # first, so that it is called last
    _serve(socket.socket(fileno=int(sys.argv[1])))
    from cli.entry import run

    try:
        run()
    except SystemExit as ended:
        asked.append(ended)
        raise
