"""Tests of games that are fetched from an address which a person names."""

import socket
import time
from collections.abc import Iterator
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest

from gnugo_py.cli.files import download
from gnugo_py.games.types import UserError
from tests.support.program import output_of, run

GAME = b"(;GM[1]FF[4]SZ[9]KM[7]PB[Ada]PW[Bo];B[ee];W[gc])"
PLACES = {"/to-http": "http://127.0.0.1:{port}/game.sgf", "/to-a-file": "file:///etc/passwd"}


class Handler(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        if self.path in PLACES:
            self.send_response(302)
            self.send_header("Location", PLACES[self.path].format(port=self.server.server_port))  # type: ignore[attr-defined]
            self.end_headers()
        elif self.path == "/slow":
            with suppress(OSError):
                for _ in range(200):
                    self.wfile.write(b"H")
                    time.sleep(0.05)
        elif self.path == "/garbage":
            self.wfile.write(b"\xff\xff\n\n")
        elif self.path == "/missing":
            self.send_error(404)
        else:
            self.send_response(200)
            self.end_headers()
            self.wfile.write(b"<html>A page</html>" if self.path == "/page" else GAME)

    def log_message(self, *arguments: object) -> None:
        pass


@pytest.fixture(scope="module")
def site() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


@pytest.mark.parametrize("words", [[], ["review"]])
def test_a_game_at_an_address_is_reviewed(site: str, words: list[str]) -> None:
    shown = output_of(*words, f"{site}/game.sgf", "--plain", typed="end\nquit\n")
    assert "move 2 of 2" in shown


def test_a_game_at_an_address_is_saved_under_a_name(site: str) -> None:
    done = run(f"{site}/game.sgf", "--plain", typed="A1\nsave\nsave fetched\nquit\n")
    assert "the game has no file yet; type save NAME" in done.stdout
    assert "fetched.sgf" in done.stdout


def test_other_commands_read_an_address_too(site: str) -> None:
    assert "Ada" in run("analyze", f"{site}/game.sgf", "--sgf", "-").stdout


@pytest.mark.parametrize(
    ("page", "message"),
    [
        ("/to-http", "it leads to an address that is not https://"),
        ("/to-a-file", "is not allowed"),
        ("/missing", "the server answers 404"),
        ("/page", "this is a web page"),
        ("/garbage", "check the address"),
    ],
)
def test_an_address_without_a_game_is_refused_in_one_line(site: str, page: str, message: str) -> None:
    done = run("review", "--plain", f"{site}{page}")
    assert done.returncode == 2
    assert message in done.stderr
    assert f"{site}{page}: " in done.stderr
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    "address",
    [
        "http://example.com/game.sgf",
        "http://127.0.0.1@example.com/",
        "http://[x",
        "HTTP://192.168.0.1/game.sgf",
    ],
)
def test_no_other_address_is_asked(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*arguments: object) -> None:
        raise AssertionError(arguments)

    monkeypatch.setattr(socket, "getaddrinfo", refuse)
    done = run(address)
    assert done.returncode == 2
    assert f"gnugo-py: {address}: " in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_a_slow_server_is_given_up(site: str) -> None:
    began = time.monotonic()
    with pytest.raises(UserError, match="no file within 0"):
        download(f"{site}/slow", 1000, 0.5)
    assert time.monotonic() - began < 5


def test_no_more_than_the_limit_is_read(site: str) -> None:
    assert download(f"{site}/game.sgf", 4) == GAME[:5]


def test_a_closed_port_is_reported() -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        address = f"http://127.0.0.1:{unused.getsockname()[1]}/"
        with pytest.raises(UserError, match=r"/: [^\[]*; check the address and the connection"):
            download(address, 1000)
