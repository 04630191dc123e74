"""The manual page, made from the help texts of the commands; `docs/build_hook.py` adds it to the wheel.

`python -m docs.manpage | man -l -` shows it.
"""

from __future__ import annotations

import re

import click

from gnugo_py import __version__
from gnugo_py.cli.main import COMMAND_SUMMARIES, PROGRAM_NAME, gnugo_py_command

ENDING = """\
.SH FILES
Games are saved in the user data folder of the platform, in a checkout in
.IR saves/ ;
.B GNUGO_PY_SAVES
and
.B \\-\\-saves
name another folder.  Settings are in the configuration folder of the platform, or in the folder that
.B GNUGO_PY_CONFIG
names.
.SH ENVIRONMENT
.B NO_COLOR
and
.B TERM=dumb
are respected.
.SH EXIT STATUS
0 success; 1 a match could not be completed; 2 bad usage or bad input, with a message of one line;
130 interrupted, the game is saved.
.SH SEE ALSO
.BR gnugo (6)
"""


def page() -> str:
    """Return the manual page in man format."""
    with gnugo_py_command.make_context(PROGRAM_NAME, ["--help"], resilient_parsing=True) as above:
        parts = [
            f'.TH GNUGO\\-PY 1 "" "gnugo\\-py {__version__}" "Games"',
            ".SH NAME",
            "gnugo\\-py \\- play Go, Hex, Amazons and Tanbo in a terminal, with GNU Go 1.1 of 1989",
            ".SH SYNOPSIS",
            ".B gnugo\\-py",
            "[\\fICOMMAND\\fR | \\fIFILE\\fR] [\\fIOPTIONS\\fR]",
            ".SH DESCRIPTION",
            _text(gnugo_py_command.help or ""),
            ".SH COMMANDS",
        ]
        for name in COMMAND_SUMMARIES:
            command = gnugo_py_command.get_command(above, name)
            assert command is not None
            with command.make_context(name, [], parent=above, resilient_parsing=True) as ctx:
                parts += _command(command, ctx)
    return "\n".join(parts) + "\n" + ENDING


def _command(command: click.Command, ctx: click.Context) -> list[str]:
    """Return the lines for a command: usage, description, options."""
    usage = " ".join(command.collect_usage_pieces(ctx))
    lines = [f".SS {PROGRAM_NAME} {ctx.info_name} {usage}".replace("-", "\\-"), _text(command.help or "")]
    for param in command.get_params(ctx):
        is_option = isinstance(param, click.Option)  # some click versions also return records for arguments
        record = param.get_help_record(ctx) if is_option else None
        if record is not None:
            text = re.sub(r"\s*\[[0-9<=>x]+\]$", "", record[1])  # some click versions append a range
            lines += [".TP", f".B {_plain(record[0])}", _plain(text)]
    if command.epilog:
        lines += [".PP", _plain(command.epilog)]
    return lines


def _text(words: str) -> str:
    """Return the paragraphs of a help text in man format."""
    paragraphs = re.split(r"\n\s*\n", words.replace("\b", "").strip())
    return "\n.PP\n".join(_plain(" ".join(each.split())) for each in paragraphs)


def _plain(words: str) -> str:
    """Escape the characters that are special in man format."""
    said = words.replace("\\", "\\e").replace("-", "\\-").replace("`", "")
    return f"\\&{said}" if said[:1] in (".", "'") else said


if __name__ == "__main__":
    print(page(), end="")
