"""`gnugo-py settings`."""

from __future__ import annotations

import click

from gnugo_py.cli.terminal import checked, tell, warn
from gnugo_py.core.text import columns
from gnugo_py.storage.settings import (
    SETTINGS,
    Look,
    Preferences,
    checked_value,
    choices_of,
    remember,
    remembered,
    settings_file,
)


@click.command(epilog="Example: gnugo-py settings theme mono")
@click.argument("name", required=False)
@click.argument("value", required=False)
def settings(name: str | None, value: str | None) -> None:
    """Show what is remembered of how the screen looks, or change it.

    What is given on the command line of a game wins over it.
    """
    known = remembered()
    for fault in known.faults:
        warn(f"gnugo-py: {fault}")
    if name is None:
        look = known.on(Look())
        rows: list[tuple[str, ...]] = [("setting", "now", "choices", "what it does")]
        for each in SETTINGS:
            now = getattr(look, each.name)
            word = now if isinstance(now, str) else ("no", "yes")[now]
            rows.append((each.name, word, " ".join(each.choices), each.help))
        tell(*columns(rows), "")
        if known.last:
            last = ", ".join(f"{option} {value}" for option, value in sorted(known.last.items()))
            tell(f"Chosen last in the form: {last}.")
        tell(f"Kept in {settings_file()}, which you can edit.")
        return
    if value is None:
        wanted = name.lower()
        choices = checked(lambda: choices_of(wanted))
        raise click.UsageError(f"type what {name} is to be: {' or '.join(choices)}")
    _change(known, name.lower(), value.lower())


def _change(known: Preferences, name: str, value: str) -> None:
    """Change a setting, and repair the file where that is needed."""
    sound = checked(lambda: checked_value(name, value))
    copy = checked(lambda: remember(known._replace(look={**known.look, name: sound})))
    if copy is not None:
        warn(f"gnugo-py: {settings_file()} is repaired; the old file is kept as {copy.name}")
    tell(f"{name} = {sound}")
