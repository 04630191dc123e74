"""The files that commands read and write: SGF files, saved games, pictures, web pages and standard input."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from gnugo_py.cli.options import ENCODING_OPTION, GAME_NUMBER_OPTION, PATH_TYPE
from gnugo_py.cli.output import (
    exit_on_interrupt,
    print_file_warnings,
    print_to_terminal_stderr,
    print_warning,
    write_data_to_stdout,
)
from gnugo_py.engines.classic.gnugo_dat import is_gnugo_dat
from gnugo_py.engines.engine import NetworkError
from gnugo_py.games.text import pluralize
from gnugo_py.games.types import UserError
from gnugo_py.record.encodings import convert_to_utf_8
from gnugo_py.record.sgf_parser import MAX_FILE_SIZE
from gnugo_py.record.sgf_reader import parse_game
from gnugo_py.record.tree import Tree
from gnugo_py.storage.output_files import OutputFile, OutputKind
from gnugo_py.storage.save_store import SaveStore
from gnugo_py.system.files import (
    check_folder_writable,
    is_address,
    read_regular_file,
    resolve_links,
    user_errors,
)

if TYPE_CHECKING:
    from urllib.request import OpenerDirector, Request

_MAX_DOWNLOAD_SECONDS = 30.0


class GameFile(NamedTuple):
    """The file that a command reads, by its options.

    name     -- the file as named: a path, the name of a saved game, an https address, or `-` for standard
                input.
    store    -- the saved games.
    number   -- the number of the game in the file, from 1; None for the first.
    encoding -- the codec of the encoding that the file has; None for the one that it seems to have.
    """

    name: str
    store: SaveStore
    number: int | None = None
    encoding: str | None = None

    @property
    def path(self) -> Path | None:
        """The path of the file or of the saved game, which need not exist; None for any other."""
        if self.name == "-" or is_address(self.name):
            return None
        path = Path(os.path.expanduser(self.name))
        if os.path.lexists(path):
            return path
        saved = self.store.saved_name_from_text(self.name)
        is_saved = self.store.is_valid_name(saved) or self.store.existing_path(saved)
        return self.store.path(saved) if is_saved else path

    def read_bytes(self, content: bytes | None = None) -> bytes:
        """Return the content of the file, in UTF-8 if its encoding is given.

        content -- the content as it is; None to read it.

        Raise UserError if the content cannot be read; the message names the file and a remedy.
        """
        content = self.read_unconverted() if content is None else content
        if self.encoding is None or is_gnugo_dat(content):
            return content
        return convert_to_utf_8(content, self.encoding)

    def read_unconverted(self) -> bytes:
        """Return the content of the file as it is. Raise UserError as `read_bytes` does.

        Standard input is then the terminal, if stdout is one.
        """
        path = self.path
        if is_address(self.name):
            print_to_terminal_stderr(f"Fetching {self.name}")
            return download(self.name, MAX_FILE_SIZE)
        if path is None:
            content = sys.stdin.buffer.read(MAX_FILE_SIZE + 1)
            _reopen_stdin()
            return content
        if not os.path.lexists(path) and path.parent == self.store.folder:
            raise UserError(
                f"{self.name}: no such file or saved game; use gnugo-py saves to list the saved games"
            )
        return read_regular_file(path, MAX_FILE_SIZE, "an SGF file")

    def read_main_line(self, content: bytes | None = None) -> Tree:
        """Return the game, and print all warnings about a file of which only the main line is read.

        content -- the content of the file; None to read it.

        Raise UserError if the file cannot be read, its content is invalid, or the main line has too many
        values or setups; the message names the file, the place of the error and a remedy.
        """
        content = self.read_bytes() if content is None else content
        with self.named_in_errors():
            tree = parse_game(content, self.number)
            print_file_warnings(self.name, (*tree.warnings, *tree.line_warnings().about_main_line()))
        return tree

    def set_komi(self, tree: Tree, komi: float | None) -> None:
        """Set the komi of the game; None for the komi in the file, or 0, with a warning, if it has none."""
        if komi is None and tree.lacks_komi:
            print_warning(f"{self.name}: the file names no komi; 0 is used. Use --komi to set another value")
            komi = 0.0
        if komi is not None:
            tree.set_rules({"komi": komi}, is_written=False)

    @contextmanager
    def named_in_errors(self) -> Iterator[None]:
        """Return a context that adds the name of the file to the message of a UserError about its content."""
        try:
            yield
        except NetworkError:
            raise
        except UserError as error:
            raise UserError(f"{self.name}: {error}") from None


def download(address: str, max_size: int, max_seconds: float = _MAX_DOWNLOAD_SECONDS) -> bytes:
    """Return the first `max_size + 1` bytes of a file in the network.

    address -- an https address, or an http address of this computer (127.0.0.1).

    Redirects lead to https addresses only. Raise UserError, with the address, if it is another one, or if
    the file does not arrive within `max_seconds`.
    """
    from threading import Thread
    from urllib.parse import urlsplit

    try:
        parts = urlsplit(address)
        is_allowed = parts.scheme == "https" or (parts.scheme == "http" and parts.hostname == "127.0.0.1")
    except ValueError as error:
        raise UserError(f"{address}: {error}") from None
    if not is_allowed:
        raise UserError(f"{address}: only https:// addresses are read; download the file and name it")
    results = list[bytes | UserError]()
    thread = Thread(
        target=lambda: results.append(_content_or_error(address, max_size, max_seconds)), daemon=True
    )
    thread.start()
    thread.join(max_seconds)  # the name of a server can take longer to find, and bytes can arrive singly
    if not results:
        raise UserError(f"{address}: no file within {max_seconds:g} seconds; try again later")
    if isinstance(results[0], UserError):
        raise results[0]
    return results[0]


def _content_or_error(address: str, max_size: int, max_seconds: float) -> bytes | UserError:
    """Return the first bytes of a file, or why it cannot be read."""
    from http.client import HTTPException
    from urllib.error import HTTPError
    from urllib.request import Request

    try:
        request = Request(address, headers={"User-Agent": "gnugo-py"})  # noqa: S310 -- the scheme was checked
        with _opener_with_redirects_to_https().open(request, timeout=max_seconds) as response:
            content: bytes = response.read(max_size + 1)
    except HTTPError as error:
        return UserError(f"{address}: the server answers {error.code} {error.reason}; check the address")
    except (OSError, HTTPException, ValueError) as error:
        cause = getattr(error, "reason", error)
        reason = getattr(cause, "strerror", None) or str(cause) or type(cause).__name__
        return UserError(f"{address}: {reason}; check the address and the connection")
    return content


def _opener_with_redirects_to_https() -> OpenerDirector:
    """Return what opens addresses; redirects to any address but https raise URLError."""
    from urllib.error import URLError
    from urllib.request import HTTPRedirectHandler, build_opener

    class OnlyToHttps(HTTPRedirectHandler):
        def redirect_request(self, *arguments: Any) -> Request | None:
            if not arguments[-1].lower().startswith("https://"):
                raise URLError("it leads to an address that is not https://")
            return super().redirect_request(*arguments)

    return build_opener(OnlyToHttps)


def _reopen_stdin() -> None:
    if sys.stdout is not None and sys.stdout.isatty() and os.name == "posix":
        with suppress(OSError):
            terminal = os.open("/dev/tty", os.O_RDWR)
            os.dup2(terminal, sys.stdin.fileno())
            os.close(terminal)


def game_file_options(*, required: bool = True) -> Callable[[click.decorators.FC], click.decorators.FC]:
    """Return a decorator that adds the options of `GameFile` to a command, except `--saves`."""
    argument = click.argument(
        "name",
        type=PATH_TYPE,
        required=required,
        callback=lambda _ctx, _param, name: name or "",
        metavar="FILE" if required else "[FILE]",
    )
    return lambda command: argument(GAME_NUMBER_OPTION(ENCODING_OPTION(command)))


def check_move_number(move: int | None, last: int) -> None:
    """Raise UserError if the game does not have a move with that number."""
    if move is not None and not 0 <= move <= last:
        raise UserError(f"--move: the game has {pluralize(last, 'move')}; use a number from 0 to {last}")


def output_option(*names: str, purpose: str) -> Callable[[click.decorators.FC], click.decorators.FC]:
    """Return an option that names an output file; `purpose` begins its help text."""
    return click.option(
        *names,
        type=click.Path(path_type=Path),
        metavar="OUT",
        help=f"{purpose}; - means standard output.",
    )


_STDOUT = Path("-")
"""The output file that stands for standard output."""


def output_file(
    target: Path | None, kind: OutputKind, store: SaveStore, source: Path | None = None
) -> OutputFile | None:
    """Return the file that a command writes at its end, or None if it writes to stdout or not at all.

    If the name is a symbolic link, the file that the link names is replaced.

    target -- the file as named, None for no file; `-` stands for standard output.
    source -- the file that the command reads, None for standard input.

    Raise UserError, which names the file and a remedy, if it cannot be written or must not be replaced.
    """
    if target is None or target == _STDOUT:
        return None
    output = OutputFile(resolve_links(target), kind, store, target, source)
    with user_errors(target, "use another folder"):
        try:
            check_folder_writable(output.path.parent)
        except FileNotFoundError:
            raise UserError(f"{target}: no such folder; create the folder, or use another one") from None
    output.check_replaceable()
    return output


def write_output(output: OutputFile | None, content: bytes) -> None:
    """Write the content of an output file, or print it on stdout if there is no file.

    An interrupt leaves no part of the file behind, and exits.
    """
    if output is None:
        write_data_to_stdout(content)
    else:
        with exit_on_interrupt():
            output.write(content)
