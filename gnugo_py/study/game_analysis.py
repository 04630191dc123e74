"""The analysis of all positions of a game, in the calling thread or in a background thread."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from threading import Lock, Thread

from gnugo_py.engines.analysis import Analysis, Candidate, MistakeLines, MistakeWords
from gnugo_py.engines.engine import Engine, EngineError
from gnugo_py.games.position import Position
from gnugo_py.games.text import format_percent
from gnugo_py.games.types import Color, Move, Play
from gnugo_py.record.tree import Tree
from gnugo_py.study.losses import MoveLoss, mistake_class, with_missed_points

_DOUBTFUL_LOSSES = (1.0, 4.0)
"""The points that a move seems to lose, between which the best move is looked at, too: less is no mistake,
and more certainly is one.
"""
_CLOSE_PRIOR, _AS_GOOD = 0.5, 1.0
"""The least probability of a move, as a share of the best one's, at which it is compared with that, and the
points below which both are about as good.
"""
_WEAK_ENGINE_NAME = re.compile(r"gnugo-py level [1-8]\b|gnu ?go\b", re.IGNORECASE)
"""Matches the names of engines that are weaker than the analysis."""
_VISITS_WITH_BEST_MOVE = 2
"""The visits of a judgment for which the position and the one after the best move were looked at."""


def judgment_of(
    line: Sequence[Move], win_rate: float, score_lead: float | None = None, visits: int = 1
) -> Analysis:
    """Return a judgment: an analysis from Black's view with no more than the best move.

    line -- the principal variation, empty if no best move is known.
    """
    best = (Candidate(move, win_rate, 1.0, visits, win_rate, score_lead, pv=tuple(line)) for move in line[:1])
    return Analysis(tuple(best), visits, win_rate=win_rate, score_lead=score_lead)


def counts_points(tree: Tree) -> bool:
    """Return whether points count even if the win rate is clear: with a handicap, or with a weak engine."""
    has_handicap = bool(tree.root.position.start_options().get("handicap"))
    return has_handicap or any(map(_WEAK_ENGINE_NAME.match, tree.names.values()))


class GameAnalysis:
    """The judgments of the positions of a game, which `run` adds and improves step by step.

    positions -- the positions, each one move after the previous one.
    judgments -- the judgment of each position, as by `judgment_of`; None until it is known.
    first_leads -- Black's lead in each position according to the quick look, None if unknown.
    words       -- the words for the mistakes, by the number of the move.
    counts_points -- as in `MoveLoss`.
    is_complete -- whether `run` has finished.
    """

    def __init__(self, positions: Sequence[Position]) -> None:
        self.positions = tuple(positions)
        self.judgments: list[Analysis | None] = [None] * len(self.positions)
        self.first_leads: list[float | None] = [None] * len(self.positions)
        self.words: dict[int, MistakeWords] = {}
        self.counts_points = bool(self.positions[0].start_options().get("handicap"))
        self.is_complete = False
        self._seen: dict[tuple[int, Move | None], Analysis] = {}
        self._others: dict[int, Move] = {}

    @property
    def losses(self) -> list[MoveLoss]:
        """The loss of each move; moves without judgments are left out."""
        losses = list[MoveLoss]()
        for number, (previous, position) in enumerate(pairwise(self.positions), 1):
            before, after = self.judgments[number - 1 : number + 1]
            move = position.last_move
            if before is None or after is None or move is None or position.previous is not previous:
                continue
            lost = points_lost(self, number)
            if lost is not None:
                lost = 0.0 if before.best == move else max(lost, 0.0)  # the best known move loses nothing
            why = self.words.get(number, MistakeWords())
            loss = MoveLoss(number, previous.to_move, move, previous, before, after, lost, None, why)
            kind = mistake_class(lost, loss.win_rate_lost)
            losses.append(loss._replace(kind=kind, counts_points=self.counts_points))
        return with_missed_points(losses)

    def adopt(self, other: GameAnalysis) -> None:
        """Take over the judgments of another, complete analysis of the same positions."""
        self.judgments[:], self.first_leads[:] = other.judgments, other.first_leads
        self.words = other.words
        self.is_complete = True

    def run(self, analyst: Engine, visits: int | None = None) -> Iterator[float]:
        """Judge the positions, and after each one yield the completed share of the work.

        The first pass takes a quick look at each position. If a move then seems to lose a few points, the
        second pass looks at the position after the best move as well. Raise EngineError if the analyst raises
        it; the judgments made so far are kept, and the next `run` continues from there.

        visits -- the visits with which to search every position instead of the second pass.
        """
        was_replaced = analyst.is_replaced
        for share in self._run(analyst, visits):
            if analyst.is_replaced is not was_replaced:  # the judgments of the two differ
                self.judgments[:] = [None] * len(self.positions)
                self.words.clear()
                yield from self.run(analyst, visits)
                return
            yield share
        self.is_complete = True
        self._seen.clear()
        yield 1.0

    def _run(self, analyst: Engine, visits: int | None) -> Iterator[float]:
        """Judge the positions as `run` does."""
        for number in range(len(self.positions)):
            if self.judgments[number] is None:
                self._judge(number, analyst, None)
                yield (number + 1) / len(self.positions) / 2
        numbers: Sequence[int] = range(len(self.positions))
        if visits is None:
            fewest, most = _DOUBTFUL_LOSSES
            losses = [points_lost(self, number) or 0.0 for number in range(1, len(self.positions))]
            numbers = [number for number, lost in enumerate(losses) if fewest <= lost <= most]
        for done, number in enumerate(numbers, 1):
            judgment = self.judgments[number]
            if judgment is not None and judgment.visits == 1:
                if visits is None:
                    self._look_at_best_move(number, analyst)
                else:
                    self._judge(number, analyst, visits)
                yield 0.5 + done / len(numbers) / 4
        yield from self._explain_mistakes(analyst)

    def _judge(self, number: int, analyst: Engine, visits: int | None) -> None:
        """Judge a position by its outcome or, if that is unknown, by a search; for None, by a quick look.

        A game that is counted keeps the judgment before its last move: the borders may be open at the count.
        """
        position = self.positions[number]
        outcome = position.outcome_without_count
        if outcome is not None:
            rate = 0.5 if outcome.winner is None else float(outcome.winner is Color.BLACK)
            self.judgments[number] = judgment_of((), rate)
            return
        before = self.judgments[number - 1]
        if position.is_over and before is not None:
            self.judgments[number] = before._replace(candidates=())
            self.first_leads[number] = self.first_leads[number - 1]
            return
        analysis = analyst.analyze(position, visits).for_black(position.to_move)
        line = analysis.pv or tuple(each.move for each in analysis.candidates[:1])
        if visits is None:
            self.first_leads[number] = analysis.score_lead
        self._seen[number - 1, position.last_move] = analysis
        priors = [each.prior or 0.0 for each in analysis.candidates[:2]]
        if len(priors) > 1 and priors[1] > _CLOSE_PRIOR * priors[0]:
            self._others[number] = analysis.candidates[1].move
        searched = 1 if visits is None else max(analysis.visits, 1)
        self.judgments[number] = judgment_of(line, analysis.win_rate, analysis.score_lead, searched)

    def _look_at_best_move(self, number: int, analyst: Engine) -> None:
        """Take the position after the best move into account in the judgment of a position."""
        judgment = self.judgments[number]
        best = None if judgment is None else judgment.best
        if judgment is None or judgment.score_lead is None or best is None:
            return
        seen = self._after(number, best, analyst)
        if seen.score_lead is not None:
            lead = (judgment.score_lead + seen.score_lead) / 2
            rate = (judgment.win_rate + seen.win_rate) / 2
            line = (best, *seen.pv)
            self.judgments[number] = judgment_of(line, rate, lead, _VISITS_WITH_BEST_MOVE)

    def _explain_mistakes(self, analyst: Engine) -> Iterator[float]:
        """Find the words for the mistakes that are listed, if the analyst reports who owns the points."""
        mistakes = [each for each in self.losses if each.is_listed and each.number not in self.words]
        for done, loss in enumerate(mistakes, 1):
            best, reply, number = loss.before.best, loss.after.best, loss.number
            played = self._seen.get((number - 1, loss.played), Analysis()).ownership
            if best is not None and played:
                owners = self._after(number - 1, best, analyst).ownership
                then = {} if reply is None else self._after(number, reply, analyst).ownership
                legal = self.positions[number].legal_points
                is_other = isinstance(best, Play) and reply != best and legal >> best.points[0] & 1
                other = self._after(number, best, analyst).ownership if is_other else {}
                lost = loss.points_lost or 0.0
                lines = MistakeLines(
                    loss.position, loss.played, best, reply, owners, played, then, lost, other
                )
                words = analyst.explain_mistake(lines)
                if not words.text:
                    words = words._replace(better=self._other_move(number - 1, best, loss.played, analyst))
                self.words[number] = words
            yield 0.75 + done / len(mistakes) / 4

    def _other_move(self, number: int, best: Move, played: Move, analyst: Engine) -> str:
        """Return that another move is about as good as the best one, as a sentence; empty if none is."""
        other = self._others.get(number)
        if other is None or other in (best, played):
            return ""
        lead, lead_of_other = (self._after(number, move, analyst).score_lead for move in (best, other))
        if lead is None or lead_of_other is None or abs(lead - lead_of_other) >= _AS_GOOD:
            return ""
        return f"{self.positions[number].format_move(other)} was about as good."

    def _after(self, number: int, move: Move, analyst: Engine) -> Analysis:
        """Return what is known after a move in a position, from Black's view; if nothing is, after a look."""
        if (number, move) not in self._seen:
            after = self.positions[number].play_unchecked(move)
            seen = Analysis() if after.is_over else analyst.analyze(after).for_black(after.to_move)
            self._seen[number, move] = seen
        return self._seen[number, move]


def points_lost(analysis: GameAnalysis, number: int) -> float | None:
    """Return the points that the move before position `number` lost, negative if it gained; None if unknown.

    This is the lead before the move minus the lead after it, both for the color that moved.  If both
    positions were searched, these are the leads of the searches; if one was, those of the first looks.
    Otherwise, the latest lead before the move is compared with the first look after it.
    """
    before, after = analysis.judgments[number - 1], analysis.judgments[number]
    position = analysis.positions[number - 1]
    if before is None or after is None or analysis.positions[number].previous is not position:
        return None
    is_searched, are_both = before.visits > _VISITS_WITH_BEST_MOVE, after.visits > _VISITS_WITH_BEST_MOVE
    lead = before.score_lead if is_searched is are_both else analysis.first_leads[number - 1]
    then = after.score_lead if is_searched and are_both else analysis.first_leads[number]
    if lead is None or then is None:
        return None
    return lead - then if position.to_move is Color.BLACK else then - lead


_MAX_SECONDS_TO_STOP = 5.0


class BackgroundAnalysis:
    """The analysis of a game, which can be started, stopped and continued.

    analysis -- the judgments, which are added and improved while the analysis runs.
    analyst  -- judges the positions.
    on_done  -- called once, in the thread that runs the analysis, when the analysis is complete.
    prepare  -- called in this thread before the analysis begins, with the analyst running; it may complete
                the analysis, in which case `on_done` is not called.

    progress -- the completed share, 0 to 1.
    error    -- the reason why the analysis failed, empty if it did not; an interruption is not a failure.
    """

    is_external = True

    def __init__(
        self,
        analysis: GameAnalysis,
        analyst: Engine,
        on_done: Callable[[GameAnalysis], None] = lambda _: None,
        prepare: Callable[[], None] = lambda: None,
    ) -> None:
        self.analysis, self._analyst = analysis, analyst
        self._prepare, self._on_done = prepare, on_done
        self.progress, self.error = 1.0 if analysis.is_complete else 0.0, ""
        self._thread: Thread | None = None
        self._is_stopping = False
        self._running = Lock()

    @property
    def name(self) -> str:
        """The name of the analyst."""
        return self._analyst.name

    @property
    def is_running(self) -> bool:
        """Whether the thread is running."""
        return self._thread is not None and self._thread.is_alive()

    def start(self) -> None:
        """Start or continue the analysis in another thread, unless it is complete or has failed."""
        if not (self.is_running or self.analysis.is_complete or self.error):
            self._thread = Thread(target=self._run, daemon=True)
            self._thread.start()

    def finish(self) -> None:
        """Wait until the analysis is complete; if no thread is running, complete it in the calling thread.

        Raise EngineError if the analyst fails or is interrupted.  The judgments made so far are kept.
        """
        if self._thread is not None:
            self._thread.join()
        if not (self.analysis.is_complete or self._is_stopping or self.error):
            self._run()
        if not self.analysis.is_complete:
            raise EngineError(self.error or f"{self.name} was interrupted")

    def stop(self) -> None:
        """Stop the thread, if there is one; `start` or `finish` continues the analysis."""
        self.interrupt()
        if self._thread is not None:
            self._thread.join(_MAX_SECONDS_TO_STOP)
        self.recover()

    def interrupt(self) -> None:
        """Make the analysis stop soon, in whichever thread it runs."""
        self._is_stopping = True
        self._analyst.interrupt()

    def recover(self) -> None:
        """Make the analysis usable again after an interruption."""
        self._is_stopping = False
        self._analyst.recover()

    def progress_text(self) -> str:
        """Return the progress as a percentage."""
        return f"{format_percent(self.progress)}"

    def _run(self) -> None:
        with self._running:
            try:
                self._analyst.start()
                self._prepare()
                if self.analysis.is_complete:
                    self.progress = 1.0
                    return
                for share in self.analysis.run(self._analyst):
                    self.progress = share
                    if self._is_stopping:
                        return
            except EngineError as error:
                if not self._is_stopping:
                    self.error = str(error)
                return
        self._on_done(self.analysis)
