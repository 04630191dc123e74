"""A small GTP engine with a chosen fault, to be run as a program: `engine.py FAULT [LOG]`.

It plays the first point that nobody has played, from the upper left, unless the fault prevents it.  It logs
the commands it receives to LOG.
"""

import signal
import subprocess
import sys
import time
from pathlib import Path

KNOWN = (
    "name version list_commands boardsize clear_board komi play genmove undo quit "
    "time_settings time_left set_free_handicap final_score set_random_seed"
)
COLUMNS = "ABCDEFGHJ"
REFUSED = {
    "no-time": ["time_settings", "time_left"],
    "no-handicap": ["set_free_handicap"],
    "refuses": ["play"],
}


def answer_to(words: list[str], game: list[str], fault: str) -> str:
    """Return the response to a command; an error begins with `?`."""
    if words[0] in REFUSED.get(fault, []) or (fault == "only-19" and words == ["boardsize", "9"]):
        return {"play": "?illegal move", "boardsize": "?unacceptable size"}.get(words[0], "?unsupported")
    shown = {"name": "Faulty\x1b[31m" if fault == "escapes" else "Faulty", "version": "1.0"}
    time.sleep(1.5 if fault == "slow-seed" and words[0] == "set_random_seed" else 0)
    match words:
        case ["list_commands"]:
            known = KNOWN.replace("undo ", "") if fault == "no-undo" else KNOWN
            known += {"kgs": " kgs-rules", "kata": " kata-set-rules"}.get(fault, "")
            return known.replace(" ", "\n")
        case ["boardsize", _] | ["clear_board"]:
            game.clear()
        case ["play", _, vertex]:
            game.append(vertex.upper())
        case ["undo"]:
            game.pop()
        case ["genmove", _]:
            return genmove(game, fault)
    return shown.get(words[0], "")


def genmove(game: list[str], fault: str) -> str:
    """Return a move, or show the fault."""
    if fault in ("crashes", "crashes-once"):
        crash(fault)
    time.sleep({"stuck": 1000, "immortal-stuck": 1000, "slow": 1}.get(fault, 0))
    cheated = game[0] if game else "A1"
    answers = {"babbles": "banana", "resigns": "resign", "passes": "pass", "cheats": cheated}
    if fault in answers:
        return answers[fault]
    points = [f"{column}{row}" for row in range(9, 0, -1) for column in COLUMNS]
    game.append(next(point for point in points if point not in game))
    return game[-1]


def crash(fault: str) -> None:
    """Crash; with `crashes-once` only the first time."""
    mark = Path(sys.argv[-1]).with_suffix(".crashed")
    if fault == "crashes" or not mark.exists():
        if fault == "crashes-once":
            mark.touch()
        sys.stderr.write("out of luck\n")
        sys.exit(3)


def before_the_first_command(fault: str) -> None:
    """Show the faults of a program that is not a GTP engine, or that fails at its start."""
    if fault.startswith("immortal"):
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
    if fault == "dies":
        sys.exit(7)
    if fault == "forks":
        child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(1000)"])
        Path(sys.argv[2]).write_text(str(child.pid))
    if fault == "silent":
        time.sleep(1000)
    for _ in range(6 if fault == "late" else 0):
        sys.stderr.write("reading files\n")
        sys.stderr.flush()
        time.sleep(0.4)
    while fault == "floods":
        say("all work and no play")


def say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def main() -> None:
    fault = sys.argv[1]
    before_the_first_command(fault)
    game: list[str] = []
    end = "\r\n" if fault == "carriage-returns" else "\n"
    for line in sys.stdin:
        if len(sys.argv) > 2 and fault != "forks":
            with Path(sys.argv[2]).open("a") as log:
                log.write(line)
        if fault == "noisy":
            sys.stderr.write("thinking about it\n" * 10000)
        if line == "quit\n":
            time.sleep(1000 if fault == "immortal" else 0)
            break
        text = answer_to(line.split(), game, fault)
        sign = "?" if text.startswith("?") else "="
        say("Your move, please!\n" if fault == "chats" else f"{sign} {text.removeprefix('?')}{end}")


if __name__ == "__main__":
    main()
