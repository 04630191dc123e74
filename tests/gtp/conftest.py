"""The fixtures of the GTP tests."""

from tests.support.gtp_dialogue import endless_search as endless_search
from tests.support.gtp_server import gtp as gtp
