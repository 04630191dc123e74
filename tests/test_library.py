"""Tests of the public library; the examples in docs/library.md are run as well."""

import ast
import copy
import inspect
import re
import subprocess
import sys
import time
from collections.abc import Callable
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import gnugo_py
from gnugo_py import (
    GO,
    HEX,
    PASS,
    TANBO,
    AmazonsPosition,
    Color,
    Cursor,
    Decision,
    EngineError,
    GoPosition,
    HexPosition,
    IllegalMove,
    Play,
    Position,
    SearchEngine,
    UserError,
    parse_game,
)
from gnugo_py.record.engine_moves import choose_move, new_game, play_decision
from tests.support.paths import file_with

PACKAGE = Path(gnugo_py.__file__).parent


def test_the_type_stub_matches_the_public_names() -> None:
    shown = [
        (node.module, alias.asname)
        for node in ast.parse((PACKAGE / "__init__.pyi").read_text()).body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    ]
    assert sorted(str(name) for _, name in shown) == sorted(set(gnugo_py.__all__) - {"__version__"})
    for module, name in shown:
        assert getattr(import_module(str(module)), str(name)) is getattr(gnugo_py, str(name))


def test_every_public_name_exists_and_has_a_docstring() -> None:
    for name in gnugo_py.__all__:
        found = getattr(gnugo_py, name)
        assert name in dir(gnugo_py)
        if isinstance(found, type) or inspect.isfunction(found):
            assert found.__doc__, name


def own_classes(value: object) -> list[type]:
    """Return a class and those from which it is derived, without those of other packages."""
    kinds = value.__mro__ if isinstance(value, type) else ()
    return [kind for kind in kinds if kind.__module__.startswith("gnugo_py")]


def annotations_of(value: object) -> dict[str, object]:
    """Return the public annotations of a function, a method, a property or a class, as they are written."""
    function = getattr(value, "fget", None) or getattr(value, "func", None) or value
    annotations = getattr(getattr(function, "__func__", function), "__annotations__", {})
    return {name: written for name, written in annotations.items() if name[0] != "_"}


def types_named_in(value: object) -> set[str]:
    """Return the classes of the package that a public function or class takes, has or returns."""
    methods = [
        each
        for kind in own_classes(value)
        for name, each in vars(kind).items()
        if name[0] != "_" or name == "__init__"
    ]
    written = [
        str(each) for part in (value, *own_classes(value), *methods) for each in annotations_of(part).values()
    ]
    return set(re.findall(r"\b[A-Z]\w+", " ".join(written))) & package_classes()


def test_every_type_that_a_public_name_takes_or_returns_is_public() -> None:
    for name in set(gnugo_py.__all__) - {"__version__"}:
        assert types_named_in(getattr(gnugo_py, name)) <= set(gnugo_py.__all__), name


@cache
def package_classes() -> set[str]:
    """Return the names of the classes of the package."""
    found = set()
    for file in PACKAGE.rglob("*.py"):
        found |= set(re.findall(r"^class (\w+)", file.read_text(encoding="utf-8"), re.MULTILINE))
    return found


def test_no_public_name_equals_a_subpackage_name() -> None:
    """Importing a subpackage would replace a public object of the same name."""
    assert not {path.name for path in PACKAGE.iterdir()} & set(gnugo_py.__all__)


def test_nothing_is_loaded_until_it_is_used() -> None:
    shown = "import sys, gnugo_py; print([name for name in sys.modules if name.startswith('gnugo_py.')])"
    done = subprocess.run([sys.executable, "-c", shown], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'Goban'"):
        _ = gnugo_py.Goban  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    "text", ["E5 E6", "", "Z9", "I5", "E0", "E10", "5", "black E5", "\0", "E5\n\nE5", "d1-d7/g7"]
)
def test_play_refuses_text_that_is_not_a_move(text: str) -> None:
    with pytest.raises(UserError):
        GoPosition.start(9, "japanese").play(text)


def test_play_checks_text_and_moves_for_legality() -> None:
    position = GoPosition.start(9, "japanese").play("e5")
    with pytest.raises(IllegalMove, match="there is a stone"):
        position.play("E5")
    with pytest.raises(IllegalMove, match="there is a stone"):
        position.play(Play((44,)))


def test_an_incomplete_text_move_is_illegal() -> None:
    with pytest.raises(IllegalMove, match="that move is incomplete; write all its points, as in d1-d7/g7"):
        AmazonsPosition.start(6).play("b1-b4")


def test_a_resignation_ends_the_game() -> None:
    ended = GoPosition.start(9, "japanese").play("resign")
    assert ended.is_over
    outcome = ended.outcome()
    assert outcome is not None
    assert (outcome.winner, outcome.reason) == (Color.WHITE, "resignation")
    with pytest.raises(IllegalMove, match="the game is over"):
        ended.play("E5")


def test_an_unfinished_game_has_no_outcome() -> None:
    assert GoPosition.start(9, "japanese").play("pass").outcome() is None
    assert TANBO.start({}).outcome_without_count is None


def test_unknown_rules_are_reported() -> None:
    with pytest.raises(UserError, match="no rules named 'korean'; choose from"):
        GoPosition.start(9, "korean")


@given(st.lists(st.integers(0, 10**6), max_size=30), st.sampled_from([2, 5, 9, 25]))
def test_a_move_that_is_written_is_read_back(choosers: list[int], size: int) -> None:
    position = GoPosition.start(size, "chinese")
    for chooser in choosers:
        legal = [*position.legal_moves(), PASS]
        move = legal[chooser % len(legal)]
        if position.is_over:
            break
        assert position.parse_move(position.format_move(move)) == move
        assert position.play(position.format_move(move)) == position.play(move)
        position = position.play_unchecked(move)


def test_a_loop_between_two_players_needs_no_cast() -> None:
    """The types are checked by mypy."""
    engine = gnugo_py.classic_engine(seed=1)
    position, memory = GoPosition.start(9, "chinese"), engine.initial_memory()
    while position.move_number < 4:
        decision = engine.choose(position, memory)
        position, memory = position.play_unchecked(decision.move), decision.memory
    assert memory != engine.initial_memory()
    assert SearchEngine(HEX, level=1).choose(HexPosition.start(5, "free"), None).memory is None


class FirstMove(gnugo_py.Engine):
    """An engine that defines only `choose`."""

    def choose(self, position: Position, memory: object = None) -> Decision[Any]:
        return Decision(position.legal_moves()[0])


def test_an_engine_needs_only_choose() -> None:
    engine, start = FirstMove(), HexPosition.start(5, "free")
    tree = new_game(start, {Color.BLACK: engine})
    decision = choose_move(tree.root, engine)
    node = play_decision(Cursor(tree), engine, decision)
    assert parse_game(tree.write()).root.value("PB") == "FirstMove"
    assert node.move == start.parse_move("a1")
    assert (engine.explain(start, decision), engine.decision_marks(start, decision)) == ((), ())


def test_an_engine_that_cannot_analyze_says_so() -> None:
    with pytest.raises(EngineError, match="FirstMove cannot analyze positions"):
        FirstMove().analyze(HexPosition.start(5, "free"))


def test_an_analysis_takes_visits_or_seconds() -> None:
    engine, start = SearchEngine(GO, 1), GoPosition.start(9, "chinese")
    assert engine.analyze(start).visits < 30 < engine.analyze(start, visits=40).visits <= 40
    began = time.monotonic()
    assert engine.analyze(start, seconds=0.2).candidates
    assert time.monotonic() - began < 10
    assert SearchEngine(HEX, 9).analyze(HexPosition.start(5, "free")).candidates


def test_a_memory_of_none_is_the_initial_memory() -> None:
    engine, start = gnugo_py.classic_engine(seed=1), GoPosition.start(9, "chinese")
    assert engine.choose(start) == engine.choose(start, engine.initial_memory())


def test_a_gtp_engine_is_stopped_at_the_end_of_its_with_block() -> None:
    with gnugo_py.GtpEngine(f'"{sys.executable}" -m gnugo_py gtp --seed 1', GO) as engine:
        process = engine._sync_with_process().engine._process
        assert process.status() is None
    assert process.status() is not None


@pytest.mark.parametrize("text", ["(;CA[GB2312]SZ[9]PB[张三 é];B[ee])", "\ufeff(;SZ[9]PB[张三 é];B[ee])"])
def test_a_game_is_read_from_text_whatever_encoding_it_names(text: str) -> None:
    tree = parse_game(text)
    assert (tree.names[Color.BLACK], tree.warnings, tree.end.number) == ("张三 é", (), 1)
    assert parse_game(tree.write()).names == tree.names


def test_all_games_of_a_file_are_read_one_after_another(tmp_path: Path) -> None:
    file = file_with(tmp_path / "games.sgf", "".join(f"(;SZ[9]PB[{n}];B[ee])\n" for n in range(300)))
    trees = list(gnugo_py.read_games(file))
    assert [tree.names[Color.BLACK] for tree in trees] == [str(n) for n in range(300)]
    assert all(tree.write().count(b"PB") == tree.end.number == 1 for tree in trees)
    assert not any(tree.warnings for tree in trees)


def test_a_game_that_is_not_valid_is_named_at_its_turn_and_the_others_are_read(tmp_path: Path) -> None:
    file = file_with(tmp_path / "games.sgf", "(;SZ[9]PB[é])(;SZ[77])(;SZ[9]PB[b])".encode("latin-1"))
    games = gnugo_py.read_games(str(file), encoding="latin-1")
    assert next(games).names[Color.BLACK] == "é"
    with pytest.raises(UserError, match=r"games\.sgf, game 2: "):
        next(games)
    assert [tree.names[Color.BLACK] for tree in games] == ["b"]
    with pytest.raises(UserError, match="no-file"):
        gnugo_py.read_games("no-file")


class StopNow(Exception):
    """What the progress of a test raises."""


@pytest.mark.parametrize("visits", [None, 2])
def test_an_analysis_reports_its_progress_and_can_be_stopped(visits: int | None) -> None:
    tree, steps = parse_game("(;SZ[5]KM[0];B[cc];W[bb])"), list[tuple[int, int]]()
    gnugo_py.analyze_game(tree, visits, progress=lambda done, total: steps.append((done, total)))
    assert steps == sorted(steps)
    assert {total for _, total in steps} == {steps[-1][0]} == {6}

    def stop(done: int, total: int) -> None:
        raise StopNow

    with pytest.raises(StopNow):
        gnugo_py.analyze_game(tree, visits, progress=stop)


def test_a_match_reports_its_progress_and_can_be_stopped_within_a_game() -> None:
    engine, start, seen = FirstMove(), HexPosition.start(3, "free"), list[tuple[int, int]]()
    games = gnugo_py.play_match(engine, engine, start, 2, progress=lambda *each: seen.append(each))
    assert len(seen) == sum(tree.end.number for tree in games) + 2
    assert (seen[0], seen[-1]) == ((0, 2), (2, 2))

    def stop(done: int, total: int) -> None:
        raise StopNow

    with pytest.raises(StopNow):
        gnugo_py.play_match(engine, engine, start, progress=stop)


def test_the_content_of_a_file_is_bytes_or_text() -> None:
    with pytest.raises(TypeError, match="content must be bytes or text; use read_game to read a path"):
        parse_game(PACKAGE)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "start", [GoPosition.start(5), HexPosition.start(4), AmazonsPosition.start(6), TANBO.start({})]
)
def test_legal_points_are_those_with_which_legal_moves_begin(start: Position) -> None:
    position = start.play(start.legal_moves()[0])
    moves = [move.points[0] for move in position.legal_moves() if isinstance(move, Play)]
    assert list(gnugo_py.iter_points(position.legal_points)) == sorted(set(moves))


def test_an_outcome_is_counted_with_the_stones_that_are_said_to_be_dead() -> None:
    start = GoPosition.start(9, "chinese")
    over = start.play("E5").play("A1").play("pass").play("pass")
    assert str(over.outcome()) == "White wins by 7.5 points."
    assert str(over.outcome(dead=1 << gnugo_py.parse_vertex("A1", 9))) == "Black wins by 73.5 points."
    assert over.without_passes().outcome() is start.outcome() is None
    assert str(start.play("resign").outcome(dead=start.stones(Color.BLACK))) == "White wins by resignation."


def test_a_loss_has_the_position_before_the_move() -> None:
    (loss,) = gnugo_py.analyze_game(parse_game("(;SZ[5]KM[0];B[cc])"))
    assert (loss.position.move_number, loss.position.format_move(loss.played)) == (0, "C3")
    assert gnugo_py.describe_mistake(loss).startswith("1 black C3: ")


def test_the_right_moves_of_a_problem_are_public() -> None:
    problem = gnugo_py.problem_of(parse_game("(;SZ[9]AB[cc](;B[aa]C[Wrong])(;B[bb]C[Correct]))"))
    assert [node.move_text for node in problem.right_answers(problem.start)] == ["B8"]
    with pytest.raises(UserError, match="there are no moves, and therefore no solution"):
        gnugo_py.problem_of(parse_game("(;SZ[9]AB[cc])"))


def test_a_position_of_a_long_game_is_copied() -> None:
    position = GoPosition.start(19, "gnugo-1.1")
    for move in range(400):
        position = position.play(
            f"{'ABCD'[move % 4]}{move // 4 % 19 + 1}" if move < 76 else "pass"
        ).without_passes()
    assert copy.deepcopy(position) == copy.copy(position) == position


def test_a_resignation_at_the_end_of_a_line_is_the_result() -> None:
    tree = gnugo_py.Tree.from_line(GoPosition.start(9, "japanese").play("E5").play("resign"))
    assert gnugo_py.parse_game(tree.write()).root.value("RE") == "B+R"


@pytest.mark.parametrize("size", [2, 9, 19, 25])
def test_a_board_that_is_drawn_is_read_back(size: int) -> None:
    position = GoPosition.start(size, "japanese").play("A1").play("B2")
    assert gnugo_py.parse_board(str(position)) == position.board


@pytest.mark.parametrize("drawn", ["", "X O", "- Y\n- -", "- - -\n- -\n- - -", "X"])
def test_an_invalid_board_is_refused(drawn: str) -> None:
    with pytest.raises(UserError):
        gnugo_py.parse_board(drawn)


def test_an_incomplete_play_is_illegal() -> None:
    start = AmazonsPosition.start(6)
    whole = start.legal_moves()[0]
    assert isinstance(whole, Play)
    with pytest.raises(IllegalMove, match="that move is incomplete"):
        start.play(Play(whole.points[:2]))


NOTHING: Any = None
NINE_AS_TEXT: Any = "9"


@pytest.mark.parametrize(
    "call",
    [
        lambda: gnugo_py.parse_vertices("1" * 50, 40),
        lambda: gnugo_py.parse_vertex("x", -(10**30)),
        lambda: gnugo_py.parse_vertex("a1", 10**6),
        lambda: gnugo_py.parse_vertex("x", 2),
        lambda: gnugo_py.parse_vertex(NOTHING, 9),
        lambda: gnugo_py.parse_vertices(NOTHING, 9),
        lambda: gnugo_py.format_vertex(3, 10**6),
        lambda: gnugo_py.format_vertex(NOTHING, 9),
        lambda: gnugo_py.GoPosition.start(9, "japanese").parse_move(NOTHING),
        lambda: gnugo_py.HexPosition.start(9, "free").parse_move(NOTHING),
        lambda: gnugo_py.HexPosition.start(10**6),
        lambda: gnugo_py.HexPosition.start(-1),
        lambda: gnugo_py.HexPosition.start(10**5000),
        lambda: gnugo_py.TanboPosition.start(10**5000),
        lambda: gnugo_py.Board.empty(-1),
        lambda: gnugo_py.Board.empty(10**5000),
        lambda: gnugo_py.AmazonsPosition.start(10**5000),
        lambda: gnugo_py.GoPosition.start(10**5000, "japanese"),
        lambda: gnugo_py.GoPosition.start(NINE_AS_TEXT, "japanese"),
        lambda: gnugo_py.Board.empty(NINE_AS_TEXT),
        lambda: gnugo_py.format_vertices(-1, 9),
        lambda: gnugo_py.format_vertex(9, 9),
        lambda: gnugo_py.format_vertex(-1, 9),
        lambda: gnugo_py.format_vertex(5000, 9),
        lambda: AmazonsPosition.start(7),
        lambda: gnugo_py.TanboPosition.start(5),
        lambda: HexPosition.start(0, "free"),
        lambda: HexPosition.start(27, "free"),
        lambda: HexPosition.start(11, "any"),
    ],
)
def test_impossible_arguments_raise_user_error_quickly(call: Callable[[], object]) -> None:
    with pytest.raises(gnugo_py.UserError):
        call()
