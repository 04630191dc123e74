"""A GTP engine that analyzes with recorded lines, to be run as a program: `analysis_engine.py KIND`.

Its lines have the form of those in `shared/net/kata-analyze.txt`, a dialogue with KataGo.  Black leads by 8
points in every position.  KIND is `kata`, `shuffled` (keys in another order, some left out), `lz` (only
`lz-analyze`), `white` (White's values), `silent` (no lines), `dies`, `garbage`, `slow` or `plain` (no
analysis at all).
"""

import os
import sys
import threading

KIND = sys.argv[1] if len(sys.argv) > 1 else "kata"
BLACK_RATE, BLACK_LEAD = 0.85, 8.0
COLORS = {"b": 1, "black": 1, "w": -1, "white": -1}
COMMANDS = (
    "protocol_version name version list_commands boardsize clear_board komi play undo quit kgs-rules".split()
)
if KIND != "plain":
    COMMANDS.append("lz-analyze")
if KIND not in ("lz", "plain"):
    COMMANDS += ["kata-analyze", "kata-raw-nn"]


def info_line(color: int, visits: int) -> str:
    """Return a line for a color to move, 1 for Black."""
    view = -1 if KIND == "white" else color
    rate = BLACK_RATE if view > 0 else 1 - BLACK_RATE
    lead = BLACK_LEAD * view
    if KIND == "lz":
        scaled, lower = round(rate * 10000), round(rate * 10000) - 500
        return " ".join(
            f"info move {move} visits {visits // 2} winrate {scaled} prior 2000 lcb {lower} order {order}"
            f" pv {move} F6 G3"
            for order, move in enumerate(("C7", "D3"))
        )
    if KIND == "shuffled":
        return (
            f"info order 1 winrate {rate} move D3 unknownKey 3 pv D3 e3 visits {visits // 4}"
            f" info pv C7 F6 Z25 order 0 move C7 scoreMean {lead} visits {visits // 2} winrate {rate}"
        )
    owners = " ".join(["0.5" if color > 0 else "-0.5"] * 81)
    moves = " ".join(
        f"info move {move} visits {visits // 2} edgeVisits 3 utility -0.02 winrate {rate} scoreMean {lead}"
        f" scoreStdev 12.1 scoreLead {lead} scoreSelfplay {lead} prior 0.2 lcb {rate} utilityLcb -0.1"
        f" weight 17 order {order} pv {move} F6 G3"
        for order, move in enumerate(("C7", "D3", "pass"))
    )
    root = f"rootInfo visits {visits} utility 0.1 winrate {rate} scoreMean {lead} scoreLead {lead}"
    return f"{moves} {root} ownership {owners}"


def say(text: str = "") -> None:
    """Write a line."""
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def stream(color: int, stopped: threading.Event) -> None:
    """Print lines until the next command."""
    say("=")
    if KIND == "dies":
        os._exit(3)
    visits = 10
    while not stopped.wait(0.5 if KIND == "slow" else 0.01):
        if KIND == "garbage":
            say("info move zz visits winrate info")
        elif KIND != "silent":
            say(info_line(color, visits))
        visits += 10
    say()


def answer(words: list[str]) -> str:
    """Return the response to a command that is no analysis."""
    if words[0] not in COMMANDS:
        return "? unknown command"
    if words[0] == "kata-raw-nn":
        return f"= symmetry 0\nwhiteWin {1 - BLACK_RATE:.6f}\nwhiteLead {-BLACK_LEAD}"
    shown = {"name": f"Analyst {KIND}", "protocol_version": "2", "list_commands": "\n".join(COMMANDS)}
    return f"= {shown.get(words[0], '')}"


def main() -> None:
    """Answer commands until `quit`."""
    running: tuple[threading.Thread, threading.Event] | None = None
    turn = 1
    for line in sys.stdin:
        if running is not None:
            running[1].set()
            running[0].join()
            running = None
        words = line.split()
        if not words:
            continue
        if words[0].endswith("-analyze") and words[0] in COMMANDS:
            turn = COLORS.get(words[1], turn) if len(words) > 1 else turn
            stopped = threading.Event()
            thread = threading.Thread(target=stream, args=(turn, stopped))
            running = thread, stopped
            thread.start()
            continue
        say(f"{answer(words)}\n")
        if words[0] == "quit":
            return


if __name__ == "__main__":
    main()
