"""A player that cannot play: again, with another, or a command that is no move."""

from __future__ import annotations

from gnugo_py.dialogue.commands import find_command
from gnugo_py.dialogue.talk import Talk

HALTED = "Return, classic, or a command?"


class Halting:
    """What is asked where the player to move has no move to give.

    talk -- the conversation it is part of.
    """

    def __init__(self, talk: Talk) -> None:
        self._talk = talk

    def ask(self, reason: str) -> None:
        """Tell the reason, and ask how to go on."""
        talk = self._talk
        talk.show()
        talk.say("trouble", f"{reason}.")
        rest = "or type a command, like undo, save or quit."
        talk.say("news", f"Return goes on; classic has {talk.table.adviser.name} play instead; {rest}")
        talk.expect(HALTED, self.take)

    def take(self, line: str) -> None:
        """Take the answer."""
        talk, session, word = self._talk, self._talk.playing, line.lower()
        player = session.player
        assert player is not None
        command = find_command(line.partition(" ")[0])
        if not word:
            player.restart()
            talk.expect_turn()
        elif word == "classic":
            session.seat(session.position.to_move, talk.table.adviser)
            talk.say("news", f"{talk.table.adviser.name} plays on for {session.position.to_move}.")
            talk.expect_turn()
        elif command is None or command.is_move:
            talk.say("refusal", "press Return, or type classic or a command that is no move.")
        else:
            talk.take_turn(line)
            if talk.is_asking(self.take) and talk.playing.player is None:
                talk.expect_turn()
