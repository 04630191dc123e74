"""The form for a new game, on a screen or as numbered lines."""

from __future__ import annotations

from gnugo_py.app import navigation
from gnugo_py.app.app import App
from gnugo_py.app.mode import STEPS, Mode
from gnugo_py.app.new_games import filled_form, start_filled_form
from gnugo_py.app.screen import Dialog, Screen

_PROMPT = "Return to start, or a change:"
_SCREEN_HELP = "Up and down select a line, left and right change it; clicks work, too."
_INTRODUCED = "introduction"
"""The name under which is saved that a newcomer has read how to play."""
_CHANGES = {"LEFT": -1, "h": -1, "RIGHT": 1, "l": 1, " ": 1}
"""How many choices the keys of the form go on in a line."""
_KEYS = {"F1": "help", "F2": "learn", "F10": "quit"}
_KEYS_HELP = (
    "Return: start  arrows, clicks or words such as size 9: change  F1: help  Esc: back",
    "Return: start  arrows or clicks: choose  F1: help  F2: lessons  Esc: back",
    "Return: start  F1: help  F2: lessons  Esc: back",
    "Return: start  F1: help",
    "Return: start",
)


class NewGameFormMode(Mode):
    """The form for a new game: its lines are changed with arrows, clicks or words; Return starts.

    change -- a change to begin with, as it is typed; empty for none.
    """

    prompt = "Return starts; or type a change, such as size 9:"

    def __init__(self, app: App, change: str = "") -> None:
        super().__init__(app)
        filled = filled_form(app)
        self._filled, self._line = filled.after_line(change, 0) if change else (filled, 0)
        self._is_newcomer = not app.store.has_games
        self._printed: list[str] = []

    def start(self) -> None:
        """Print the lines where there is no screen, and before the first game what to do in it."""
        settings = self.app.settings
        if not self.app.has_screen and self._is_newcomer and _INTRODUCED not in settings.settings.last:
            self.app.emit("page", *self._filled.game.how_to_play.splitlines(), "")
            settings.save_choices({_INTRODUCED: "shown"})
        self._printed = []
        self._print()

    def resume(self, left: Mode) -> None:
        self._printed = []
        self._print()

    def _print(self) -> None:
        """Print the lines that have changed, where there is no screen."""
        lines = [self._filled.title, *self._numbered_lines()]
        if not self.app.has_screen:
            before = self._printed
            self.app.emit("page", *(each for each in lines if each not in before))
            self._printed = lines

    def _numbered_lines(self) -> list[str]:
        fields = self._filled.fields
        width = max(len(each.label) for each in fields)
        return [
            f"{number:>2}  {each.label:<{width}}  {self._filled.choice(each).text}"
            for number, each in enumerate(fields, 1)
        ]

    def screen(self) -> Screen:
        filled, fields = self._filled, self._filled.fields
        chosen = [filled.choice(each) for each in fields]
        line = min(self._line, len(fields) - 1)
        texts = [f"< {each.text} >" if at == line else f"  {each.text}" for at, each in enumerate(chosen)]
        dialog = Dialog(
            filled.title,
            tuple(zip((each.label for each in fields), texts, strict=True)),
            line,
            note=chosen[line].note,
            more=filled.welcome if self._is_newcomer else (),
            messages=tuple(each for each in self.app.feedback.messages if each.kind.until == "step"),
            keys_help=_KEYS_HELP,
        )
        return Screen(prompt=_PROMPT, dialog=dialog, keys=_KEYS)

    def handle(self, line: str) -> None:
        """Change a line, start the game if nothing is typed, or leave."""
        word, _, rest = line.lower().partition(" ")
        if not line:
            start_filled_form(self.app, self._filled)
        elif word in ("quit", "exit", "q") and not rest:
            self._leave()
        elif word in ("help", "?"):
            self.app.emit("page", *([_SCREEN_HELP] if self.app.has_screen else []), *self._filled.help)
        elif word == "learn":
            navigation.lesson(self.app, rest.strip(), self._filled.game)
        else:
            self._filled, self._line = self._filled.after_line(line.lower(), self._line)
            self._print()

    def press(self, key: str) -> None:
        fields = self._filled.fields
        at = min(self._line, len(fields) - 1)
        if key == "ESCAPE":
            self._leave()
        elif key in STEPS:
            self._line = (at + STEPS[key]) % len(fields)
        elif key in _CHANGES:
            self._filled, self._line = self._filled.with_step(fields[at], _CHANGES[key]), at

    def choose_line(self, line: int) -> None:
        """Select a line by its index, or change the value of the selected line."""
        if line == self._line:
            self.press("RIGHT")
        else:
            self._line = line

    def _leave(self) -> None:
        """Leave the form; a game below it continues."""
        below, game = self.app.below(self), self.app.current
        if below is not None and below.is_played and game is not None and game.outcome is None:
            self.app.show_board("The game continues.")
        self.app.pop(self)
