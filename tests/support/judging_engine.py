"""A GTP engine that judges positions by the number of stones: `judging_engine.py OPTIONS`.

Black leads by 12 points for each stone more than White has, plus 6 if Black is to move, minus 6 if not,
minus komi; so a pass loses 12 points, and other moves lose none.  It proposes the first empty point.  The
options determine whose values it reports, in which dialect, and what it does not support.
"""

import argparse
import math
import sys
import time

COLUMNS = "ABCDEFGHJKLMNOPQRST"
DIALECTS = ("katago", "leela", "katago-as-leela")


def options() -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    parser.add_argument("--view", default="side", choices=("side", "black", "white"))
    parser.add_argument("--dialect", default="katago", choices=DIALECTS)
    parser.add_argument("--no-raw", action="store_true", help="without kata-raw-nn")
    parser.add_argument("--no-ownership", action="store_true")
    parser.add_argument("--refuses-setup", action="store_true", help="refuse two moves of one color in a row")
    parser.add_argument("--delay", type=float, default=0.0, help="seconds before the first command is read")
    parser.add_argument("--slow", type=float, default=0.0, help="seconds before the first analysis")
    parser.add_argument("--log", help="a file to which the commands are written")
    return parser.parse_args()


class Engine:
    """The state of the engine, and its responses."""

    def __init__(self, chosen: argparse.Namespace) -> None:
        self._chosen = chosen
        self._size, self._komi = 19, 0.0
        self._moves: list[tuple[str, str]] = []
        self._is_streaming = False
        own = {"katago": ["kata-analyze", "kata-raw-nn"]}.get(chosen.dialect, ["lz-analyze"])
        self._commands = (
            "name version list_commands boardsize clear_board komi play undo protocol_version quit"
        )
        self._commands += "".join(f" {each}" for each in own if not (chosen.no_raw and each == "kata-raw-nn"))

    def black_lead(self, to_move: str) -> float:
        stones = [color for color, vertex in self._moves if vertex != "PASS"]
        tempo = 6 if to_move == "b" else -6
        return 12.0 * (stones.count("b") - stones.count("w")) + tempo - self._komi

    def info_line(self, to_move: str) -> str:
        lead = self.black_lead(to_move)
        view = {"side": to_move, "black": "b", "white": "w"}[self._chosen.view]
        sign = 1 if view == "b" else -1
        rate = 1 / (1 + math.exp(max(min(-sign * lead / 8, 700), -700)))
        taken = {vertex for _, vertex in self._moves}
        points = (f"{column}{row}" for row in range(1, self._size + 1) for column in COLUMNS[: self._size])
        best = next(point for point in points if point not in taken)
        if self._chosen.dialect == "leela":
            return f"info move {best} visits 900 winrate {round(10000 * rate)} prior 10000 order 0 pv {best}"
        values = f"winrate {rate:.6g} scoreLead {sign * lead:.6g}"
        owned = ["0"] * self._size**2
        for color, vertex in self._moves:
            if vertex != "PASS":
                column = COLUMNS.index(vertex[0])
                index = (self._size - int(vertex[1:])) * self._size + column
                owned[index] = f"{sign * (0.9 if color == 'b' else -0.9)}"
        ownership = "" if self._chosen.no_ownership else f" ownership {' '.join(owned)}"
        return (
            f"info move {best} visits 900 {values} order 0 pv {best} rootInfo visits 900 {values}{ownership}"
        )

    def respond(self, words: list[str]) -> str:
        """Return the response to a command."""
        match words:
            case ["list_commands"]:
                return "= " + self._commands.replace(" ", "\n")
            case ["boardsize", size]:
                self._size, self._moves = int(size), []
            case ["clear_board"]:
                self._moves = []
            case ["komi", komi]:
                self._komi = float(komi)
            case ["play", color, vertex]:
                if self._chosen.refuses_setup and self._moves and self._moves[-1][0] == color[0]:
                    return "? illegal move"
                self._moves.append((color[0], vertex.upper()))
            case ["undo"]:
                self._moves.pop()
            case ["kata-raw-nn", "0"]:
                lead = -self.black_lead("b")
                return f"= symmetry 0\nwhiteWin {1 / (1 + math.exp(-lead / 8)):.6f}\nwhiteLead {lead:.3f}"
        return "= Judge"

    def answer(self, line: str) -> None:
        """Write the response to a line, after the end of the previous analysis."""
        if self._is_streaming:
            self.write("\n")
        words = line.split()
        self._is_streaming = words[0].endswith("-analyze")
        if self._is_streaming:
            self.write("=\n")
            time.sleep(self._chosen.slow)
            self._chosen.slow = 0
            self.write(f"{self.info_line(words[1][0])}\n")
        else:
            self.write(f"{self.respond(words)}\n\n")

    def write(self, text: str) -> None:
        sys.stdout.write(text)
        sys.stdout.flush()


def main() -> None:
    chosen = options()
    time.sleep(chosen.delay)
    engine = Engine(chosen)
    for line in sys.stdin:
        if chosen.log:
            with open(chosen.log, "a", encoding="utf-8") as log:
                log.write(line)
        engine.answer(line)
        if line.strip() == "quit":
            return


if __name__ == "__main__":
    main()
