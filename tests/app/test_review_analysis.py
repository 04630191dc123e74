"""Tests of the analysis that a review shows while it is changed."""

from contextlib import closing
from pathlib import Path

from gnugo_py.app import navigation
from gnugo_py.app.app import App
from gnugo_py.app.players import Engines, Players
from gnugo_py.storage.review_file import ReviewFile
from gnugo_py.storage.settings import Settings

GAME = b"(;GM[1]FF[4]SZ[5]KM[0]RU[Chinese];B[cc];W[bb](;B[bc];W[cb];B[db])(;B[cb];W[bc]))"


def test_the_graph_is_of_the_line_that_is_left_after_a_promotion_and_a_deletion(tmp_path: Path) -> None:
    with closing(Engines()) as engines, App(tmp_path, Players(engines), Settings(), has_screen=True) as app:
        navigation.review(app, GAME, ReviewFile(app.store, tmp_path / "game.sgf", GAME))
        for line in ("goto 2", "variation 2", "promote", "back", "variation 2", "delete", "y"):
            app.submit(line)
        graph = app.screen().graph
        assert graph is not None
        assert len(graph.values) == 1 + 4
