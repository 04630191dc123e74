"""Tests of `gnugo-py problems`: files and folders, lists, and files that cannot be read."""

import json
import os
from pathlib import Path

import pytest

from tests.support.paths import file_with
from tests.support.program import output_of, run

ONE = "(;GM[1]FF[4]SZ[9]GN[{}]AB[cc]AW[dd](;B[{}]C[RIGHT])(;B[ii]))"


def write(path: Path, *games: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(games))
    return path


def listed(*words: str) -> list[list[str]]:
    shown = output_of("problems", *words, "--list")
    return [line.split("\t") for line in shown.splitlines()]


def test_a_folder_is_listed_with_its_folders_in_the_order_of_names_and_numbers(tmp_path: Path) -> None:
    for name in ("p10.sgf", "p9.SGF", "a/b/p1.sgf", ".hidden/p1.sgf", "notes.txt", "p2.sgf/p3.sgf"):
        write(tmp_path / name, ONE.format(name[-5], "aa"))
    names = [os.path.relpath(row[0], tmp_path) for row in listed(str(tmp_path))]
    assert names == ["p9.SGF", "p10.sgf", os.path.join("a", "b", "p1.sgf"), os.path.join("p2.sgf", "p3.sgf")]


def test_each_position_of_a_collection_in_one_tree_is_a_problem(tmp_path: Path) -> None:
    n_problems = 300
    boards = "".join(
        f"(;AB[{'abcdefghi'[i % 9]}a]C[No. {i}](;B[cc]C[Correct.])(;B[dd]))" for i in range(n_problems)
    )
    file = write(tmp_path / "all.sgf", f"(;GM[1]SZ[9]{boards})", ONE.format("Last", "aa"))
    rows = listed(str(file))
    assert [row[1] for row in rows] == [str(number) for number in range(1, n_problems + 2)]
    shown = run("problems", str(file), "--plain", typed="c7\n").stdout
    assert "Problem 2 of 301 in all.sgf: Black to play" in shown
    assert "\nNo. 0\n" in shown
    assert "\nNo. 1\n" in shown


def test_the_list_in_json_has_the_right_moves_and_the_results(tmp_path: Path) -> None:
    file = write(tmp_path / "one.sgf", ONE.format("One", "aa"))
    run("problems", str(file), "--plain", typed="hint\nquit\n", GNUGO_PY_TODAY="2026-11-25")
    assert json.loads(run("problems", str(file), "--json").stdout) == [
        {
            "file": str(file),
            "number": 1,
            "title": "One",
            "size": 9,
            "color": "black",
            "right_by": "RIGHT",
            "right": ["A9"],
            "tried": 1,
            "solved": 0,
            "due": "2026-11-26",
        }
    ]
    assert listed(str(file))[0][-1] == "solved 0 of 1, due 2026-11-26"


def test_without_a_path_and_by_subject_the_problems_of_the_program_are_listed() -> None:
    assert len(listed()) >= 120
    assert [row[2] for row in listed("seki")] == ["Seki 1 (20k)", "Seki 2 (18k)", "Seki 3 (12k)"]


def test_shuffle_shows_all_problems_in_another_order(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("random.sample", lambda items, number: list(items)[::-1])
    file = write(tmp_path / "two.sgf", ONE.format("One", "aa"), ONE.format("Two", "bb"))
    write(tmp_path / "z.sgf", ONE.format("Three", "cb"))
    assert [row[2] for row in listed(str(tmp_path), "--shuffle")] == ["Three", "Two", "One"]
    assert [row[2] for row in listed(str(file))] == ["One", "Two"]


@pytest.mark.parametrize(
    ("name", "content", "reason"),
    [
        ("no.sgf", "hello", "this is not an SGF file"),
        ("no.sgf", "", "the file is empty"),
        ("no.sgf", "(;GM[1]SZ[9]AB[aa])", "there are no moves, and therefore no solution, in the file"),
        ("no.sgf", "(;GM[11]SZ[5];B[a1])", "problems are games of Go"),
        ("no.txt/x.txt", "", "no .sgf files in this folder"),
    ],
)
def test_a_path_without_any_problem_is_reported_in_one_line(
    name: str, content: str, reason: str, tmp_path: Path
) -> None:
    write(tmp_path / name, content)
    path = tmp_path / name.partition("/")[0]
    done = run("problems", str(path), "--plain")
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert f"{path}: " in done.stderr
    assert reason in done.stderr


def test_a_missing_path_is_reported_with_the_subjects() -> None:
    done = run("problems", "nowhere")
    assert done.returncode == 2
    assert (
        "nowhere: no such file or folder; the subjects of the problems of the program are cap" in done.stderr
    )


def test_files_that_cannot_be_read_are_skipped_and_named(tmp_path: Path) -> None:
    for number in range(5):
        write(tmp_path / f"bad{number}.sgf", "no")
    write(tmp_path / "good.sgf", ONE.format("Good", "aa"))
    shown = run("problems", str(tmp_path), "--plain", typed="a9\n").stdout
    assert f"\nSkipped: {tmp_path / 'bad0.sgf'}: this is not an SGF file" in shown
    assert "\nSkipped: 2 more problems or files.\n" in shown
    assert "correct: A9. Solved." in shown


def test_a_damaged_file_is_repaired_as_elsewhere(tmp_path: Path) -> None:
    file = write(tmp_path / "cut.sgf", ONE.format("One", "aa")[:-1])
    assert [row[2] for row in listed(str(file))] == ["One"]


def test_a_file_in_another_encoding_is_read(tmp_path: Path) -> None:
    text = "(;GM[1]SZ[9]CA[GBK]AB[cc]AW[dd]C[黑先活](;B[aa]C[正解])(;B[bb]C[失败]))(;GM[1]SZ[9]AB[ee];B[ff])"
    file = file_with(tmp_path / "gbk.sgf", text.encode("gbk"))
    assert "\n黑先活\n" in run("problems", str(file), "--plain").stdout
    file.write_bytes(text.replace("CA[GBK]", "").encode("big5", "replace"))
    assert "黑先活" in run("problems", str(file), "--plain", "--encoding", "big5").stdout


def test_a_file_is_read_only_when_its_problem_is_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[str] = []

    def read_file(path: str, max_size: int, expected: str) -> bytes:
        read.append(os.path.basename(path))
        return ONE.format("One", "aa").encode() + ONE.format("Two", "bb").replace("cc", "ee").encode()

    monkeypatch.setattr("gnugo_py.app.problem_files.read_regular_file", read_file)
    for number in range(200):
        (tmp_path / f"p{number}.sgf").touch()
    run("problems", str(tmp_path), "--plain", typed="a9\nquit\n")
    assert read == ["p0.sgf"]


@pytest.mark.skipif(os.name == "nt", reason="on Windows not everybody may make links")
def test_links_that_lead_in_a_circle_are_followed_once(tmp_path: Path) -> None:
    folder = tmp_path / "problems"
    write(folder / "deep" / "p1.sgf", ONE.format("One", "aa"))
    (folder / "deep" / "up").symlink_to(folder)
    (folder / "again").symlink_to(folder / "deep")
    (folder / "self").symlink_to(folder / "self")
    (folder / "broken.sgf").symlink_to(folder / "gone")
    done = run("problems", str(folder), "--list")
    assert done.stdout.count("\n") == 1
    assert done.stderr == f"gnugo-py: {folder / 'broken.sgf'}: no such file; check the name\n"


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may read everything")
def test_a_folder_that_cannot_be_read_is_named_and_the_others_are_read(tmp_path: Path) -> None:
    write(tmp_path / "open" / "p1.sgf", ONE.format("One", "aa"))
    closed = tmp_path / "closed"
    closed.mkdir(mode=0)
    done = run("problems", str(tmp_path), "--list")
    closed.chmod(0o700)
    assert done.stdout.count("\n") == 1
    assert f"{closed}: Permission denied; check the owner and permissions" in done.stderr


def test_a_very_deep_tree_and_a_very_wide_one_are_solved(tmp_path: Path) -> None:
    deep = ";B[aa];W[bb];B[];W[]" * 3000
    wide = "".join(f"(;B[{a}{b}];W[ii])" for a in "abcdefg" for b in "efghi") * 20
    write(tmp_path / "deep.sgf", f"(;GM[1]SZ[9]AB[cc]{deep})")
    write(tmp_path / "wide.sgf", f"(;GM[1]SZ[9]AB[hh](;B[ab]){wide})")
    shown = output_of("problems", str(tmp_path), "--plain", typed="a9\nsolution\ntree\nb3\na8\nquit\n")
    assert "correct: A9. White plays B8." in shown
    assert "correct: A8. Solved." in shown


def test_text_from_a_file_cannot_control_the_terminal(tmp_path: Path) -> None:
    file = write(
        tmp_path / "esc.sgf", "(;GM[1]SZ[9]GN[\x1b[2J]AB[cc]C[\x1b]0;x\x07Task](;B[aa]C[RIGHT\x1b[31m]))"
    )
    shown = run("problems", str(file), "--plain", typed="a9\n").stdout
    assert "\x1b" not in shown
    assert "\x1b" not in run("problems", str(file), "--list").stdout
