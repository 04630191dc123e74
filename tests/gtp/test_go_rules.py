"""Tests of rules in KataGo's form, and of the network's output under the symmetries of the board."""

import json

import pytest

from gnugo_py.games.go.rules import PRESETS
from tests.support.gtp_server import ServerHere

KEYS = {"friendlyPassOk", "hasButton", "ko", "scoring", "suicide", "tax", "whiteHandicapBonus"}
JAPANESE = {
    "scoring": "TERRITORY",
    "ko": "SIMPLE",
    "suicide": False,
    "tax": "SEKI",
    "whiteHandicapBonus": "0",
}


def shown(gtp: ServerHere) -> list[str]:
    """Return the set of rules, the ko rule and whether suicide is allowed."""
    return [line.split()[-1] for line in gtp("gogui-param_rules").splitlines()[:3]]


@pytest.mark.parametrize("name", PRESETS)
def test_rules_are_returned_in_the_form_of_katago(gtp: ServerHere, name: str) -> None:
    gtp(f"gogui-param_rules rules {name}")
    rules = json.loads(gtp("kata-get-rules"))
    assert set(rules) == KEYS
    assert rules["scoring"] == ("AREA" if name in ("chinese", "aga", "tromp-taylor") else "TERRITORY")


def test_gogui_can_choose_every_rule_set(gtp: ServerHere) -> None:
    for name in PRESETS:
        gtp(f"gogui-param_rules rules {name}")
        assert shown(gtp)[0] == name


@pytest.mark.parametrize("command", ["kata-set-rules", "kgs-rules"])
def test_rule_sets_that_katago_can_describe_are_chosen_by_name(gtp: ServerHere, command: str) -> None:
    for name in PRESETS:
        answer = gtp(f"{command} {name}")
        if name in ("gnugo-1.1", "itsyourturn"):
            assert answer == f"? unknown rules: {name}"
        else:
            assert shown(gtp)[0] == name


@pytest.mark.parametrize("name", ["japanese", "chinese", "aga", "tromp-taylor"])
def test_the_rules_that_were_returned_can_be_set(gtp: ServerHere, name: str) -> None:
    gtp(f"kata-set-rules {name}")
    expected, text = shown(gtp), gtp("kata-get-rules")
    gtp("kata-set-rules korean" if name != "japanese" else "kata-set-rules aga")
    assert gtp(f"kata-set-rules {text}") == ""
    assert shown(gtp) == expected
    assert gtp("kata-get-rules") == text


@pytest.mark.parametrize(
    ("rules", "expected"),
    [
        (JAPANESE, ["japanese", "simple", "0"]),
        ({**JAPANESE, "hasButton": False, "friendlyPassOk": True}, ["japanese", "simple", "0"]),
        ({"scoring": "TERRITORY", "ko": "SITUATIONAL", "suicide": True}, ["japanese", "situational", "1"]),
        ({"score": "AREA", "whiteHandicapBonus": "N", "ko": "SIMPLE"}, ["chinese", "simple", "1"]),
        ({"whiteHandicapBonus": "N-1", "suicide": False, "tax": "NONE"}, ["aga", "positional", "0"]),
        ({}, ["tromp-taylor", "positional", "1"]),
    ],
)
def test_rules_are_set_by_their_keys(gtp: ServerHere, rules: dict[str, object], expected: list[str]) -> None:
    for separators in ((",", ":"), (", ", ": ")):
        gtp("kata-set-rules aga")
        assert gtp(f"kata-set-rules {json.dumps(rules, separators=separators)}") == ""
        assert shown(gtp) == expected


def test_the_komi_is_not_changed_by_rules(gtp: ServerHere) -> None:
    assert gtp("komi 3.5", f"kata-set-rules {json.dumps(JAPANESE)}", "get_komi") == "3.5"


@pytest.mark.parametrize(
    "text",
    [
        *("", "{", "{]", '{"ko":1}', '{"ko":"simple ko"}', '{"komi":5}', '{"suicide":1}'),
        *('{"suicide":"true"}', '{"tax":"ALL"}'),
        *('{"hasButton":true}', '{"scoring":"TERRITORY","tax":"NONE"}', '{"tax":["NONE"]}'),
        *('{"scoring":"TERRITORY","whiteHandicapBonus":"N"}', '{"ko":' + "[" * 5000, '[{"ko":"SIMPLE"}]'),
        *('{"whiteHandicapBonus":0}', '{"ko":null}', "japanese chinese"),
    ],
)
def test_rules_that_are_not_supported_are_refused(gtp: ServerHere, text: str) -> None:
    before = gtp("kata-get-rules")
    assert gtp(f"kata-set-rules {text}").startswith("?")
    assert gtp("kata-get-rules") == before


def numbers(text: str, name: str, count: int) -> list[float]:
    """Return the numbers that follow a key."""
    words = text.split()
    at = words.index(name) + 1
    return [float(word) for word in words[at : at + count]]


def test_the_network_evaluates_the_board_in_eight_symmetries(gtp: ServerHere) -> None:
    gtp("boardsize 7", "clear_board", "play b c5", "play w e5", "play b d3", "play w e3")
    raw = [gtp(f"kata-raw-nn {symmetry}") for symmetry in range(8)]
    assert [text.splitlines()[0] for text in raw] == [f"symmetry {number}" for number in range(8)]
    owners = [numbers(text, "whiteOwnership", 49) for text in raw]
    leads = [numbers(text, "whiteLead", 1)[0] for text in raw]
    assert len(set(leads)) > 1
    assert max(leads) - min(leads) < 8
    for row in owners[1:]:
        assert max(abs(one - other) for one, other in zip(row, owners[0], strict=True)) < 0.8
    policies = [numbers(text, "policy", 49) for text in raw]
    illegal = [[share != share for share in policy] for policy in policies]
    assert illegal[1:] == illegal[:-1]


def test_all_symmetries_are_listed_in_order(gtp: ServerHere) -> None:
    gtp("boardsize 5")
    assert gtp("kata-raw-nn all") == "\n".join(gtp(f"kata-raw-nn {symmetry}") for symmetry in range(8))


@pytest.mark.parametrize("words", ["", "8", "-1", "x", "0 0", "all all"])
def test_other_symmetries_are_refused(gtp: ServerHere, words: str) -> None:
    assert gtp(f"kata-raw-nn {words}").startswith("?")
