"""Tests of what is too much of a loss in a game with teaching, and of the words for it."""

import pytest

from gnugo_py import GoPosition, Play
from gnugo_py.engines.analysis import Analysis, Candidate, MistakeLines, MistakeWords
from gnugo_py.engines.engine import Decision, Engine
from gnugo_py.games.position import Position
from gnugo_py.study.exercises import JudgedGuess, find_teaching_loss, judge_guess, words_without
from tests.support.boards import move, played


class Teacher(Engine):
    """An analyst that sees leads by the number of moves, and says of each mistake that B2 answers it."""

    def __init__(self, leads: tuple[float, float], win_rate: float = 0.5) -> None:
        self._leads, self._win_rate = leads, win_rate

    def choose(self, position: Position, memory: object = None) -> Decision[None]:
        raise NotImplementedError

    def analyze(
        self, position: Position, visits: int | None = None, seconds: float | None = None
    ) -> Analysis:
        assert isinstance(position, GoPosition)
        lead = self._leads[min(position.move_number, 1)]
        own, rate = (-lead, 1 - self._win_rate) if position.to_move else (lead, self._win_rate)
        best = Candidate(Play((0,)), rate, 1.0, 40, rate, own, ownership={0: 1.0})
        return Analysis((best,), 40, win_rate=rate, score_lead=own, ownership={0: 0.5})

    def explain_mistake(self, lines: MistakeLines) -> MistakeWords:
        assert (lines.owners_best, lines.owners_played, lines.owners_reply) == ({0: 1.0}, {0: 0.5}, {0: 1.0})
        return MistakeWords("After C3, White B2 captures Black's stone.", "A9 would have saved it.")


def loss(lost: float, win_rate: float = 0.5, counts_points: bool = False) -> str | None:
    """Return the words for a move on 9x9 that loses some points, None if it is not too much."""
    after = played(GoPosition.start(9, "japanese"), "C3")
    found = find_teaching_loss(after, 1, Teacher((lost, 0.0), win_rate), counts_points)
    return None if found is None else found.exercise.words


def test_a_loss_that_matters_is_explained_without_the_better_move() -> None:
    assert loss(3.5) == "After C3, White B2 captures Black's stone."


@pytest.mark.parametrize(
    ("lost", "counts_points", "is_said"), [(7.9, True, False), (8.0, True, True), (30, False, False)]
)
def test_in_a_decided_game_only_large_losses_matter_and_only_if_points_count(
    lost: float, counts_points: bool, is_said: bool
) -> None:
    assert (loss(lost, 0.99, counts_points) is not None) is is_said


def test_a_small_loss_never_matters() -> None:
    assert loss(2.0, counts_points=True) is None


def test_a_wrong_guess_is_explained_unless_the_words_name_the_move() -> None:
    start = GoPosition.start(9, "japanese")
    far = judge_guess(start, move("C3", 9), move("G7", 9), Teacher((0.0, 0.0)))
    assert far == JudgedGuess(is_near=False, points_lost=0.0)
    words = "After C3, White B2 captures Black's stone."
    assert words_without(words, start, move("G7", 9)) == words
    assert words_without(words, start, move("B2", 9)) == ""
