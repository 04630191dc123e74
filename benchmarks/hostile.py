"""Robustness against hostile input: `python -m benchmarks.hostile [LINES] [SEED] [PART ...]`.

Sends LINES random lines (default 100,000) to the GTP server and to the plain interface.  Both must answer all
of them without a traceback and without writing control characters.  Then pastes random bytes into the screen,
measures the additional memory that very long lines, responses, comments and names take, the CPU time of a key
beside a comment of 3 MB, and the time of listing 300 games.  PART is lines, pastes, floods, comment or
listing (default: all).
"""

from __future__ import annotations

import os
import random
import re
import shlex
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pexpect

PROGRAM = [sys.executable, "-m", "gnugo_py"]
ON_9X9 = ["--size", "9", "--handicap", "0", "--color", "black"]
CONTROL = re.compile(rb"[\x00-\x09\x0b-\x1f\x7f]|\xc2[\x80-\x9f]")
MIB = 1024
GTP_WORDS = """play genmove boardsize clear_board komi undo gg-undo loadsgf printsgf set_free_handicap
fixed_handicap final_score final_status_list showboard list_stones is_legal all_legal countlib captures
kgs-rules time_left time_settings known_command gogui-setup gogui-setup_player gogui-play_sequence
gnugopy-decision reg_genmove set_random_seed unconditional_status kgs-genmove_cleanup last_move
move_history"""
PLAIN_WORDS = "pass undo redo hint why score save load stop help y n c3 e5 play j9 a1 q16 resign?"
SPICES = r"""b w black white pass D4 Q16 A1 T19 -1 0 9 13 19 1e9 99999999999 nan inf ../x /etc/passwd
\ %s ' " ; #"""


def line(rng: random.Random, known: str) -> bytes:
    """Return a random line of hostile input."""
    words = known.split()
    kind = rng.randrange(10)
    if kind == 0:
        return bytes(rng.randrange(256) for _ in range(rng.randrange(60))).replace(b"\n", b"")
    if kind == 1:
        return rng.choice(words).encode() + b" " + b"x" * rng.choice([100, 1001, 70_000])
    if kind == 2:
        return "".join(chr(rng.randrange(32, 0x2FFF)) for _ in range(20)).encode("utf-8", "replace")
    text = " ".join([rng.choice(words), *rng.choices([*SPICES.split(), "\x1b[2J"], k=rng.randrange(4))])
    return (f"{rng.randrange(10**6)} {text}" if kind == 3 else text).encode()


def fed(words: list[str], lines: list[bytes]) -> subprocess.CompletedProcess[bytes]:
    """Run the program with some lines of input and return its result."""
    return subprocess.run(
        [*PROGRAM, *words], input=b"\n".join(lines) + b"\n", capture_output=True, check=False
    )


def check_lines(number: int, seed: int, folder: Path) -> None:
    """Send hostile lines to the GTP server and to the plain interface, and check their output."""
    rng = random.Random(seed)
    gtp = [line(rng, GTP_WORDS) for _ in range(number // 2)]
    gtp = [each for each in gtp if b"quit" not in each]
    done = fed(["gtp", "--saves", str(folder), "--seed", "1"], gtp)
    wanted = sum(
        1 for each in gtp if re.sub(rb"[\x00-\x08\x0b-\x1f\x7f]", b"", each).partition(b"#")[0].strip()
    )
    found = len(re.findall(rb"^[=?]", done.stdout, re.MULTILINE))
    faults = done.stderr.count(b"Traceback") + done.stdout.count(b"internal error")
    print(f"gtp: {len(gtp)} lines, {found} responses to {wanted} commands, {faults} faults")
    if faults or done.returncode or CONTROL.search(done.stdout):
        raise SystemExit(f"failed: {done.stderr[-300:]!r}")
    plain = [line(rng, PLAIN_WORDS) for _ in range(number // 2)]
    bad = 0
    for start in range(0, len(plain), 500):
        words = [*ON_9X9, "--saves", str(folder), "--seed", "1"]
        done = fed(words, plain[start : start + 500])
        bad += done.returncode != 0 or b"Traceback" in done.stderr or bool(CONTROL.search(done.stdout))
        if bad:
            raise SystemExit(f"failed: {done.stderr[-300:]!r} {CONTROL.search(done.stdout)}")
    print(f"plain: {len(plain)} lines in games of 500 lines, no failures")


def peak(words: list[str], feed: str | None = None) -> int:
    """Return the peak memory of the program in MiB. `feed` is a command whose output becomes its input."""
    script = (
        "import os, sys\n"
        "child = os.spawnvp(os.P_NOWAIT, 'bash', ['bash', '-c', sys.argv[1]])\n"
        "print(os.wait4(child, 0)[2].ru_maxrss)\n"
    )
    line = shlex.join([*PROGRAM, *words])
    command = f"{feed} | {line} >/dev/null 2>&1" if feed else f"exec {line} >/dev/null 2>&1"
    done = subprocess.run(
        [sys.executable, "-c", script, command],
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        check=True,
    )
    return int(done.stdout.split()[-1]) // MIB


def engine(folder: Path, answer: str) -> str:
    """Return the command of a GTP engine that answers `name` with a bytes expression, repeated 58 times."""
    file = folder / "flood.py"
    file.write_text(
        "import sys\n"
        "for line in sys.stdin.buffer:\n"
        "    sys.stdout.buffer.write(b'= ')\n"
        f"    for _ in range(58 if line == b'name\\n' else 0): sys.stdout.buffer.write({answer})\n"
        "    sys.stdout.buffer.write(b'\\n\\n')\n"
        "    sys.stdout.flush()\n"
    )
    return shlex.join([sys.executable, str(file)])


def floods(folder: Path) -> None:
    """Measure the additional memory that very long input takes."""
    saves = folder / "saves"
    saves.mkdir()
    here = ["--saves", str(saves)]
    idle = {"gtp": peak(["gtp"]), "play": peak([*ON_9X9, *here]), "saves": peak(["saves", *here])}
    many = "import sys\nfor _ in range(100): sys.stdout.write('x' * 1_000_000)\nprint()\nprint('name')"
    hundred = shlex.join([sys.executable, "-c", many])
    print(f"gtp, line of 100 MB: {peak(['gtp'], hundred) - idle['gtp']} MiB more")
    print(f"plain, line of 100 MB: {peak([*ON_9X9, *here], hundred) - idle['play']} MiB more")
    for what, answer in (
        ("name of 58 MB in one line", "b'x' * 1_000_000"),
        ("name of 58 MB in many lines", "b'wide \\xe5\\x9b\\xb2 line\\n' * 70_000"),
    ):
        words = ["--opponent", engine(folder, answer), *ON_9X9, *here]
        print(f"engine, {what}: {peak(words) - idle['play']} MiB more")
    noisy = [sys.executable, "-c", "import sys\nwhile True: sys.stderr.write('x' * 1_000_000)"]
    words = ["--opponent", shlex.join(noisy), *ON_9X9, *here]
    print(f"engine, endless stderr without line breaks: {peak(words) - idle['play']} MiB more")
    name = "n" * 1_300_000
    for number in range(300):
        (saves / f"{number}.sgf").write_text(f"(;SZ[9]PB[{name}]PW[{name}]DT[{name}];B[ee])")
    print(f"saves, 300 games with names of 1.3 MB: {peak(['saves', *here]) - idle['saves']} MiB more")


def key_with_a_long_comment(folder: Path) -> None:
    """Measure the CPU time of a key press while a comment of 3 MB is shown."""
    saves = folder / "comment"
    words = [*ON_9X9, "--saves", str(saves)]
    subprocess.run([*PROGRAM, *words], input=b"c3\nsave x\n", capture_output=True, check=True)
    file = saves / "x.sgf"
    comment = "word " * 600_000
    file.write_text(re.sub(r"(;W\[..\])C\[(?:[^\]\\]|\\.)*\]", rf"\1C[{comment}]", file.read_text()))
    game = pexpect.spawn(
        PROGRAM[0], [*PROGRAM[1:], "--resume", "x", "--saves", str(saves)], env=os.environ | {"TERM": "linux"}
    )
    game.expect("your move")
    time.sleep(1)

    def used() -> float:
        fields = Path(f"/proc/{game.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    before, keys = used(), 100
    for _ in range(keys):
        game.send("l")
        try:
            game.read_nonblocking(65536, timeout=0.05)
        except pexpect.TIMEOUT:
            continue
    print(f"key press beside a comment of 3 MB: {(used() - before) / keys * 1000:.1f} ms of CPU")
    game.terminate(force=True)


def pastes(folder: Path, number: int, seed: int) -> None:
    """Paste random bytes into a screen; it must keep working and execute nothing."""
    rng = random.Random(seed)
    child = pexpect.spawn(
        PROGRAM[0],
        [*PROGRAM[1:], *ON_9X9, "--new", "--saves", str(folder / "pasted")],
        env=os.environ | {"TERM": "linux", "LANG": "C.UTF-8"},
        dimensions=(24, 80),
        timeout=60,
    )
    child.expect(r"your move\?")
    for _ in range(number):
        length = rng.choice([1, 10, 100, 5000])
        text = bytes(rng.choice(b"abcqs3 \n\r\t\x1b[~;\x00\x7f\xc3\xa9\xff") for _ in range(length))
        text = text.replace(b"\x1b[201~", b"")
        child.send(b"\x1b[200~" + text + b"\x1b[201~")
        child.send(b"\x15")
        with suppress(pexpect.TIMEOUT):
            while True:
                child.read_nonblocking(65536, timeout=0.05)
    child.send(b"\x1b\x15e5\r")
    child.expect("my move: ")
    (saved,) = (folder / "pasted").glob("*.sgf")
    if saved.read_bytes().count(b"\n;") != 2:
        sys.exit("a pasted line was executed")
    child.close(force=True)
    print(f"{number} pastes: none executed, the screen still responds")


def listing(folder: Path) -> None:
    """Measure the CPU time of listing 300 games with many moves."""
    saves = folder / "many"
    moves = "".join(f"{column}{row}\n" for column in "ABCDEFGHJKLMNOPQRST" for row in range(1, 20, 2))
    words = ["--handicap", "0", "--color", "black", "--saves", str(saves)]
    subprocess.run([*PROGRAM, *words], input=moves.encode(), capture_output=True, check=True)
    (file,) = saves.glob("*.sgf")
    for number in range(300):
        (saves / f"g{number}.sgf").write_bytes(file.read_bytes())
    for command in (["saves"], ["--resume"]):
        before = os.times()
        subprocess.run(
            [*PROGRAM, *command, "--saves", str(saves)], input=b"", capture_output=True, check=True
        )
        after = os.times()
        seconds = after.children_user + after.children_system - before.children_user - before.children_system
        number = len(re.findall(b";[BW]", file.read_bytes()))
        print(f"{' '.join(command)} with 300 games of {number} moves: {seconds:.2f} s of CPU")


def main() -> None:
    """Run all parts and print the results."""
    number = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    with tempfile.TemporaryDirectory() as name:
        os.environ["GNUGO_PY_CONFIG"] = name
        folder = Path(name)
        parts: dict[str, Callable[[], None]] = {
            "lines": lambda: check_lines(number, seed, folder / "fed"),
            "pastes": lambda: pastes(folder, min(number, 1000), seed),
            "floods": lambda: floods(folder),
            "comment": lambda: key_with_a_long_comment(folder),
            "listing": lambda: listing(folder),
        }
        for part in sys.argv[3:] or parts:
            parts[part]()


if __name__ == "__main__":
    main()
