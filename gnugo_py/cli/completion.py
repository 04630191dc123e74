"""The command `gnugo-py completion`."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

from gnugo_py.cli.output import write_data_to_stdout

_VARIABLE = "_GNUGO_PY_COMPLETE"
"""The environment variable through which shells ask click for completions."""
_FILES = {
    "bash": ("~/.bashrc", 'eval "$(gnugo-py completion bash)"'),
    "zsh": ("~/.zshrc", 'eval "$(gnugo-py completion zsh)"'),
    "fish": ("~/.config/fish/completions/gnugo-py.fish", "gnugo-py completion fish | source"),
    "powershell": ("the file $PROFILE", "gnugo-py completion powershell | Out-String | Invoke-Expression"),
}
"""The startup file of each shell, and the line to add to that file."""
_ZSH_START = "(( $+functions[compdef] )) || { autoload -Uz compinit && compinit -i }"
"""The line that starts the completion of zsh, in case that no startup file has done so."""


@click.command(epilog="Example: gnugo-py completion bash")
@click.argument("shell", type=click.Choice(list(_FILES)))
def completion(shell: str) -> None:
    """Print a script that completes commands, options and file names with the Tab key.

    The shell must run the script at startup; a comment at its beginning shows how to set this up. For zsh,
    the script can also be saved as _gnugo-py in a folder of fpath.
    """
    result = get_completion_class(shell)
    if result is None:
        raise click.ClickException(
            f"the installed click {_click_version()} has no completion for {shell}; install a newer click"
        )
    file, line = _FILES[shell]
    root = click.get_current_context().find_root().command
    try:
        script = result(root, {}, "gnugo-py", _VARIABLE).source().strip().splitlines()
    except (OSError, RuntimeError) as error:
        raise click.ClickException(f"cannot run {shell} to read its version: {error}") from None
    comment = f"# Add this line to {file}:  {line}"
    lines = [comment, *script]
    if shell == "zsh":  # the first line, #compdef, must stay the first
        lines = [script[0], comment, _ZSH_START, *script[1:]]
    write_data_to_stdout("".join(f"{each}\n" for each in lines).encode())


def _click_version() -> str:
    from importlib.metadata import version

    return version("click")
