"""Tests that games resumed in another process continue as if they had not been interrupted."""

import json
import random
import re
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks.replay import Game
from tests.support.golden import RECORDED_GAMES
from tests.support.paths import file_with
from tests.support.program import BLACK_ON_9X9, answers, output_of, run

LONG = [game for game in RECORDED_GAMES if len(game["events"]) > 60]
SOME = sorted(LONG, key=lambda game: len(game["events"]))[:3]


def words(game: Game, saves: Path) -> list[str]:
    color = {"b": "black", "w": "white"}[game["user"]]
    given = ["--handicap", str(game["handicap"]), "--color", color, "--seed", str(game["seed"])]
    return [*given, "--saves", str(saves)]


@pytest.mark.parametrize("game", SOME, ids=[f"seed {game['seed']}" for game in SOME])
def test_a_resumed_game_gives_the_same_answers_as_the_original(game: Game, tmp_path: Path) -> None:
    typed = [event[1] for event in game["events"] if event[0] in "ui"]
    cut = random.Random(game["seed"]).randrange(1, len(typed) - 5)
    first = run(*words(game, tmp_path), typed="\n".join(typed[:cut]) + "\n")
    shown = output_of("--resume", "--saves", str(tmp_path), typed="\n".join(typed[cut:]) + "\n")
    theirs = [event[1] for event in game["events"] if event[0] == "c"]
    ours = answers(first.stdout) + answers(shown)
    assert ours[: len(theirs)] == theirs
    refused = first.stdout.count("illegal move !") + shown.count("illegal move !")
    assert refused == sum(event[0] == "i" for event in game["events"])


def test_handicap_and_komi_are_saved_in_full_precision(tmp_path: Path) -> None:
    start = "--rules chinese --size 9 --handicap 2 --komi 6.123456789 --color black".split()
    run(*start, "--saves", str(tmp_path), typed="e3\nsave x\n")
    text = (tmp_path / "x.sgf").read_text()
    assert "KM[6.123456789]" in text
    assert "HA[2]" in text
    counted = json.loads(run("score", str(tmp_path / "x.sgf"), "--dead", "none", "--json").stdout)
    assert counted["white"] - counted["territory"]["white"] >= 2 + 6.12
    listed = json.loads(run("saves", "--saves", str(tmp_path), "--json").stdout)
    assert listed[0]["handicap"] == 2


def test_an_old_board_with_a_chain_without_liberties_survives_saving(tmp_path: Path) -> None:
    old = file_with(tmp_path / "gnugo.dat", "12" + "0" * 17 + "2" + "0" * 341 + "1 3 4 0 0 0 0 0 0 0 0 0 ")
    run("--load", str(old), "--saves", str(tmp_path), typed="q16\nsave x\n")
    assert run("--resume", "x", "--saves", str(tmp_path), typed="q4\n").returncode == 0
    assert run("score", str(tmp_path / "x.sgf")).returncode == 0


def test_a_bad_entry_among_the_saves_does_not_stop_the_others(tmp_path: Path) -> None:
    run("--handicap", "0", "--color", "black", "--size", "9", "--saves", str(tmp_path), typed="c3\n")
    (tmp_path / "gone.sgf").symlink_to(tmp_path / "nowhere")
    done = run("saves", "--saves", str(tmp_path), "--json")
    assert (done.returncode, len(json.loads(done.stdout))) == (0, 1)
    assert run("--resume", "--saves", str(tmp_path)).returncode == 0


def test_a_comment_on_a_persons_move_is_no_explanation(tmp_path: Path) -> None:
    run("--handicap", "0", "--color", "black", "--size", "9", "--saves", str(tmp_path), typed="c3\nsave x\n")
    file = tmp_path / "x.sgf"
    file.write_text(file.read_text().replace(";B[cg]", ";B[cg]C[mine\x00\x1b]"))
    shown = output_of("--resume", "x", "--saves", str(tmp_path), typed="why 1\nwhy\n")
    assert "a person made that move." in shown
    assert "Why White played" in shown


def test_a_tampered_save_can_still_be_loaded(tmp_path: Path) -> None:
    run("--handicap", "0", "--color", "black", "--size", "9", "--saves", str(tmp_path), typed="c3\nsave x\n")
    file = tmp_path / "x.sgf"
    file.write_text(file.read_text().replace('"seed": ', '"seed": -'))
    done = run("--load", str(file), "--saves", str(tmp_path / "s"), typed="g7\n")
    assert (done.returncode, len(answers(done.stdout))) == (0, 1)


def test_a_game_is_resumed_by_name_and_listed(tmp_path: Path) -> None:
    start = ["--handicap", "2", "--color", "white", "--size", "9", "--saves", str(tmp_path)]
    run(*start, typed="e5\nsave evening\n")
    run(*start, typed="e5\nstop\ny\nstop\nstop\n")
    listed = json.loads(run("saves", "--saves", str(tmp_path), "--json").stdout)
    evening = next(game for game in listed if game["name"] == "evening")
    assert evening | {"date": ""} == {
        "name": "evening",
        "date": "",
        "size": 9,
        "black": "GNU Go 1.1",
        "white": "Human",
        "handicap": 2,
        "moves": 2,
        "finished": False,
        "result": "",
    }
    counted = next(game for game in listed if game["name"] != "evening")
    assert counted["finished"]
    assert re.fullmatch(r"[BW]\+[\d.]+", counted["result"])
    assert run("--resume", "evening", "--saves", str(tmp_path), typed="g7\n").returncode == 0
    table = run("saves", "--saves", str(tmp_path)).stdout.splitlines()
    assert table[0].split() == ["name", "game", "date", "size", "black", "white", "moves", "result"]
    assert any(line.startswith("evening") and line.endswith("unfinished") for line in table)


def test_missing_saved_games_are_reported(tmp_path: Path) -> None:
    listed = run("saves", "--saves", str(tmp_path / "none"))
    assert (listed.stdout, listed.returncode) == ("", 0)
    assert "No saved games in" in listed.stderr
    assert run("saves", "--saves", str(tmp_path), "--json").stdout == "[]\n"
    resumed = run("--resume", "--saves", str(tmp_path))
    assert resumed.returncode == 2
    assert "no unfinished game in" in resumed.stderr
    named = run("--resume", "nothing", "--saves", str(tmp_path))
    assert (named.returncode, "no such file" in named.stderr) == (2, True)
    outside = run("--resume", "../x", "--saves", str(tmp_path))
    assert (outside.returncode, "a name consists of up" in outside.stderr) == (2, True)


def test_a_broken_file_among_the_saves_is_reported_and_the_others_listed(tmp_path: Path) -> None:
    run("--handicap", "0", "--color", "black", "--size", "9", "--saves", str(tmp_path), typed="c3\n")
    (tmp_path / "broken.sgf").write_text("(;SZ[9]")
    done = run("saves", "--saves", str(tmp_path), "--json")
    assert len(json.loads(done.stdout)) == 1
    assert "broken.sgf: the SGF ends before" in done.stderr
    assert done.returncode == 0


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"memory": {"White": ', '"memory": {"White": 7, "": '),
        ('"players": {', '"players": {"Black": 7, '),
        ('"seed": ', '"seed": -'),
        ('"player": "classic"', '"player": "other"'),
        ('"memory": {', '"memory": 1, "dreams": {'),
        ("GNUGOPY[", "GNUGOPY[{"),
        ('"memory": {', '"memory": {"White": [1, [\\], false, 0\\], "Black": '),
        ('"memory": {', '"memory": [true\\], "": {'),
        ('"patterns": null', '"patterns": "/tmp/a\\\\u0000b"'),
        ('"patterns": null', '"patterns": "\\\\\\\\\\\\\\\\host\\\\\\\\share"'),
        ('"patterns": null', '"patterns": "//host/share"'),
        ('"patterns": null', '"patterns": "patterns"'),
        ('"now": 2', '"now": 2, "settling": {"proposed": 1, "answers": [\\]}'),
        ('"now": 2', '"now": 2, "settling": {"proposed": true, "answers": [9\\]}'),
        ('"now": 2', '"now": 2, "settling": {"proposed": true, "answers": [1.5\\]}'),
    ],
)
def test_a_tampered_save_is_reported_in_one_line_with_the_remedy(old: str, new: str, tmp_path: Path) -> None:
    run("--handicap", "0", "--color", "black", "--size", "9", "--saves", str(tmp_path), typed="c3\nsave x\n")
    file = tmp_path / "x.sgf"
    content = file.read_text()
    assert old in content
    file.write_text(content.replace(old, new))
    done = run("--resume", "x", "--saves", str(tmp_path))
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert "--load" in done.stderr
    assert file.read_text() == content.replace(old, new)


def test_a_game_cannot_be_opened_by_two_processes(tmp_path: Path) -> None:
    run("--handicap", "0", "--color", "black", "--size", "9", "--saves", str(tmp_path), typed="c3\nsave x\n")
    command = [sys.executable, "-m", "gnugo_py", "--resume", "x", "--saves", str(tmp_path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as first:
        assert first.stdout is not None
        first.stdout.readline()
        second = run("--resume", "x", "--saves", str(tmp_path))
        assert second.returncode == 2
        assert "this game is open in another window; close" in second.stderr
        first.communicate("", timeout=20)
    assert run("--resume", "x", "--saves", str(tmp_path)).returncode == 0


def test_a_game_from_another_program_can_be_loaded_and_continued(tmp_path: Path) -> None:
    foreign = file_with(
        tmp_path / "foreign.sgf", "(;GM[1]SZ[9]RU[Chinese]KM[5.5]AB[cc]AW[gg];B[ee];W[ce](;B[ec])(;B[gc]))"
    )
    before = foreign.read_bytes()
    shown = output_of(
        "--load", str(foreign), "--color", "white", "--saves", str(tmp_path / "s"), typed="g7\n"
    )
    assert "illegal" not in shown
    assert len(answers(shown)) == 1
    assert foreign.read_bytes() == before
    (saved,) = json.loads(run("saves", "--saves", str(tmp_path / "s"), "--json").stdout)
    assert (saved["moves"], saved["size"]) == (5, 9)
    kept = next((tmp_path / "s").glob("*.sgf")).read_text()
    assert "RU[chinese]KM[5.5]" in kept


def test_a_gnugo_dat_file_is_loaded_and_kept(tmp_path: Path) -> None:
    board = "0" * 60 + "2" + "0" * 299 + "1"
    old = file_with(tmp_path / "gnugo.dat", f"{board}1 3 4 0 0 0 0 1 1 1 1 1 ")
    shown = output_of("--load", str(old), "--seed", "1", "--saves", str(tmp_path / "s"), typed="q16\n")
    assert "Black has captured 3, White 4." in shown
    assert answers(shown) == ["K16"]
    assert old.exists()


def test_ignored_options_are_listed_when_a_game_is_resumed(tmp_path: Path) -> None:
    run("--handicap", "0", "--color", "black", "--size", "9", "--saves", str(tmp_path), typed="c3\n")
    done = run("--resume", "--size", "19", "--komi", "5", "--saves", str(tmp_path), typed="g7\n")
    assert done.returncode == 0
    assert done.stderr == "gnugo-py: ignored, because the game keeps its own settings: --size --komi\n"


def saved(folder: Path, typed: str = "c3\nsave x\n", *words: str) -> Path:
    run(*BLACK_ON_9X9, *words, "--saves", str(folder), typed=typed)
    return folder / "x.sgf"


def listed(folder: Path) -> dict[str, dict[str, object]]:
    return {each["name"]: each for each in json.loads(run("saves", "--saves", str(folder), "--json").stdout)}


def test_moves_appended_by_another_program_are_kept_and_continued(tmp_path: Path) -> None:
    file = saved(tmp_path)
    file.write_text(file.read_text().rstrip()[:-1] + ";B[aa]C[my analysis];W[ab];B[ba])")
    assert listed(tmp_path)["x"]["moves"] == 5
    assert run("score", str(file), "--dead", "none").stdout.splitlines()[1].startswith("9 X X")
    done = run("--resume", "x", "--saves", str(tmp_path), typed="quit\n")
    assert done.stdout.splitlines()[1].startswith("9 X X")
    assert ";B[aa]C[my analysis]" in file.read_text()
    assert [path.name for path in tmp_path.glob("*.sgf")] == ["x.sgf"]


def test_a_resumed_copy_of_a_loaded_game_keeps_its_file_and_player_names(tmp_path: Path) -> None:
    (tmp_path / "f.sgf").write_text("(;GM[1]FF[4]SZ[9]PB[Lee]PW[Kim];B[cc];W[gg])")
    saves = tmp_path / "s"
    run("--load", str(tmp_path / "f.sgf"), "--opponent", "human", "--saves", str(saves), typed="e5\nsave x\n")
    run("--resume", "x", "--saves", str(saves), typed="a1\n")
    assert [path.name for path in saves.glob("*.sgf")] == ["x.sgf"]
    assert "PB[Lee]PW[Kim]" in (saves / "x.sgf").read_text()


def test_the_score_of_a_game_without_moves_is_saved(tmp_path: Path) -> None:
    (tmp_path / "f.sgf").write_text("(;SZ[9]AB[ee][ed]AW[aa])")
    saves = tmp_path / "s"
    run(
        "--load",
        str(tmp_path / "f.sgf"),
        "--saves",
        str(saves),
        "--opponent",
        "human",
        typed="stop\ny\nstop\nstop\n",
    )
    (game,) = listed(saves).values()
    assert game["finished"]


FORGED = (
    '(;GM[11]SZ[5]GNUGOPY[{{"players": {{{}}}, "memories": [\\], "now": 1, "moves": 1,'
    ' "settling": {}}}];B[a1])'
)


@pytest.mark.parametrize(
    ("players", "settling"),
    [
        ('"White": {"player": "classic", "seed": 3, "patterns": null}', "null"),
        ('"White": {"player": "search", "level": 99, "seed": 1}', "null"),
        ('"White": {"player": "search", "level": true, "seed": 1}', "null"),
        ('"White": {"player": "search", "level": 3, "seed": -1}', "null"),
        ("", '{"proposed": true, "answers": [\\]}'),
    ],
)
def test_a_forged_save_is_refused_in_one_line(players: str, settling: str, tmp_path: Path) -> None:
    (tmp_path / "forged.sgf").write_text(FORGED.format(players, settling))
    done = run("--resume", "forged", "--plain", "--saves", str(tmp_path), typed="")
    assert done.returncode == 2
    assert "internal error" not in done.stderr
    assert done.stderr.count("\n") == 1


def test_the_time_option_still_applies_after_resuming(tmp_path: Path) -> None:
    words = ("--game", "amazons", "--size", "6", "--level", "9", "--time", "1", "--plain", "--new")
    run("play", *words, "--saves", str(tmp_path), typed="save x\nquit\n")
    assert '"seconds": 1' in (tmp_path / "x.sgf").read_text()
    done = run("--resume", "x", "--plain", "--saves", str(tmp_path), typed="b1-b3/b2\nwhy\nquit\n")
    evaluated = re.search(r"([\d,]+) positions evaluated", done.stdout)
    assert evaluated is not None
    assert int(evaluated[1].replace(",", "")) < 200_000


def test_an_invalid_time_in_a_saved_game_is_reported(tmp_path: Path) -> None:
    words = ("--game", "hex", "--size", "5", "--level", "1", "--time", "9", "--color", "black", "--plain")
    run("play", *words, "--saves", str(tmp_path), typed="c2\nsave x\nquit\n")
    file = tmp_path / "x.sgf"
    for seconds in ("-1", "1.5", "99999999", "true", '"long"'):
        file.write_text(file.read_text().replace('"seconds": 9', f'"seconds": {seconds}'))
        done = run("--resume", "x", "--plain", "--saves", str(tmp_path), typed="quit\n")
        assert (done.returncode, done.stderr.count("\n")) == (2, 1)
        assert "the engine settings of this game are" in done.stderr
        file.write_text(file.read_text().replace(f'"seconds": {seconds}', '"seconds": 9'))
