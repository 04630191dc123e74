"""The stack of modes: how one is put above another, how it ends, and how several are left at once."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from gnugo_py.app.mode import Mode


class ModeStack:
    """The modes, of which the last one is on top.

    stack   -- the modes.
    is_over -- whether the last one has ended: no more lines are accepted.
    """

    def __init__(self) -> None:
        self.stack: list[Mode] = []
        self.is_over = False

    @property
    def mode(self) -> Mode:
        """The mode on top."""
        return self.stack[-1]

    def below(self, mode: Mode) -> Mode | None:
        """Return the mode below a mode, None if there is none."""
        index = self.stack.index(mode)
        return self.stack[index - 1] if index else None

    def push(self, mode: Mode) -> None:
        """Put a mode on top; the one below goes on when it has ended."""
        if self.stack and not mode.is_question:
            self.mode.cover()
        self.stack.append(mode)
        mode.start()

    def pop(self, mode: Mode) -> None:
        """End the mode on top; the one below goes on, or the program ends if there is none."""
        self.drop(mode)
        if self.stack:
            self.mode.resume(mode)
        else:
            self.stack.append(mode)
            self.is_over = True

    def drop(self, mode: Mode) -> None:
        """Remove the mode on top, without telling the one below."""
        assert self.mode is mode, "only the mode on top can end"
        self.stack.pop().cover()

    def put_game(self, mode: Mode) -> None:
        """Put a game in the place of the current one, or else of the forms and lists on top."""
        at = self._place_of_game
        for each in self.stack[max(at - 1, 0) :]:
            each.cover()
        self.stack[at:] = [mode]
        mode.start()

    @property
    def _place_of_game(self) -> int:
        """The place in the stack of the current game, or of the next one if there is none."""
        for number, mode in enumerate(self.stack):
            if mode.is_played:
                return number
        kept = (number for number, mode in enumerate(self.stack, 1) if mode.name_below_games)
        return max(kept, default=0)

    def leave(self, modes: Iterable[Mode], act: Callable[[], None]) -> None:
        """Act after some modes were asked, from the top down, whether they can be left."""
        rest = list(modes)
        while rest:
            question = rest.pop(0).question_before_leaving(lambda: self.leave(rest, act))
            if question is not None:
                self.push(question)
                return
        act()

    def leave_for_game(self, act: Callable[[], None]) -> None:
        """Act after the modes were asked in the place of which a game is put; see `leave`."""
        self.leave(reversed(self.stack[self._place_of_game :]), act)
