"""A GTP engine that misbehaves: `python benchmarks/unruly_engine.py WHAT COMMAND [MANNER ...]`.

It answers properly, with moves on the first free points, until COMMAND arrives; then it does WHAT:

valid     writes lines of an analysis without end
junk      writes other lines without end
blank     writes blank lines without end
endless   writes one line without an end
long      writes one line of 100 MB, then answers properly
bytes     writes spaces without end, one at a time
drip      answers properly, but one byte at a time
errors    writes to stderr without end
silent    does nothing more
deaf      closes its input and answers no more
mute      closes its output
dies      exits with status 3

Each MANNER is `stubborn` (ignore SIGTERM), `child` (a child process keeps the output open and floods it), or
`late` (the flood begins after the proper answer to COMMAND).
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time

VALID = b"info move pass visits 1 winrate 0.5 scoreLead 0.5 order 0 pv pass\n"
FLOODS = {
    "valid": VALID,
    "junk": b"all work and no play\n",
    "blank": b"\n",
    "endless": b"x" * 64,
    "bytes": b" ",
}
COMMANDS = (
    "name version list_commands protocol_version boardsize clear_board komi play undo genmove kata-analyze"
    " kata-raw-nn time_settings time_left final_score quit"
)
COLUMNS = "ABCDEFGHJKLMNOPQRST"


def write(text: bytes) -> None:
    """Write to stdout at once."""
    sys.stdout.buffer.write(text)
    sys.stdout.buffer.flush()


def misbehave(what: str) -> None:
    """Do what never ends."""
    while what in FLOODS:
        write(FLOODS[what] * (1 if what == "bytes" else 256))
        time.sleep(0.01 if what == "bytes" else 0)
    while what == "errors":
        sys.stderr.write("a line of an error message\n" * 256)
        sys.stderr.flush()
    if what == "dies":
        os._exit(3)
    if what in ("deaf", "mute"):
        os.close(0 if what == "deaf" else 1)
    time.sleep(1000)


class Engine:
    """The state of the engine."""

    def __init__(self, what: str, command: str, manners: list[str]) -> None:
        self._what, self._command, self._manners = what, command, manners
        self._is_streaming = False
        self._taken: set[str] = set()
        self._size = 19

    def answer(self, words: list[str]) -> bytes:
        """Return the proper response to a command."""
        text = "2"
        match words:
            case ["list_commands"]:
                text = COMMANDS.replace(" ", "\n")
            case ["boardsize", size]:
                self._size, self._taken = int(size), set()
            case ["clear_board"]:
                self._taken = set()
            case ["play", _, vertex]:
                self._taken.add(vertex.upper())
            case ["genmove", _]:
                points = (f"{column}{row}" for row in range(1, self._size + 1) for column in COLUMNS)
                text = next(point for point in points if point not in self._taken)
                self._taken.add(text)
            case ["kata-raw-nn", *_]:
                text = "whiteWin 0.4\nwhiteLead -2"
        return f"= {text}\n\n".encode()

    def respond(self, words: list[str]) -> None:
        """Respond to a command, properly or not."""
        is_time = words[0] == self._command
        if self._is_streaming:
            write(b"\n")
        self._is_streaming = words[0] == "kata-analyze"
        if is_time and self._what == "long":
            for _ in range(1600):
                write(b"x" * 65536)
            write(b"\n")
        elif is_time and self._what != "drip" and "late" not in self._manners:
            write(b"=\n" if self._is_streaming else b"")
            misbehave(self._what)
        if self._is_streaming:
            write(b"=\n" + VALID.replace(b"visits 1 ", b"visits 900 "))
        else:
            self._write_response(self.answer(words), is_slow=is_time and self._what == "drip")
        if is_time and "late" in self._manners:
            misbehave(self._what)

    def _write_response(self, response: bytes, is_slow: bool) -> None:
        for number in range(len(response)):
            write(response[number : number + 1])
            time.sleep(0.02 if is_slow else 0)


def main() -> None:
    """Answer commands until `quit`, or until it is time to misbehave."""
    what, command, *manners = sys.argv[1:]
    if "stubborn" in manners:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
    if "child" in manners:
        flood = "import time\nwhile True: print('from a child', flush=True); time.sleep(0.1)"
        subprocess.Popen([sys.executable, "-c", flood, *sys.argv], stdin=subprocess.DEVNULL)
    engine = Engine(what, command, manners)
    for line in sys.stdin:
        engine.respond(line.split())
        if line == "quit\n":
            return


if __name__ == "__main__":
    main()
