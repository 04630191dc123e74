"""What servers and graphical programs send besides the contract: KGS, CGOS, gomill, GNU Go's own users."""

import pytest

from tests.gtp.test_commands import Server, gtp

__all__ = ["gtp"]


@pytest.mark.parametrize(
    ("commands", "answer"),
    [
        (["boardsize 9", "query_boardsize"], "9"),
        (["kgs-time_settings none"], ""),
        (["kgs-time_settings absolute 600"], ""),
        (["kgs-time_settings byoyomi 600 30 5"], ""),
        (["kgs-time_settings canadian 600 300 25"], ""),
        (["kgs-time_settings"], "? syntax error"),
        (["kgs-time_settings absolute"], "? syntax error"),
        (["kgs-time_settings absolute soon"], "? syntax error"),
        (["kgs-time_settings hourglass 5"], "? syntax error"),
        (["kgs-game_over"], ""),
        (["kgs-chat game somebody hello there, are you a bot?"], "I am a program (GNU Go 1.1) and cannot"),
        (["kgs-chat private somebody"], "I am a program"),
        (["kgs-chat"], "? syntax error"),
        (["kgs-chat shout somebody hello"], "? syntax error"),
        (["level 10"], ""),
        (["level"], "? syntax error"),
        (["level high"], "? syntax error"),
        (["boardsize 9", "play b d4", "play w d5", "final_status d4"], ""),
        (["boardsize 9", "final_status e5"], "dame"),
        (["final_status"], "? syntax error"),
        (["final_status i9"], "? syntax error"),
        (["boardsize 9", "estimate_score"], "W+"),
    ],
)
def test_it_answers(commands: list[str], answer: str, gtp: Server) -> None:
    assert gtp(*commands).startswith(answer)
    assert not gtp.faults


def test_help_lists_what_list_commands_does(gtp: Server) -> None:
    assert gtp("help") == gtp("list_commands")


def test_the_time_it_took_is_seconds(gtp: Server) -> None:
    assert 0 < float(gtp("gomill-cpu_time")) < 10_000


def test_a_genmove_with_words_of_gomills_makes_a_move(gtp: Server) -> None:
    assert gtp("boardsize 9", "clear_board", "gomill-genmove_ex b claim") != ""
    assert gtp("last_move").startswith("black ")


def test_the_status_of_a_settled_board(gtp: Server) -> None:
    wall = [f"play b d{row}" for row in range(1, 10)] + [f"play w f{row}" for row in range(1, 10)]
    assert gtp("boardsize 9", *wall, "play w b2", "final_status b2") == "dead"
    assert gtp("final_status d4") == "alive"
    assert gtp("final_status a1") == "black_territory"
    assert gtp("final_status j9") == "white_territory"
    assert gtp("final_status e5") == "dame"
