"""Tests that every public function, method and constructor names the argument that has a wrong type."""

import inspect
import sys
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest

import gnugo_py
from gnugo_py import GO, Color, Cursor, Decision, GoPosition, Outcome, Rules, Tree, UserError
from gnugo_py.games.checks import _kinds

WRONG: list[Any] = [None, "x", b"x", 7, 2.5, True, [], {}, object(), int]
UNCHECKED = {
    "Analysis": "made by engines",
    "Candidate": "made by engines",
    "Reason": "made by engines",
    "Score.__new__": "made by positions",
    "Diagram.__new__": "made by positions",
    "Mark": "made by nodes and positions",
    "PositionMarks": "made by positions",
    "MoveLoss": "made by analyze_game",
    "MissedPoint": "made by analyze_game",
    "MistakeLines": "made by analyses",
    "MistakeWords": "made by engines",
    "UnconditionalLife": "made by unconditional_life",
    "GoPosition.why_illegal_point": "the searches call it",
    "Position.play_unchecked": "the games have their own",
    "Position.__init__": "made by the games",
    "Position.after": "the searches call it",
    "Position.stones": "the searches call it",
    "TanboPosition.growing_points": "the searches call it",
    "Play.of_legal": "made millions of times by lists of legal moves",
    "Board": "the searches spend most of their time in it",
    "Geometry": "made by Board alone",
    "Evaluation": "made by Network alone",
    "LineWarnings": "made by Tree alone",
    "Pattern": "made from the files of patterns",
    "PatternFiles": "made from the files of patterns",
    "ClassicMemory": "made by ClassicEngine alone",
    "Game": "there are four of them",
    "Option": "made by Game alone",
    "Choice": "made by Game alone",
    "InteractiveCount": "a protocol",
    "CountQuestion": "made by counts alone",
    "GoPosition.__init__": "made millions of times by the searches; start and from_board check",
    "HexPosition.__init__": "made by start and from_stones",
    "AmazonsPosition.__init__": "made by start",
    "TanboPosition.__init__": "made by start",
    "Node.__init__": "made by Node.add and by reading files",
    "Position.start": "the games have their own",
    "SearchEngine.describe_move": "takes the move of a stone, which the samples are not",
    "AnalysisInterruptedError.__init__": "an exception",
    "FileError.__init__": "an exception",
}
"""Public names whose arguments are not checked, and why."""
START = GoPosition.start(9)
TREE = Tree(START)
SAMPLES: dict[str, Any] = {
    "game": GO, "board": START.board, "position": START, "start": START, "end": START, "tree": TREE,
    "to_move": Color.BLACK, "color": Color.BLACK, "first": Color.BLACK, "rules": START.rules,
    "name": "aga", "text": "E5",
    "move": gnugo_py.PASS, "size": 9, "ko": "simple", "scoring": "area", "suicide": False, "node": TREE.root,
    "decision": Decision(gnugo_py.PASS), "content": b"(;SZ[9])", "path": "no-file", "points": 1, "point": 1,
    "properties": {}, "parent": None, "second": gnugo_py.classic_engine(1), "command": "gnugo",
    "stones": (1, 2),
    "first_move": "free", "winner": None, "reason": "tie", "kind": "search",
    "mark": gnugo_py.Mark("A"), "diagram": START.diagram(), "level": 3,
}  # fmt: skip
INSTANCES: dict[str, Any] = {
    "Analysis": gnugo_py.Analysis(), "ClassicEngine": gnugo_py.classic_engine(1), "Cursor": Cursor(TREE),
    "Diagram": START.diagram(), "Engine": gnugo_py.classic_engine(1), "GoPosition": START, "Node": TREE.root,
    "GtpEngine": gnugo_py.GtpEngine("gnugo", GO), "HexPosition": gnugo_py.HexPosition.start(5),
    "AmazonsPosition": gnugo_py.AmazonsPosition.start(6), "TanboPosition": gnugo_py.TanboPosition.start(9),
    "Network": gnugo_py.Network(), "Position": START, "Rules": START.rules,
    "Score": START.score(), "Tree": TREE,
    "Problem": gnugo_py.problem_of(gnugo_py.parse_game("(;SZ[9];B[aa])")),
    "SearchEngine": gnugo_py.SearchEngine(GO, 1), "TimeControl": gnugo_py.TimeControl(60),
    "EngineConfig": gnugo_py.EngineConfig("search"),
}  # fmt: skip


def entries() -> Iterator[tuple[str, Any]]:
    """Yield the public functions, methods, setters and constructors by name, also those without checks."""
    for name in sorted(set(gnugo_py.__all__) - {"__version__"}):
        value = getattr(gnugo_py, name)
        if inspect.isfunction(value):
            yield name, value
        elif isinstance(value, type):
            for word, each in vars(value).items():
                is_constructor = word == ("__new__" if hasattr(value, "_fields") else "__init__")
                if word[0] != "_" or is_constructor:
                    method = each.fset if isinstance(each, property) else getattr(each, "__func__", each)
                    if inspect.isfunction(method):
                        yield f"{name}.{word}", method


def wrong_calls() -> Iterator[tuple[str, str, Callable[[], object]]]:
    """Yield for each argument of each entry calls in which it has a wrong type: entry, argument and call."""
    for name, function in entries():
        if name in UNCHECKED or name.partition(".")[0] in UNCHECKED:
            continue
        plain = inspect.unwrap(function)
        kinds = _kinds(plain, vars(sys.modules[plain.__module__]) if plain.__module__ in sys.modules else {})
        for argument, kind in kinds.items():
            for wrong in WRONG:
                is_number = wrong is True and bool not in kind  # which Python takes for 1
                if kind and (is_number or not isinstance(wrong, kind)):
                    yield name, argument, partial(call, function, name, argument, wrong, tuple(kinds))


def call(function: Any, name: str, argument: str, wrong: object, parameters: tuple[str, ...]) -> object:
    """Call an entry with a wrong value for one argument, and with right ones for the others it needs."""
    needed = [
        each.name
        for each in inspect.signature(function).parameters.values()
        if each.default is inspect.Parameter.empty and each.name not in ("self", "cls", "_cls", argument)
    ]
    samples = SAMPLES | ({"first": SAMPLES["second"]} if name == "play_match" else {})
    given = {each: samples[each] for each in needed if each in samples} | {argument: wrong}
    owner = name.partition(".")[0]
    if parameters[:1] in (("cls",), ("_cls",)):
        return function(getattr(gnugo_py, owner), **given)
    if parameters[:1] == ("self",):
        made = object.__new__(getattr(gnugo_py, owner)) if name.endswith("__init__") else INSTANCES.get(owner)
        return function(made, **given)
    return function(**given)


CALLS = list(wrong_calls())


def test_the_arguments_of_most_entries_are_checked() -> None:
    assert len({(name, argument) for name, argument, _ in CALLS}) > 200
    names = {name for name, _ in entries()} | {name.partition(".")[0] for name, _ in entries()}
    assert {name for name in UNCHECKED if name not in names} == set()


@pytest.mark.parametrize("entry", sorted({name for name, _, _ in CALLS}))
def test_each_wrong_type_of_each_argument_is_refused_with_its_name(entry: str) -> None:
    failed = []
    for name, argument, attempt in CALLS:
        if name != entry:
            continue
        try:
            found = attempt()
            if inspect.isgenerator(found):
                next(found, None)
            failed.append(f"{argument}: accepted")
        except (TypeError, UserError) as error:
            words = (argument, "is not a move", "a place is a vertex", "is not a point")
            if not any(word in str(error) for word in words):
                failed.append(f"{argument}: {error}")
        except Exception as error:
            failed.append(f"{argument}: {type(error).__name__}: {error}")
    assert failed == []


def test_values_outside_the_board_are_refused() -> None:
    for refused in (lambda: gnugo_py.unconditional_status(START.board, 999), lambda: START.ladder(999)):
        with pytest.raises(UserError, match="not on the board"):
            refused()


def test_a_result_is_an_outcome() -> None:
    tree: Any = Tree(START)
    with pytest.raises(TypeError, match="outcome must be an Outcome or None, not str"):
        tree.result = "B+R"
    tree.result = Outcome(Color.BLACK, "resignation")
    assert tree.root.value("RE") == "B+R"


def test_rules_are_values() -> None:
    assert Rules("own", "simple", suicide=False, scoring="area").komi == 0
