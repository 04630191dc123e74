"""What leads to training: the mistakes of a game, and the exercises that are due."""

from __future__ import annotations

from gnugo_py.app import navigation
from gnugo_py.app.app import App
from gnugo_py.app.line_analysis import LineAnalysis
from gnugo_py.app.mode import Mode
from gnugo_py.games.types import Color, UserError
from gnugo_py.storage.training import current_training_date
from gnugo_py.study.exercises import exercises_from_analysis
from gnugo_py.study.game_analysis import GameAnalysis
from gnugo_py.study.mistakes import are_points_unknown, largest_mistakes_of_color

_NO_MISTAKES = "No move by {color} lost enough points to train on; well played."
_ALL_DECIDED = (
    "{color} made all mistakes when the game was already decided; in its review, mistakes lists them."
)
_POINTS_UNKNOWN = "This analyst reports no points, which training needs; use another one with --analyst."
_NOTHING_DUE = (
    "No missed position is due today. To train on a game, type train after its first move or in a review"
)


def training_offer(analysis: GameAnalysis, color: Color) -> tuple[str, ...]:
    """Return an offer to train on the largest mistake of a color; empty if there is none."""
    losses = largest_mistakes_of_color(analysis.losses, color)
    worst = max(losses, key=lambda each: each.size, default=None)
    if worst is None or worst.points_lost is None:
        return ()
    return (
        f"Look first at move {worst.number} (about {worst.points_lost:.0f} points)."
        " Type train to look for the better move.",
    )


def train_on_analysis(mode: Mode, line: LineAnalysis, color: Color, title: str = "") -> None:
    """Complete an analysis as a task of a mode, then train on the mistakes of a color."""
    line.complete(mode, lambda _: begin_training(mode.app, line, color, title))


def begin_training(app: App, line: LineAnalysis, color: Color, title: str) -> bool:
    """Train on the mistakes of a color in an analyzed game, and return whether there are any."""
    analysis, numbers = line.background.analysis, [node.number for node in line.nodes]
    exercises = exercises_from_analysis(analysis, numbers, color, title)
    if exercises:
        navigation.train(app, exercises)
    else:
        app.emit("news", _why_no_exercises(analysis, color))
    return bool(exercises)


def _why_no_exercises(analysis: GameAnalysis, color: Color) -> str:
    if are_points_unknown(analysis.losses):
        return _POINTS_UNKNOWN
    is_decided = any(each.is_listed and each.was_decided for each in analysis.losses if each.color is color)
    return (_ALL_DECIDED if is_decided else _NO_MISTAKES).format(color=color)


def train_on_current_game(mode: Mode, color: Color | None) -> None:
    """Train on a color or the person in the current game; before a move, on what is due."""
    game = mode.app.required_game
    if not game.game.has_count:
        raise UserError(f"training is not available in {game.game.display_name}")
    if not game.node.number:
        train_on_due_exercises(mode.app)
        return
    trained = game.person_color if color is None else color
    train_on_analysis(mode, LineAnalysis(mode.app.analysts, game.node.path()), trained)


def train_on_due_exercises(app: App) -> None:
    """Train on the exercises that are due today.  Raise UserError if there are none."""
    exercises = app.training_store.due_exercises(current_training_date())
    if not exercises:
        raise UserError(_NOTHING_DUE)
    navigation.train(app, exercises)
