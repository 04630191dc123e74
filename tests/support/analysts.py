"""External analysts for tests: commands of engines, and analysts that run them."""

import shlex
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager

from gnugo_py import GO
from gnugo_py.engines.external.gtp_engine import GtpAnalyst
from gnugo_py.engines.external.process import Timeouts
from tests.support.paths import ROOT

SHORT = Timeouts(5, 5, 5, 5)


def engine_command(program: str, *words: str) -> str:
    """Return the command line of a program in this folder, or of `unruly_engine` in `benchmarks`."""
    folder = "benchmarks" if program == "unruly_engine" else "tests/support"
    return shlex.join([sys.executable, str(ROOT / folder / f"{program}.py"), *words])


ORACLE = engine_command("oracle_engine")
"""An analyst that knows what each move loses; see `oracle_engine`."""


@contextmanager
def external_analyst(
    program: str, *words: str, timeouts: Timeouts = SHORT, announce: Callable[[str], None] = lambda _: None
) -> Iterator[GtpAnalyst]:
    with closing(GtpAnalyst(engine_command(program, *words), GO, timeouts, announce)) as one:
        yield one
