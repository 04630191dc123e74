"""The engine as the command line asks for it."""

from __future__ import annotations

import math
from collections.abc import Sequence

import click

from gnugo_py.app.opponents import MOST_SECONDS
from gnugo_py.core.game import Game
from gnugo_py.core.options import Option
from gnugo_py.core.registry import CATALOG
from gnugo_py.core.types import Mistake
from gnugo_py.engines.engine import LARGEST_SEED

SEED = click.IntRange(0, LARGEST_SEED)
"""The type of an option that names a seed."""
TIME = click.option(
    "--time",
    "seconds",
    type=click.IntRange(1, MOST_SECONDS),
    metavar="SECONDS",
    help="For each move of a GTP engine or of search, whose games then cannot be repeated.",
)
"""The option for how long engines may take."""
RESIGNS = click.option("--resigns", is_flag=True, help="Search gives up a game that is lost.")
"""The option for who resigns."""
HIGHEST_KOMI = 1000


class _Komi(click.ParamType):  # type: ignore[type-arg,unused-ignore]
    """A number of points that makes sense as komi."""

    name = "points"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> float:
        try:
            komi = float(str(value))
        except ValueError:
            komi = math.nan
        if not abs(komi) <= HIGHEST_KOMI:
            self.fail(
                f"{value!r} is no komi; give a number from -{HIGHEST_KOMI} to {HIGHEST_KOMI}", param, ctx
            )
        return komi


KOMI = _Komi()


NUMBER = click.option(
    "--number",
    "game_number",
    type=click.IntRange(min=1),
    metavar="N",
    help="The Nth game of a file that holds several; else the first.",
)
"""The option for one game of a collection."""

USUAL = "go"


class _Word(click.ParamType):  # type: ignore[type-arg,unused-ignore]
    """A word that a game makes an option's value of.

    name -- how help shows it.
    """

    def __init__(self, option: Option) -> None:
        self.name = option.metavar or option.name
        self._option = option

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> object:
        try:
            return self._option.parse(str(value))
        except Mistake as error:
            self.fail(str(error), param, ctx)


class GameCommand(click.Command):
    """A command with the options of the game that its words name.

    The values of a game's options come in `Given`, the others by name as usual.
    """

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        named = _game_named(args)
        ctx.meta["game"], ctx.meta["is_named"] = named or USUAL, named is not None
        return super().parse_args(ctx, args)

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        params = super().get_params(ctx)
        own = [_param(option) for option in _options(ctx, self.name or "")]
        return [*params[:1], *own, *params[1:]]

    def invoke(self, ctx: click.Context) -> object:
        options = {each.name.replace("-", "_"): each for each in _options(ctx, self.name or "")}
        given = {key: ctx.params.pop(key) for key in options}
        ctx.params["given"] = {
            options[key].name: _value(options[key], value)
            for key, value in given.items()
            if value is not None
        }
        ctx.params["game"] = ctx.meta["game"]
        return super().invoke(ctx)


def game_option(command: click.decorators.FC) -> click.decorators.FC:
    """The option that names the game; it stands first."""
    return click.option(
        "--game", type=click.Choice(list(CATALOG)), default=USUAL, show_default=True, help="Which game."
    )(command)


def is_game_named() -> bool:
    """Whether the command that runs was told which game, and does not take the usual one."""
    return bool(click.get_current_context().meta.get("is_named"))


def _game_named(args: Sequence[str]) -> str | None:
    """The name of the game in a command's words, None if there is none that is known."""
    named = None
    for word, following in zip(args, [*args[1:], ""], strict=False):
        if word == "--":
            break
        value = following if word == "--game" else word.removeprefix("--game=") if word != "--game" else ""
        if (word == "--game" or word.startswith("--game=")) and value in CATALOG:
            named = value
    return named


def _options(ctx: click.Context, command: str) -> list[Option]:
    game: Game = CATALOG[ctx.meta.get("game", USUAL)].load()
    return [option for option in game.options if command in option.commands]


def _param(option: Option) -> click.Option:
    """An option as click has it."""
    name = option.name.replace("_", "-")
    if option.is_flag:
        return click.Option([f"--{name}/--no-{name}"], default=None, help=option.help)
    kind = click.Choice(option.choices) if option.choices else _Word(option)
    return click.Option([f"--{name}"], type=kind, metavar=option.metavar or None, help=option.help)


def _value(option: Option, value: object) -> object:
    """The value of an option that was given."""
    if option.is_flag:
        return option.parse("yes" if value else "no")
    return option.parse(str(value)) if option.choices else value
