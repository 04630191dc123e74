"""`gnugo-py completion`."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

from gnugo_py.cli.terminal import tell

VARIABLE = "_GNUGO_PY_COMPLETE"
"""What click looks at when a shell asks how a line may go on."""
FILES = {
    "bash": ("~/.bashrc", 'eval "$(gnugo-py completion bash)"'),
    "zsh": ("~/.zshrc", 'eval "$(gnugo-py completion zsh)"'),
    "fish": ("~/.config/fish/completions/gnugo-py.fish", "gnugo-py completion fish | source"),
}
"""By shell, the file that it reads when it starts, and the line that belongs there."""


@click.command(epilog="Example: gnugo-py completion bash")
@click.argument("shell", type=click.Choice(list(FILES)))
def completion(shell: str) -> None:
    """Have the Tab key complete commands and options in a shell.

    Prints a script that the shell is to run when it starts; its first line says where that is said.
    """
    found = get_completion_class(shell)
    assert found is not None
    file, line = FILES[shell]
    root = click.get_current_context().find_root().command
    try:
        script = found(root, {}, "gnugo-py", VARIABLE).source()
    except (OSError, RuntimeError) as error:
        raise click.ClickException(f"{shell} cannot be asked for its version: {error}") from None
    tell(f"# Put this line into {file}:  {line}", *script.rstrip().splitlines())
