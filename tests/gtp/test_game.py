"""Tests of the server with a game it has no special support for: arguments, state and responses."""

from __future__ import annotations

import pytest

from gnugo_py import __version__
from gnugo_py.core.types import PASS, RESIGN, Color, Play
from gnugo_py.engines.engine import Decision
from gnugo_py.games.go.game import GO
from gnugo_py.gtp.commands import LoadsgfResult
from gnugo_py.gtp.game import GtpGame
from gnugo_py.gtp.protocol import GtpError
from tests.support.application import drawn, pairs
from tests.support.boards import move
from tests.support.scripted_engine import Scripted, pair
from tests.support.toy_server import Seeded, ToyServer
from tests.toy import PAIRS, Pairs

BLACK, WHITE = Color.BLACK, Color.WHITE


def board(server: ToyServer) -> str:
    return drawn(server.game.position.diagram())


def test_a_game_of_nobodys_begins_with_nothing_remembered() -> None:
    game = GtpGame(PAIRS, None, {"size": 3})
    assert [turn.memory for turn in game.turns] == [None]
    assert (game.last_turn.decision, game.last_turn.color, game.position) == (None, None, Pairs())


def test_the_board_is_shown_with_its_state_and_at_the_end_with_its_signs() -> None:
    server = ToyServer()
    shown = "\n  a b c\n3 O O - 3\n2 - - - 2\n1 X X - 1\n  a b c\n"
    assert server("play b a1 b1", "play w a3 b3", "showboard") == f"{shown}Black to move."
    assert server("play b c1 c2", "showboard").splitlines()[-1] == PAIRS.legend


def test_the_answer_to_a_setup_of_a_side_is_its_turn() -> None:
    server = ToyServer()
    server("gogui-setup b a1", "gogui-setup_player w")
    assert server.game.position.to_move is WHITE
    assert len(server.game.turns) == 1


def test_all_legal_moves_are_listed_for_a_side() -> None:
    moves = ToyServer()("play b a1 b1", "all_legal b").split()
    assert len(moves) == 7 * 6 * 2


def test_a_refused_command_changes_nothing() -> None:
    server = ToyServer()
    server("play b a1 b1")
    for line in ("play w b1 c1", "boardsize 9", "gg-undo 2", "gogui-setup b z9"):
        assert server(line).startswith("?")
        assert board(server) == "--- --- XX-"


def test_a_cleared_board_is_that_of_the_options() -> None:
    server = ToyServer()
    server("play b a1 b1", "clear_board")
    assert board(server) == "--- --- ---"
    assert len(server.game.turns) == 1


def test_a_player_makes_its_moves_for_either_side_and_remembers_them() -> None:
    player = Scripted(pair("a1 b1"), pair("a3 b3"))
    server = ToyServer(player)
    assert server("reg_genmove b") == "a1 b1"
    assert board(server) == "--- --- ---"
    assert server("genmove b") == "a1 b1"
    assert server("genmove b") == "a3 b3"
    assert board(server) == "XX- --- XX-"
    assert [turn.memory for turn in server.game.turns] == [0, 1, 2]
    assert player.asked == [0, 0, 1]


def test_another_programs_move_leaves_the_players_memory_alone() -> None:
    server = ToyServer(Scripted(pair("a1 b1")))
    server("genmove b", "play w a3 b3")
    assert server.game.last_turn.memory == 1
    assert server.game.last_turn.decision is None


def test_a_game_that_is_over_without_passes_is_over_for_the_player() -> None:
    server = ToyServer(Scripted())
    server("play b a1 b1", "play w a3 b3", "play b c1 c2")
    assert server("genmove w") == "? game is over"


def test_why_the_last_move_was_made_is_reported_also_after_anothers() -> None:
    server = ToyServer(Scripted(pair("a1 b1")))
    server("genmove b", "play w a3 b3")
    assert server("gomill-explain_last_move") == "Move 1 of the script.\nBlack is glad of it."


def test_the_last_move_of_several_is_explained() -> None:
    server = ToyServer(Scripted(pair("a1 b1"), pair("a3 b3")))
    assert (
        server("genmove b", "genmove w", "gomill-explain_last_move").splitlines()[0]
        == "Move 2 of the script."
    )


def test_who_played_is_known_of_sides_that_the_player_chose_for() -> None:
    server = ToyServer(Scripted(pair("a1 b1"), name="Deep Pair"))
    assert server.game.player_names() == {BLACK: "", WHITE: ""}
    server("genmove b", "play w a3 b3")
    assert server.game.player_names() == {BLACK: "Deep Pair", WHITE: ""}
    assert ToyServer().game.player_names() == {BLACK: "", WHITE: ""}


def test_the_engine_is_described_with_its_player() -> None:
    shown = ToyServer(Scripted(name="Deep Pair"))("play b a1 b1", "gomill-describe_engine")
    assert shown == f"gnugo-py {__version__}\nPairs, played by Deep Pair; Move 1"


def test_a_sequence_is_played_whole_or_not_at_all() -> None:
    server = ToyServer(game=GO, options={"size": 9})
    server("play b c3")
    assert server("gogui-play_sequence w d4 b d4") == "? illegal move"
    assert server("move_history") == "black C3"
    assert server("gogui-play_sequence w d4 b e5", "move_history") == "black E5\nwhite D4\nblack C3"


def test_a_seed_is_taken_at_once_and_the_board_stays() -> None:
    server = ToyServer(Seeded(pair("a3 b3")), new_seed=iter([11, 12]).__next__)
    assert server("get_random_seed") == "11"
    assert server("clear_board", "get_random_seed") == "12"
    server("play b a1 b1")
    assert server("set_random_seed 5", "get_random_seed") == "5"
    assert board(server) == "--- --- XX-"
    assert server.game.last_turn.memory == 0
    assert server("clear_board", "get_random_seed") == "5"


def test_a_new_seed_forgets_what_was_remembered() -> None:
    server = ToyServer(Seeded(pair("a3 b3")))
    server("genmove b", "set_random_seed 5")
    assert [turn.memory for turn in server.game.turns] == [0, 0]


def test_nobody_needs_no_seed() -> None:
    server = ToyServer(new_seed=iter([11]).__next__)
    assert server("clear_board", "set_random_seed 5", "get_random_seed") == "0"


def loaded(*moves: str, game: str = "Pairs") -> LoadsgfResult:
    """Return a game as loaded from a file."""
    session = pairs(*moves)
    return LoadsgfResult(game, [turn.position for turn in session.turns], {"size": 3, "komi": 4.5})


def test_a_game_is_loaded_with_its_moves_and_whose_turn_it_is() -> None:
    server = ToyServer(Scripted())
    server.loads["x"] = loaded("a1 b1", "a3 b3", "c2 c3")
    assert server("loadsgf x") == "white"
    assert server("move_history") == "black c2 c3\nwhite a3 b3\nblack a1 b1"
    assert [turn.memory for turn in server.game.turns] == [0] * 4
    assert server.game.options == {"size": 3, "komi": 4.5}


@pytest.mark.parametrize(("number", "left"), [(1, 0), (2, 1), (3, 2), (4, 3), (9, 3)])
def test_a_game_is_loaded_up_to_before_a_move(number: int, left: int) -> None:
    server = ToyServer()
    server.loads["x"] = loaded("a1 b1", "a3 b3", "c2 c3")
    server(f"loadsgf x {number}")
    assert len(server.game.turns) == left + 1


def test_a_game_of_another_kind_is_not_loaded() -> None:
    server = ToyServer()
    server.loads["x"] = loaded("a1 b1", game="Hex")
    server("play b c1 c2")
    assert server("loadsgf x") == "? cannot load file: it is a game of Hex, not of Pairs"
    assert board(server) == "--- --X --X"
    assert server.game.options == {}


def test_a_game_with_a_suicide_is_loaded_under_rules_that_forbid_it() -> None:
    server = ToyServer(game=GO, options={"size": 9, "rules": "japanese"})
    start = GO.start({"size": 9, "rules": "tromp-taylor"})
    suicide = (
        start.play_unchecked(move("A2", 9))
        .with_to_move(BLACK)
        .play_unchecked(move("B1", 9))
        .with_to_move(WHITE)
    )
    line = [start, start.play_unchecked(move("A2", 9)), suicide, suicide.play_unchecked(move("A1", 9))]
    server.loads["x"] = LoadsgfResult("Go", line, {"size": 9, "komi": 2.5})
    assert server("play b c3", "loadsgf x") == "black"
    assert server.game.position.diagram().rows[-2:] == ("X--------", "-X-------")


def test_a_game_is_printed_or_saved_under_a_name() -> None:
    server = ToyServer()
    assert server("play b a1 b1", "printsgf") == "(;2)"
    assert server("printsgf evening") == ""
    assert server.saved == ["evening"]
    assert server("printsgf evening") == "? cannot save file: it is there"
    assert server("printsgf full") == "? cannot save file: full: disk full"


def test_a_pass_is_allowed_where_there_are_passes_only() -> None:
    assert GtpGame(GO, None, {"size": 9}).is_legal(WHITE, PASS)
    assert not GtpGame(PAIRS, None, {}).is_legal(WHITE, PASS)


def test_after_two_passes_the_player_passes_unless_it_may_go_on() -> None:
    start = GO.with_move_limit(GO.start({"size": 9}))
    game = GtpGame(GO, Scripted(move("C3", 9)), {"size": 9})
    game.start_from(start)
    game.play(BLACK, PASS)
    game.play(WHITE, PASS)
    assert game.choose_move(BLACK).move == move("C3", 9)


def test_where_the_rules_end_the_game_the_player_passes() -> None:
    game = GtpGame(GO, Scripted(move("C3", 9)), {"size": 9})
    start = GO.start({"size": 9})
    game.start_from(start._replace(rules=start.rules._replace(move_limit=2)))
    game.play_decision(BLACK, game.choose_move(BLACK))
    game.play(WHITE, PASS)
    assert game.choose_move(BLACK) == Decision(PASS, (), 1)


def test_moves_are_taken_back_one_by_one() -> None:
    game = GtpGame(PAIRS, None, {})
    with pytest.raises(GtpError, match="cannot undo"):
        game.undo(-1)
    game.play(BLACK, pair("a1 b1"))
    game.undo(0)
    assert len(game.turns) == 2
    game.undo(1)
    assert len(game.turns) == 1


def test_a_resignation_is_written_with_its_color() -> None:
    server = ToyServer(Scripted(RESIGN))
    assert server("genmove b") == "resign"
    assert server("last_move") == "black resign"
    assert server("final_score") == "W+"


def test_a_choice_is_kept_with_the_turn_it_led_to() -> None:
    server = ToyServer(Scripted(pair("a1 b1")))
    assert server.game.last_decision() is None
    server("genmove b")
    decision = server.game.last_decision()
    assert decision is not None
    assert isinstance(decision.move, Play)
    assert (decision, decision.memory) == (server.game.last_turn.decision, 1)


def test_a_player_without_a_seed_has_number_nought() -> None:
    assert ToyServer(Scripted())("get_random_seed") == "0"


def test_the_time_it_has_used_is_reported_in_seconds() -> None:
    seconds = ToyServer()("cputime")
    assert float(seconds) >= 0
    assert len(seconds.partition(".")[2]) == 3
