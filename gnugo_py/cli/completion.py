"""The command `gnugo-py completion`."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

from gnugo_py.cli.output import print_lines

_VARIABLE = "_GNUGO_PY_COMPLETE"
"""The environment variable through which shells ask click for completions."""
_FILES = {
    "bash": ("~/.bashrc", 'eval "$(gnugo-py completion bash)"'),
    "zsh": ("~/.zshrc", 'eval "$(gnugo-py completion zsh)"'),
    "fish": ("~/.config/fish/completions/gnugo-py.fish", "gnugo-py completion fish | source"),
}
"""The startup file of each shell, and the line to add to that file."""


@click.command(epilog="Example: gnugo-py completion bash")
@click.argument("shell", type=click.Choice(list(_FILES)))
def completion(shell: str) -> None:
    """Print a script that completes commands and options with the Tab key.

    The shell must run the script at startup; the first line of the script shows how to set this up.
    """
    result = get_completion_class(shell)
    assert result is not None
    file, line = _FILES[shell]
    root = click.get_current_context().find_root().command
    try:
        script = result(root, {}, "gnugo-py", _VARIABLE).source()
    except (OSError, RuntimeError) as error:
        raise click.ClickException(f"cannot run {shell} to read its version: {error}") from None
    print_lines(f"# Add this line to {file}:  {line}", *script.rstrip().splitlines())
