"""The GTP server for each test that asks for one."""

from tests.support.gtp_server import gtp as gtp
