"""The command `gnugo-py settings`."""

from __future__ import annotations

from shutil import which

import click

from gnugo_py.cli.options import current_settings
from gnugo_py.cli.output import print_lines, print_warning
from gnugo_py.engines.external.child_process import split_engine_command
from gnugo_py.engines.network_choice import choose_judge
from gnugo_py.games.text import format_table
from gnugo_py.storage.settings import (
    SETTINGS,
    THEME_NAMES,
    read_settings,
    setting_named,
    settings_file,
    write_settings,
)
from gnugo_py.system.files import is_nowhere, working_directory

_MAX_VALUE_LENGTH = max(map(len, THEME_NAMES))


@click.command(epilog="Example: gnugo-py settings theme mono")
@click.argument("name", required=False)
@click.argument("value", required=False)
def settings(name: str | None, value: str | None) -> None:
    """Show or change the saved settings. With a NAME alone, print its value.

    Command-line options override these settings.
    """
    if name is None:
        known = current_settings()
        rows = []
        for each in SETTINGS.values():
            shown = known.value(each.name)
            shown = shown if len(shown) <= _MAX_VALUE_LENGTH else "see below"
            choices = "" if each.choices == ("yes", "no") else f": {' '.join(each.choices)}"
            rows.append((each.name, shown, f"{each.help}{choices}"))
        print_lines(*format_table([("setting", "value", "description"), *rows]), "")
        if known.analyst is not None:
            print_lines("The analyst, and the folder in which it runs:", *known.analyst)
        if known.last:
            last = ", ".join(f"{option} {value}" for option, value in sorted(known.last.items()))
            print_lines(f"Last choices in the form: {last}.")
        if not is_nowhere(settings_file()):
            print_lines("The file with the settings, which you can edit:", str(settings_file()))
        return
    if value is None:
        print_lines(current_settings().value(setting_named(name.lower()).name))
        return
    _change(name.lower(), value)


def _change(name: str, value: str) -> None:
    """Change a setting, and repair the settings file if it is damaged."""
    sound, known = setting_named(name).parse(value), read_settings()
    is_analyst = name == "analyst"
    if name == "network":
        from gnugo_py.engines.network.network import judge  # imports numpy

        choose_judge(sound)
        judge()
    changed = (
        known.with_analyst(sound, working_directory()) if is_analyst else known.with_values({name: sound})
    )
    copy = write_settings(known, changed)
    for fault in known.faults:
        print_warning(fault)
    if copy is not None:
        print_warning(f"{settings_file()} was repaired; the old file was saved as {copy.name}")
    if is_analyst and sound != "none" and which(program := split_engine_command(sound)[0]) is None:
        print_warning(f"program {program} not found; install it, or enter its full path")
    print_lines(f"{name} = {sound}")
