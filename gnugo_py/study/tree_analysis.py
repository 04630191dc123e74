"""The analysis of the main line of a game tree, for the library."""

from __future__ import annotations

from gnugo_py.engines.level_ranks import MAX_LEVEL
from gnugo_py.engines.search.search_engine import SearchEngine
from gnugo_py.games.types import UserError, require_type
from gnugo_py.record.sgf_reader import parse_game
from gnugo_py.record.tree import Tree
from gnugo_py.study.game_analysis import GameAnalysis
from gnugo_py.study.mistakes import MoveLoss, move_losses


def analyze_game(tree: Tree, visits: int | None = None) -> list[MoveLoss]:
    """Return each move of the main line of a game of Go with the points that it lost.

    visits -- number of visits of each position; None to search only where the lead changes.

    The results are those of the command `gnugo-py analyze`. In a file without komi, it is 0. The tree is not
    changed.

    Raise UserError if the game is not counted in points, and EngineError if the analysis fails.
    """
    require_type("tree", tree, Tree, "a Tree")
    require_type("visits", visits, int | None, "a whole number")
    if visits is not None and visits < 1:
        raise UserError("visits must be at least 1")
    if not tree.uses_komi:
        raise UserError(f"tree is a game of {tree.game.display_name}; only games of Go can be analyzed")
    if tree.lacks_komi:
        tree = parse_game(tree.write(), tree.number)
        tree.set_rules({"komi": 0.0}, is_written=False)
    analysis = GameAnalysis(tree.positions())
    analyst = SearchEngine(tree.game, MAX_LEVEL)
    for _ in analysis.run(analyst, visits):
        pass
    return move_losses(analysis)
