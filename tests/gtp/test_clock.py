"""Tests of the clock of GTP: how long the engine may think, and games played on the clock."""

import time

import pytest

from gnugo_py import GO, Analysis, Color, Decision, Position, SearchEngine
from gnugo_py.engines.classic.classic_engine import classic_engine
from tests.support.gtp_server import ServerHere, responses


@pytest.fixture
def limits(monkeypatch: pytest.MonkeyPatch) -> list[float | None]:
    """The seconds that the engine, which plays the first legal move, is allowed for each of its moves."""

    def choose(_: SearchEngine, position: Position, *__: object) -> Decision[None]:
        return Decision(position.legal_moves()[0], memory=None)

    seconds: list[float | None] = []
    monkeypatch.setattr(SearchEngine, "limit_time", lambda _, limit: seconds.append(limit))
    monkeypatch.setattr(SearchEngine, "choose", choose)
    return seconds


def carry_out(*commands: str) -> None:
    """Let the engine of level 1 carry out commands."""
    found = responses(*("boardsize 9", *commands), options=("--player", "search:1", "--seed", "1"))
    assert not any(each.startswith("?") for each in found)


UNLIMITED = (None, None)


@pytest.mark.parametrize(
    ("commands", "black", "white"),
    [
        ([], UNLIMITED, UNLIMITED),
        (["time_settings 0 1 0"], UNLIMITED, UNLIMITED),
        (["kgs-time_settings none"], UNLIMITED, UNLIMITED),
        (["time_settings 300 0 0"], (12.2, 12.4), (12.7, 12.9)),
        (["time_settings 300 0 0", "time_left b 10 0"], (0.2, 0.3), (12.7, 12.9)),
        (["time_settings 300 0 0", "time_left b 1 0"], (0.05, 0.05), (12.7, 12.9)),
        (["time_settings 300 0 0", "time_left b 0 0"], (0.05, 0.05), (12.7, 12.9)),
        (["time_settings 0 300 25"], (9.3, 9.5), (9.3, 9.5)),
        (["time_settings 0 300 25", "time_left b 20 2"], (7.7, 7.9), (9.3, 9.5)),
        (["time_settings 60 30 1"], (2.2, 2.4), (2.3, 2.5)),
        (["kgs-time_settings absolute 600"], (24.7, 24.9), (25.8, 26.0)),
        (["kgs-time_settings byoyomi 0 30 5"], (23.7, 23.9), (23.7, 23.9)),
        (["kgs-time_settings byoyomi 60 30 5", "time_left b 30 2"], (23.7, 23.9), (2.3, 2.5)),
        (["kgs-time_settings byoyomi 60 30 5", "time_left b 0 0"], (23.7, 23.9), (2.3, 2.5)),
        (["time_settings 60 0 5", "kgs-time_settings byoyomi 60 0 5"], (2.2, 2.4), (2.3, 2.5)),
        (["time_left b 10 0"], (0.2, 0.3), UNLIMITED),
        (["time_left b 10 1"], (7.7, 7.9), UNLIMITED),
        (["kgs-time_settings canadian 0 300 25"], (9.3, 9.5), (9.3, 9.5)),
        (["time_settings 300 0 0", "time_left b 1 0", "clear_board"], (12.2, 12.4), (12.7, 12.9)),
    ],
)
def test_time_is_divided_among_the_moves_to_come(
    commands: list[str],
    black: tuple[float | None, float | None],
    white: tuple[float | None, float | None],
    limits: list[float | None],
) -> None:
    carry_out(*commands, "genmove b", "genmove w")
    for seconds, (least, most) in zip(limits, (black, white), strict=True):
        if least is None or most is None:
            assert seconds is None
        else:
            assert seconds is not None
            assert least <= seconds <= most


def test_the_server_counts_the_time_of_its_moves_itself(
    limits: list[float | None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each reading of the clock is 50 seconds later than the one before, and each move takes two readings."""
    readings = iter(range(0, 10**9, 50))
    monkeypatch.setattr("time.monotonic", lambda: float(next(readings)))
    carry_out("time_settings 100 0 0", "genmove b", "genmove b", "genmove w")
    first, second, third = limits
    assert first is not None
    assert second is not None
    assert third is not None
    assert second == pytest.approx(first / 2, rel=0.02)
    assert third > first


ANALYZE = ("lz-genmove_analyze", "kata-search_analyze")


@pytest.mark.parametrize("command", ANALYZE)
def test_the_search_that_judges_the_moves_of_another_engine_keeps_to_the_clock(
    command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without a clock, it has all the time that it needs."""
    allowed: list[float | None] = []
    original = SearchEngine.analyze

    def analyze(
        engine: SearchEngine, position: Position, visits: int | None = None, seconds: float | None = None
    ) -> Analysis:
        allowed.append(seconds)
        return original(engine, position, visits, seconds)

    monkeypatch.setattr(SearchEngine, "analyze", analyze)
    server = ServerHere(classic_engine(1))
    server("boardsize 9", f"{command} b")
    assert set(allowed) == {None}
    server("time_settings 600 0 0", "time_left b 1 0")
    allowed.clear()
    began = time.monotonic()
    assert server(f"{command} b").splitlines()[1].startswith("info move ")
    assert time.monotonic() - began < 1
    assert 0 < sum(filter(None, allowed)) < 0.2
    assert server.state.clock.left[Color.BLACK][0] < 1


@pytest.mark.slow
def test_no_game_on_the_clock_is_lost_on_time() -> None:
    """A controller announces what is left before each move of the highest level."""
    servers = [ServerHere(SearchEngine(GO, 9, seed=seed)) for seed in (1, 2)]
    left = [3.0, 3.0]
    for server in servers:
        server.responses("boardsize 7", "clear_board", "time_settings 3 0 0")
    last = ""
    for number in range(2 * 7 * 7):
        color = Color(number % 2)
        name = color.name.lower()
        assert servers[color](f"time_left {name} {int(left[color])} 0") == ""
        began = time.monotonic()
        move = servers[color](f"genmove {name}")
        left[color] -= time.monotonic() - began
        assert left[color] > 0
        if move == last == "pass":
            break
        assert servers[color.opponent](f"play {name} {move}") == ""
        last = move
