"""GTP engines for tests: the fake engine with its faults."""

import shlex
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager

from gnugo_py.engines.external.gtp_engine import GtpEngine
from gnugo_py.engines.external.process import Timeouts
from gnugo_py.games.go.position import GO, GoPosition
from gnugo_py.games.go.rules import rules_preset
from tests.support.paths import ROOT

PROGRAM = ROOT / "tests" / "support" / "fake_engine.py"
SHORT = Timeouts(startup=1.0, response=1.0, genmove=1.0)


def command(fault: str, *words: str) -> str:
    """Return the command line of the engine with a fault."""
    return shlex.join([sys.executable, str(PROGRAM), fault, *words])


@contextmanager
def player(fault: str, *words: str, seconds: int | None = None) -> Iterator[GtpEngine]:
    with closing(GtpEngine(command(fault, *words), GO, SHORT, seconds)) as one:
        yield one


def started(handicap: int = 0) -> GoPosition:
    return GoPosition.start(9, rules_preset("chinese", 9, handicap=handicap), handicap)
