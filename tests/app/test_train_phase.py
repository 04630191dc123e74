"""Tests of the training: answers, refutations, what is recorded, and where it returns to."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from pathlib import Path

import pytest

from gnugo_py import GO, Color, GoPosition
from gnugo_py.analysis.analyst import Analyst
from gnugo_py.analysis.exercises import Exercise
from gnugo_py.analysis.game_analysis import BackgroundAnalysis, GameAnalysis
from gnugo_py.app.analyst_provider import AnalystProvider
from gnugo_py.app.application import Application
from gnugo_py.app.phases.base import ApplicationEndPhase
from gnugo_py.app.phases.train import TrainPhase
from gnugo_py.core.game import Game
from gnugo_py.core.position import Position
from gnugo_py.engines.search.result import Analysis, Candidate
from gnugo_py.play.session import Session, Turn
from gnugo_py.storage.training import MissedExerciseStore
from tests.support.application import Talk
from tests.support.boards import move, played
from tests.support.scripted_engine import Scripted

LEADS = {"C3": 0.0, "D4": 1.0, "G7": 5.0}
"""The points that each answer loses."""


class Oracle(Analyst):
    """An analyst that knows what each first move loses, and replies at A1, B1, ..."""

    name = identity = "oracle"

    def quick_look(self, position: Position) -> Analysis:
        return self.search(position, 1)

    def search(self, position: Position, visits: int) -> Analysis:
        last = position.last_move
        word = GO.format_move(last, position) if last is not None else ""
        replies = tuple(move(vertex, 9) for vertex in ("A1", "B1", "C1"))
        best = Candidate(replies[0], 0.5, 1.0, pv=replies)
        return Analysis((best,), replies, visits, 0, "", 0.5, score_lead=LEADS.get(word, 0.0))


def exercise(number: int = 1) -> Exercise:
    position = played(GoPosition.start(9, "japanese"), "E5", "E7")
    return Exercise(GO, position, move("J9", 9), move("C3", 9), 6.5, "blunder", number)


class RecordingAnalyses(AnalystProvider):
    """An analysis service with an oracle, which records the lengths of analyzed games."""

    def __init__(self) -> None:
        super().__init__(None, lambda _: None)
        self.lengths = list[int]()

    def analyst(self, game: Game) -> Analyst:
        return ORACLE

    def background_analysis(self, game: Game, positions: Sequence[Position]) -> BackgroundAnalysis:
        self.lengths.append(len(positions))
        return BackgroundAnalysis(GameAnalysis(positions), ORACLE)


class RecordingTraining(MissedExerciseStore):
    """A store that only records the results."""

    def __init__(self, results: list[tuple[int, bool]]) -> None:
        super().__init__(Path("nowhere"))
        self._results = results

    def record_result(self, exercise: Exercise, is_solved: bool, today: date) -> str:
        self._results.append((exercise.number, is_solved))
        return ""


class Training:
    """A training with an oracle; `results` are the exercises recorded, each with whether it was solved."""

    def __init__(self, exercises: Sequence[Exercise], has_screen: bool = False) -> None:
        self.results: list[tuple[int, bool]] = []
        services = Talk(GO, proposes=has_screen).services
        services.analyst_provider = RecordingAnalyses()
        services.training_store = RecordingTraining(self.results)
        self.app = Application(
            services, GO, lambda context: TrainPhase(context, exercises, ApplicationEndPhase()).start()
        )

    def says(self, *lines: str) -> str:
        """Return the text after some lines."""
        self.app.take_events()
        for line in lines:
            self.app.submit_line(line)
            while self.app.engine_task is not None:
                self.app.run_task()
        return "\n".join(line for event in self.app.take_events() for line in event.lines)


ORACLE = Oracle()


def test_the_best_move_and_one_that_loses_less_than_half_of_the_limit_are_correct() -> None:
    assert "correct: C3 is the best move." in Training([exercise()]).says("c3")
    assert "correct: D4 is good; the best move is C3." in Training([exercise()]).says("D4")


def test_a_wrong_answer_is_refuted_one_move_at_a_time() -> None:
    training = Training([exercise()])
    assert "not yet: G7: it loses about 5.0 points." in training.says("G7")
    assert "White plays" not in training.says("again")
    training.says("G7")
    said = [training.says("") for _ in range(3)]
    assert ["plays A1" in said[0], "plays B1" in said[1], "plays C1" in said[2]] == [True] * 3
    assert "The engine looked no further" in said[2]


def test_the_move_that_was_played_is_named_so() -> None:
    assert "that is the move that was played, which lost 6.5 points" in Training([exercise()]).says("J9")


def test_what_is_solved_at_the_first_try_is_no_miss() -> None:
    training = Training([exercise(1), exercise(2), exercise(3), exercise(4)])
    said = training.says("C3", "G7", "C3", "solution", "G7", "skip")
    assert training.results == [(1, True), (2, False), (3, False), (4, False)]
    assert said.endswith("Training: 1 of 4 positions solved on the first try.")
    assert training.app.is_over


def test_a_position_that_is_skipped_untried_is_not_recorded() -> None:
    training = Training([exercise(1), exercise(2)])
    training.says("skip", "quit")
    assert training.results == []


def test_a_screen_shows_the_answer_until_return() -> None:
    training = Training([exercise(1), exercise(2)], has_screen=True)
    assert "Position 2 of 2" not in training.says("C3")
    assert "this position is solved" in training.says("D4")
    assert "Position 2 of 2" in training.says("")


def test_ignore_shows_the_next_move_if_the_opponent_passes() -> None:
    training = Training([exercise()])
    assert "If White ignores J9, Black plays A1." in training.says("ignore")
    training.says("G7")
    assert "If White ignores G7, Black plays A1." in training.says("ignore")


@pytest.mark.parametrize("line", ["zz", "E5", "resign", "J99", "\u00e4"])
def test_what_is_no_legal_move_is_refused(line: str) -> None:
    said = Training([exercise()]).says(line)
    assert "not understood" in said or "illegal move" in said


def test_the_offer_is_about_the_game_that_has_just_ended() -> None:
    """After a review, the person may play on from it and end another game in the same run."""
    first, second = (session_of(moves) for moves in (("E5",), ("C3", "G7")))
    talk, analyses = Talk(GO), RecordingAnalyses()
    talk.services.analyst_provider = analyses
    app = talk.begun(first).here
    for session in (first, first, second):
        app._context.session = session
        app.start_finished_game_analysis()
        app.stop_finished_game_analysis()
    assert analyses.lengths == [2, 3]


def session_of(moves: Sequence[str]) -> Session:
    players = {Color.WHITE: Scripted()}
    positions = [GoPosition.start(9, "japanese")]
    for vertex in moves:
        positions.append(played(positions[-1], vertex))
    return Session(GO, players, [Turn(each, (None, None)) for each in positions])
