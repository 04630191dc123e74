"""Options that several commands share, and the options of the games."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, get_type_hints

import click
from click.core import ParameterSource

from gnugo_py.app.common_options import SIDE
from gnugo_py.cli.output import ask_to_confirm, print_warning
from gnugo_py.engines.engine import MAX_SECONDS_PER_MOVE, MAX_SEED, EngineCommand, NetworkError
from gnugo_py.engines.network_choice import NETWORK_NAMES, choose_judge
from gnugo_py.games.game import Option
from gnugo_py.games.go.game import KOMI
from gnugo_py.games.registry import GAMES
from gnugo_py.games.text import join_words
from gnugo_py.games.types import UserError
from gnugo_py.storage.settings import Settings, read_settings, write_settings
from gnugo_py.system.files import saves_folder, working_directory

if TYPE_CHECKING:
    from gnugo_py.storage.save_store import SaveStore

SEED_OPTION = click.option(
    "--seed",
    type=click.IntRange(0, MAX_SEED),
    metavar="N",
    help="Seed for random numbers. The same seed gives the same games.",
)
TIME_PER_MOVE_OPTION = click.option(
    "--time",
    "seconds",
    type=click.IntRange(1, MAX_SECONDS_PER_MOVE),
    metavar="SECONDS",
    help="Seconds per move for search and GTP engines. Timed games are not reproducible.",
)
RESIGNS_OPTION = click.option("--resigns", is_flag=True, help="Let search resign lost games.")
PATH_TYPE = click.Path(readable=False)
"""The type of a path, which shells complete. Whether the path exists is checked when it is used."""
PATTERNS_OPTION = click.option(
    "--patterns",
    type=PATH_TYPE,
    metavar="DIR|none",
    help="Folder with the pattern files of classic, or none.",
)
_SETTINGS_KEY = "gnugo_py.settings"
"""The key of the settings in the data that click keeps during a run."""
ANALYST_OPTION = click.option(
    "--analyst",
    metavar="CMD|none",
    help="GTP engine for hints, estimates and analyses, such as 'katago gtp' (default: the analyst setting).",
)


def _choose_network(_ctx: click.Context, _param: click.Parameter, name: str | None) -> None:
    """Let a network judge, as the option or, without it, the setting says."""
    if name is not None:
        choose_judge(name)
        return
    try:
        choose_judge(current_settings().value("network"))
    except NetworkError as error:
        print_warning(f"{error}; the built-in network is used. To change this, use gnugo-py settings network")


NETWORK_OPTION = click.option(
    "--network",
    type=PATH_TYPE,
    metavar="|".join((*NETWORK_NAMES, "FILE")),
    callback=_choose_network,
    expose_value=False,
    help="Network that judges positions: a network of KataGo, or one of these names (default: the network"
    " setting). katrain is the newest one in the folders of KaTrain and KataGo.",
)


def current_settings() -> Settings:
    """Return the settings, read once in a run; print a warning for each problem with the file."""
    meta = click.get_current_context().meta
    if _SETTINGS_KEY not in meta:
        meta[_SETTINGS_KEY] = settings = read_settings()
        for fault in settings.faults:
            print_warning(fault)
    known = meta[_SETTINGS_KEY]
    assert isinstance(known, Settings)
    return known


def analyst_command(wanted: str | None) -> EngineCommand | None:
    """Return the command of the analysis engine, or None for the built-in one.

    A stored command runs in the folder in which it was stored. If that folder is gone, ask once in a run
    whether to run the command in the current folder from now on; print a warning if nobody can answer.

    wanted -- the value of the option; if it is None, the setting `analyst` applies.
    """
    if wanted is not None:
        is_none = wanted.strip().lower() in ("", "none")
        return None if is_none else EngineCommand(wanted, working_directory())
    settings = current_settings()
    stored = settings.analyst
    if stored is None or os.path.isdir(stored.folder):
        return stored
    problem = f"the analyst {stored.line!r} runs in {stored.folder}, but there is no such folder"
    can_ask = sys.stdin.isatty() and sys.stderr.isatty()
    if can_ask and ask_to_confirm(f"{problem}. Run it in the current folder from now on?"):
        now = settings.with_analyst(stored.line, working_directory())
        write_settings(settings, now)
    else:
        print_warning(
            f"{problem}; the built-in engine is used. To change this, use gnugo-py settings analyst"
        )
        now = settings.with_values({"analyst": "none"})
    click.get_current_context().meta[_SETTINGS_KEY] = now
    return now.analyst


class Parsed(click.ParamType):  # type: ignore[type-arg, unused-ignore]
    """The type of an option whose value a function parses.

    parse -- returns the value for a text. Raises UserError if the text is invalid.
    """

    name = "text"

    def __init__(self, parse: Callable[[str], object]) -> None:
        self.parse = parse

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> object:
        try:
            return self.parse(value)
        except UserError as error:
            self.fail(str(error), param, ctx)


def color_option(purpose: str) -> Callable[[click.decorators.FC], click.decorators.FC]:
    """Return the option `--color`; `purpose` is its help text."""
    return click.option(
        "--color",
        type=click.Choice(SIDE.values),
        callback=lambda _ctx, _param, color: None if color is None else SIDE.parse(color),
        help=purpose,
    )


def _store(_ctx: click.Context, _param: click.Parameter, folder: Path | None) -> SaveStore:
    from gnugo_py.storage.save_store import SaveStore  # what it imports would slow down `gnugo-py settings`

    return SaveStore(saves_folder(folder))


SAVES_OPTION = click.option(
    "--saves",
    "store",
    type=click.Path(path_type=Path),
    callback=_store,
    metavar="DIR",
    help="Folder for saved games.",
)
"""The option whose value is the store in the folder of the saved games."""


class CommandWithValues(click.Command):
    """A command that gets some of its options as values.

    A parameter of its function that is annotated with a named tuple gets one of the options that have the
    names of the fields. An option that is not a field is passed by its own name.
    """

    def invoke(self, ctx: click.Context) -> object:
        kinds = {
            name: kind for name, kind in get_type_hints(self.callback).items() if hasattr(kind, "_fields")
        }
        options, fields = ctx.params, {field for kind in kinds.values() for field in kind._fields}
        ctx.params = {name: options[name] for name in options if name not in fields}
        for name, kind in kinds.items():
            ctx.params[name] = kind(**{field: options[field] for field in kind._fields if field in options})
        return super().invoke(ctx)


def given_options() -> set[str]:
    """Return the options on the command line, such as `--json`, without those of a game."""
    ctx, typed = click.get_current_context(), ParameterSource.COMMANDLINE
    params = [each for each in ctx.command.params if ctx.get_parameter_source(each.name or "") is typed]
    return {word for param in params for word in param.opts}


def allow_one_of(*options: str) -> None:
    """Raise UsageError if several of these options are on the command line."""
    if len(given_options().intersection(options)) > 1:
        raise click.UsageError(f"{join_words(options)} cannot be combined; use one of them")


KOMI_OPTION = click.option(
    "--komi",
    type=Parsed(KOMI.parse),
    metavar="POINTS",
    help="Points for White (default: the komi in the file, or 0).",
)
GAME_NUMBER_OPTION = click.option(
    "--number",
    type=click.IntRange(min=1),
    metavar="N",
    help="Use the Nth game of a file with several games (default: the first).",
)


def _parse_encoding(name: str) -> str:
    """Return the codec of a character encoding. Raise UserError if there is no such encoding."""
    from gnugo_py.record.encodings import parse_encoding

    return parse_encoding(name)


ENCODING_OPTION = click.option(
    "--encoding",
    type=Parsed(_parse_encoding),
    metavar="NAME",
    help="Character encoding of the file, such as GBK or Big5 (default: the one that it seems to have).",
)

_DEFAULT_GAME = "go"
_PLACEHOLDERS = {"count": "N", "number": "F"}
"""The placeholders in the help text for options that do not list their values, by kind."""


class CommandWithGameOptions(CommandWithValues):
    """A command with the options of the game that `--game` names.

    The values of these options are passed in the argument `game_options`, others by name as usual.
    """

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        ctx.meta["game"] = _game_named(args)
        return super().parse_args(ctx, args)

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        params = super().get_params(ctx)
        own = [_param(option) for option in _options(ctx, self.name or "")]
        return [*params[:1], *own, *params[1:]]

    def invoke(self, ctx: click.Context) -> object:
        options = {each.name.replace("-", "_"): each for each in _options(ctx, self.name or "")}
        game_options = {key: ctx.params.pop(key) for key in options}
        ctx.params["game_options"] = {
            options[key].name: options[key].parse(value) if isinstance(value, str) else value
            for key, value in game_options.items()
            if value is not None
        }
        return super().invoke(ctx)


def add_game_option(command: click.decorators.FC) -> click.decorators.FC:
    """Add the option `--game` to a command, before its other options."""
    return click.option(
        "--game", type=click.Choice(list(GAMES)), default=_DEFAULT_GAME, show_default=True, help="The game."
    )(command)


def _game_named(args: Sequence[str]) -> str | None:
    """Return the last valid value of `--game` in the arguments, or None if there is none."""
    named = None
    for word, following in zip(args, [*args[1:], ""], strict=False):
        if word == "--":
            break
        value = following if word == "--game" else word.removeprefix("--game=") if word != "--game" else ""
        if (word == "--game" or word.startswith("--game=")) and value in GAMES:
            named = value
    return named


def _options(ctx: click.Context, command: str) -> tuple[Option, ...]:
    return GAMES[ctx.meta.get("game") or _DEFAULT_GAME].load().options({}, command)


def _param(option: Option) -> click.Option:
    """Return the click option for an option of a game."""
    name, about = option.name.replace("_", "-"), option.description
    if option.kind == "flag":
        return click.Option([f"--{name}/--no-{name}"], default=None, help=about)
    offered = [str(each.value) for each in option.choices]
    has_others = option.kind == "size" and len(option.values) > len(offered)
    placeholder = "|".join([*offered, "N"]) if has_others else _PLACEHOLDERS.get(option.kind)
    if placeholder is not None:
        return click.Option([f"--{name}"], type=Parsed(option.parse), metavar=placeholder, help=about)
    return click.Option([f"--{name}"], type=click.Choice([str(value) for value in option.values]), help=about)
