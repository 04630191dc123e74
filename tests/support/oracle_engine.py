"""A GTP engine that knows what each move of a small table loses, to be run as a program.

The lead is that of the color to move: after a move of the table, it is what that move lost; otherwise 0.  The
best move is C3, C7 after one move of the table, and G3 after more; after a move of the table, A1, B1 and C1
follow.
"""

import sys

BEST = ("C3", "C7", "G3")
LOST = {**dict.fromkeys(BEST, 0.0), "D4": 1.0, "G7": 5.0, "J9": 6.5, "J1": 7.5, "J5": 8.5}
COMMANDS = "name version list_commands boardsize clear_board komi play undo quit kata-analyze"


def info_line(moves: list[str]) -> str:
    """Return the line of an analysis after some moves."""
    last = moves[-1] if moves else ""
    lead = LOST.get(last, 0.0)
    best_move = BEST[min(sum(each in LOST for each in moves), len(BEST) - 1)]
    line = "A1 B1 C1" if last in LOST or {*BEST} & {*moves} else f"{best_move} A1"
    free = [vertex for vertex in line.split() if vertex not in moves]
    best = " ".join(free) or "pass"
    values = f"visits 900 winrate 0.5 scoreLead {lead}"
    return f"info move {best.split()[0]} {values} order 0 pv {best} rootInfo {values}"


def main() -> None:
    moves: list[str] = []
    is_streaming = False
    for line in sys.stdin:
        words = line.split()
        sys.stdout.write("\n" if is_streaming else "")
        is_streaming = words[0] == "kata-analyze"
        match words:
            case ["play", _, vertex]:
                moves.append(vertex.upper())
            case ["undo"]:
                moves.pop()
            case ["clear_board"] | ["boardsize", _]:
                moves.clear()
        if is_streaming:
            sys.stdout.write(f"=\n{info_line(moves)}\n")
        else:
            answer = COMMANDS.replace(" ", "\n") if words == ["list_commands"] else ""
            sys.stdout.write(f"= {answer or 'Oracle'}\n\n")
        sys.stdout.flush()
        if words == ["quit"]:
            return


if __name__ == "__main__":
    main()
