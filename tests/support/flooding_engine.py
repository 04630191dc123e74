"""A GTP engine that floods its output: `flooding_engine.py WHAT COMMAND [stubborn]`.

It answers properly until COMMAND arrives, and then writes without end.  WHAT is `valid` (lines of an
analysis), `junk`, `blank` (blank lines), `endless` (one line without an end) or `bytes` (one byte at a time).
A `stubborn` engine ignores SIGTERM.
"""

from __future__ import annotations

import signal
import sys
import time

WHAT, COMMAND, *MANNER = sys.argv[1:] if __name__ == "__main__" else ("junk", "name")
VALID = b"info move pass visits 1 winrate 0.5 scoreLead 0.5 order 0 pv pass\n"
TEXT = {"valid": VALID, "junk": b"all work and no play\n", "blank": b"\n", "endless": b"x" * 64}.get(
    WHAT, b""
)
COMMANDS = (
    "name version list_commands protocol_version boardsize clear_board komi play undo kata-analyze quit"
)


def write(text: bytes) -> None:
    sys.stdout.buffer.write(text)
    sys.stdout.buffer.flush()


def flood(words: list[str]) -> None:
    """Write without end."""
    if words[0] == "kata-analyze":
        write(b"=\n")
    while WHAT == "bytes":
        write(b" ")
        time.sleep(0.01)
    while True:
        write(TEXT * 256)


def main() -> None:
    if "stubborn" in MANNER and hasattr(signal, "SIGTERM"):
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
    is_streaming = False
    for line in sys.stdin:
        words = line.split()
        if words[0] == COMMAND:
            flood(words)
        if is_streaming:
            write(b"\n")
        is_streaming = words[0] == "kata-analyze"
        if is_streaming:
            write(b"=\n" + VALID.replace(b"visits 1 ", b"visits 900 "))
            continue
        known = COMMANDS.replace(" ", "\n").encode() if words[0] == "list_commands" else b"2"
        write(b"= " + known + b"\n\n")
        if words[0] == "quit":
            return


if __name__ == "__main__":
    main()
