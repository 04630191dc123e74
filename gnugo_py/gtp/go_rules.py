"""Rules of Go in the form of KataGo: a JSON object with its names, or the name of a set of rules."""

from __future__ import annotations

import json
from collections.abc import Mapping

from gnugo_py.core.text import truncate
from gnugo_py.games.go.rules import Rules
from gnugo_py.gtp.protocol import GtpError

_NAMES = {
    **{name: name for name in ("japanese", "chinese", "aga", "tromp-taylor")},
    "korean": "japanese",
    "chinese-ogs": "chinese",
    "chinese-kgs": "chinese",
    "bga": "aga",
    "new-zealand": "tromp-taylor",
}
_KO_RULES = ("SIMPLE", "POSITIONAL", "SITUATIONAL")
_BONUSES = {"0": "tromp-taylor", "N": "chinese", "N-1": "aga"}
"""The sets of rules with area scoring, by White's bonus for Black's handicap stones."""
_DEFAULTS: Mapping[str, object] = {
    "friendlyPassOk": False,
    "hasButton": False,
    "ko": "POSITIONAL",
    "scoring": "AREA",
    "suicide": True,
    "tax": None,
    "whiteHandicapBonus": "0",
}
"""The values of the keys that an object lacks: those of Tromp-Taylor rules, with the tax of the scoring."""


def rules_to_json(rules: Rules) -> str:
    """Return rules as an object with KataGo's keys; rules that KataGo does not know get the closest value."""
    is_area = rules.scoring == "area"
    bonus = next((bonus for bonus, name in _BONUSES.items() if name == rules.name), "0")
    return json.dumps(
        {
            "friendlyPassOk": is_area and rules.name != "tromp-taylor",
            "hasButton": False,
            "ko": rules.ko.upper() if rules.ko.upper() in _KO_RULES else "SIMPLE",
            "scoring": "AREA" if is_area else "TERRITORY",
            "suicide": rules.suicide,
            "tax": "NONE" if is_area else "SEKI",
            "whiteHandicapBonus": bonus,
        },
        separators=(",", ":"),
    )


def rule_options_from_text(text: str) -> dict[str, object]:
    """Return the options of the game for rules in KataGo's form: a name, or an object in JSON.

    Raise GtpError if there are no such rules, or if this program does not support them.
    """
    if not text.startswith("{"):
        name = _NAMES.get(text.lower())
        if name is None:
            raise GtpError(f"unknown rules: {truncate(text, 40)}")
        return {"rules": name, "ko": None, "suicide": None}
    try:
        given = json.loads(text)
    except (ValueError, RecursionError):
        raise GtpError("the rules are not valid JSON") from None
    if "score" in given:
        given.setdefault("scoring", given.pop("score"))
    if (unknown := next((key for key in given if key not in _DEFAULTS), None)) is not None:
        raise GtpError(f"unknown rules option: {truncate(unknown, 40)}")
    return _options_from_object({**_DEFAULTS, **given})


def _options_from_object(rules: Mapping[str, object]) -> dict[str, object]:
    """Return the options of the game for an object that has all of KataGo's keys."""
    ko, bonus = rules["ko"], rules["whiteHandicapBonus"]
    is_area = rules["scoring"] == "AREA"
    supported = {
        "hasButton": (False,),
        "friendlyPassOk": (False, True),
        "ko": _KO_RULES,
        "scoring": ("AREA", "TERRITORY"),
        "suicide": (False, True),
        "tax": (None, "NONE" if is_area else "SEKI"),
        "whiteHandicapBonus": tuple(_BONUSES) if is_area else ("0",),
    }
    for key, values in supported.items():
        value = rules[key]
        if not isinstance(value, str | bool | None) or value not in values:
            raise GtpError(f"unsupported rules: {key} {truncate(json.dumps(value), 40)}")
    name = _BONUSES[str(bonus)] if is_area else "japanese"
    return {"rules": name, "ko": str(ko).lower(), "suicide": rules["suicide"]}
