"""Tests of the analysis of a game by an analyst whose looks and searches differ.

No engine can be made to judge a position differently at a look and at a search, so these tests replace it.
"""

from collections.abc import Mapping

import pytest

from gnugo_py import GO, GoPosition, Play, SearchEngine
from gnugo_py.app.analysts import Analysts
from gnugo_py.engines.analysis import Analysis, Candidate, MistakeLines, MistakeWords
from gnugo_py.engines.engine import Decision, Engine, EngineError
from gnugo_py.games.position import Position
from gnugo_py.games.types import UserError
from gnugo_py.study.game_analysis import GameAnalysis, points_lost
from tests.support.boards import played
from tests.toy import PAIRS


class Oracle(Engine):
    """An analyst that knows Black's lead by the number of moves; a search finds another one.

    looked, searched -- the numbers of moves in the positions that it was asked about.
    """

    name = identity = "oracle"

    def __init__(self, leads: Mapping[int, float], searched: Mapping[int, float] | None = None) -> None:
        self._leads, self._searched = leads, searched or leads
        self.looked: list[int] = []
        self.searched: list[int] = []

    def analyze(
        self, position: Position, visits: int | None = None, seconds: float | None = None
    ) -> Analysis:
        return self.look(position) if visits is None else self.search(position, visits)

    def choose(self, position: Position, memory: object = None) -> Decision[None]:
        raise NotImplementedError

    def look(self, position: Position) -> Analysis:
        self.looked.append(number_of(position))
        return analysis(position, self._leads[number_of(position)], 1)

    def search(self, position: Position, visits: int) -> Analysis:
        self.searched.append(number_of(position))
        return analysis(position, self._searched[number_of(position)], visits)


def number_of(position: Position) -> int:
    assert isinstance(position, GoPosition)
    return position.move_number


def analysis(position: Position, lead: float, visits: int) -> Analysis:
    own = -lead if position.to_move else lead
    best = Candidate(Play((0,)), 0.5, 1.0, visits, 0.5, own)
    return Analysis((best,), visits, win_rate=0.5, score_lead=own)


def line(*moves: str) -> list[GoPosition]:
    """Return the positions of a game on 9x9."""
    positions = [GoPosition.start(9, "japanese")]
    for move in moves:
        positions.append(played(positions[-1], move))
    return positions


def run(game: GameAnalysis, analyst: Engine) -> list[float]:
    return list(game.run(analyst))


def test_the_best_move_is_looked_at_where_a_move_seems_to_lose_a_few_points() -> None:
    """Black loses 3 points at the first move; White 8 at the second, which is certain; Black 0.1 at the
    third.
    """
    oracle = Oracle({0: 5.0, 1: 2.0, 2: 10.0, 3: 9.9})
    run(GameAnalysis(line("E5", "C3", "G3")), oracle)
    assert (oracle.looked, oracle.searched) == ([0, 1, 2, 3, 1], [])


def test_the_lead_before_a_doubtful_move_is_the_mean_with_the_lead_after_the_best_move() -> None:
    game = GameAnalysis(line("E5"))
    run(game, Oracle({0: 4.0, 1: 2.0}))
    judgment = game.judgments[0]
    assert judgment is not None
    assert judgment.score_lead == pytest.approx(3.0)
    assert points_lost(game, 1) == pytest.approx(1.0)


def test_with_a_number_of_visits_every_position_is_searched() -> None:
    game, oracle = GameAnalysis(line("E5")), Oracle({0: 4.0, 1: 1.0}, {0: 2.0, 1: 1.0})
    list(game.run(oracle, 20))
    assert oracle.searched == [0, 1]
    assert points_lost(game, 1) == pytest.approx(1.0)


def test_a_searched_position_is_not_compared_with_one_that_was_only_looked_at() -> None:
    game = GameAnalysis(line("E5", "C3"))
    run(game, Oracle({0: 5.0, 1: 5.0, 2: 5.1}))
    searched = game.judgments[1]
    assert searched is not None
    game.judgments[1] = searched._replace(visits=20, score_lead=-8.0)
    assert points_lost(game, 1) == pytest.approx(0.0)
    assert points_lost(game, 2) == pytest.approx(0.1)


def test_the_progress_grows_up_to_1() -> None:
    shares = run(GameAnalysis(line("E5", "C3")), Oracle({0: 5.0, 1: 2.0, 2: 6.0}))
    assert shares == sorted(shares)
    assert shares[-1] == 1.0


def test_an_interruption_keeps_the_judgments_so_far() -> None:
    analyst = SearchEngine(GO, 9)
    game = GameAnalysis(line("E5", "C3"))
    steps = game.run(analyst)
    next(steps)
    analyst.interrupt()
    with pytest.raises(EngineError):
        list(steps)
    assert [judgment is not None for judgment in game.judgments] == [True, False, False]


def test_a_game_that_search_does_not_play_has_no_analyst() -> None:
    with pytest.raises(UserError, match="search does not play Pairs"):
        Analysts(None, print).of_game(PAIRS)


class Teacher(Oracle):
    """An oracle that knows the owner of each point, and explains every mistake in the same words."""

    def look(self, position: Position) -> Analysis:
        return super().look(position)._replace(ownership={0: 1.0})

    def explain_mistake(self, lines: MistakeLines) -> MistakeWords:
        return MistakeWords(f"after {lines.reply}")


def test_mistakes_are_explained_with_at_most_two_further_looks() -> None:
    game, teacher = GameAnalysis(line("C3", "D4", "G7")), Teacher({0: 9, 1: 0, 2: 0, 3: 0, 4: 0})
    run(game, teacher)
    assert teacher.looked == [0, 1, 2, 3, 1, 2]
    assert [each.words for each in game.losses] == [f"after {Play((0,))}", "", ""]


class Undecided(Teacher):
    """A teacher that finds two moves nearly as probable, of which the second leads to other positions.

    shares -- the probabilities of the moves.
    after_second -- Black's lead after the second one.
    words  -- its words for each mistake.
    """

    def __init__(self, shares: tuple[float, float], after_second: float, words: MistakeWords) -> None:
        super().__init__({0: 9, 1: 0, 2: 0})
        self._shares, self._after_second, self._words = shares, after_second, words

    def explain_mistake(self, lines: MistakeLines) -> MistakeWords:
        return self._words

    def look(self, position: Position) -> Analysis:
        seen = super().look(position)
        if position.last_move == Play((1,)):
            seen = analysis(position, self._after_second, 1)
        found = (Candidate(Play((each,)), 0.5, 1.0, prior=share) for each, share in enumerate(self._shares))
        return seen._replace(candidates=tuple(found))


@pytest.mark.parametrize(
    ("shares", "lead", "better"),
    [
        ((0.5, 0.4), 0.5, "B9 was about as good."),
        ((0.5, 0.4), 2.0, ""),
        ((0.5, 0.4), -2.0, ""),
        ((0.5, 0.2), 0.5, ""),
    ],
)
def test_a_move_as_probable_and_as_good_as_the_better_one_is_named(
    shares: tuple[float, float], lead: float, better: str
) -> None:
    game = GameAnalysis(line("C3"))
    run(game, Undecided(shares, lead, MistakeWords()))
    assert game.losses[0].why.better == better


def test_of_a_mistake_that_is_explained_only_one_better_move_is_named() -> None:
    game, words = GameAnalysis(line("C3")), MistakeWords(better="A9 would have captured White's stone at B9.")
    run(game, Undecided((0.5, 0.4), 0.5, words))
    assert game.losses[0].why == words


def test_the_pass_that_ends_the_game_is_not_judged_by_the_count() -> None:
    for visits in (None, 20):
        game = GameAnalysis(line("C3", "pass", "pass"))
        list(game.run(Oracle({0: 0, 1: 0, 2: 9, 3: -170}), visits))
        assert [each.points_lost for each in game.losses] == [0, 9, 0]
        assert game.losses[-1].kind is None


def test_an_analyst_that_knows_no_owners_is_asked_for_no_words() -> None:
    game, oracle = GameAnalysis(line("C3", "D4")), Oracle({0: 9, 1: 0, 2: 0})
    run(game, oracle)
    assert oracle.looked == [0, 1, 2]
    assert game.words == {}
