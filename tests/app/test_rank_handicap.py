"""Tests of the fair handicap and komi for two ranks."""

import pytest

from gnugo_py.app.new_game_form import FairHandicap, NewGameForm, fair_handicap, rank_number
from gnugo_py.core.types import Color


@pytest.mark.parametrize(("rank", "number"), [("20k", -19), ("1 kyu", 0), ("1d", 1), ("2 dan", 2)])
def test_ranks_are_numbers(rank: str, number: int) -> None:
    assert rank_number(rank) == number


@pytest.mark.parametrize(
    ("person", "opponent", "size", "game"),
    [
        ("15k", "15 kyu", 19, FairHandicap(Color.BLACK)),
        ("15k", "14 kyu", 19, FairHandicap(Color.BLACK, 0, 0.5)),
        ("15k", "12 kyu", 19, FairHandicap(Color.BLACK, 3)),
        ("20k", "2 dan", 19, FairHandicap(Color.BLACK, 9)),
        ("1k", "1 dan", 19, FairHandicap(Color.BLACK, 0, 0.5)),
        ("2d", "20 kyu", 9, FairHandicap(Color.WHITE, 4)),
        ("15k", "12 kyu", 9, FairHandicap(Color.BLACK, 0, 0.5)),
        ("15k", "13 kyu", 9, FairHandicap(Color.BLACK)),
        ("15k", "8 kyu", 13, FairHandicap(Color.BLACK, 3)),
    ],
)
def test_the_weaker_player_has_black_and_stones(
    person: str, opponent: str, size: int, game: FairHandicap
) -> None:
    assert fair_handicap(person, opponent, size, 9) == game


def test_the_form_proposes_it_for_the_chosen_level() -> None:
    form = NewGameForm("go", (), rank="15k")
    fields = form.fields({}, ())({"opponent": "search:4", "size": 19})
    chosen = {each.option: each.choices[each.default][1] for each in fields}
    assert (chosen["side"], chosen["handicap"], chosen["komi"]) == (Color.BLACK, 3, None)


def test_the_form_asks_for_the_rank_once_and_only_in_go() -> None:
    form = NewGameForm("go", (), asks_rank=True)
    assert "rank" in [each.option for each in form.fields({}, ())({})]
    assert "rank" not in [each.option for each in form.fields({}, ())({"game": "hex"})]
    assert "rank" not in [each.option for each in form._replace(asks_rank=False).fields({}, ())({})]


def test_a_rank_chosen_in_the_form_counts_at_once() -> None:
    fields = NewGameForm("go", (), asks_rank=True).fields({}, ())
    chosen = fields({"opponent": "search:9", "size": 9, "rank": "20k"})
    assert {each.option: each.choices[each.default][1] for each in chosen}["handicap"] == 4
