"""Files from the network, which are fetched only when a person names their address."""

from __future__ import annotations

import re
from typing import Any

from gnugo_py.games.types import UserError

_ADDRESS = re.compile(r"https?://", re.IGNORECASE)
_MAX_SECONDS = 30.0


def is_address(name: str) -> bool:
    """Return whether a name is an address of the network, which `download` may refuse, and not a path."""
    return _ADDRESS.match(name) is not None


def download(address: str, max_size: int, max_seconds: float = _MAX_SECONDS) -> bytes:
    """Return the first `max_size + 1` bytes of a file in the network.

    address -- an https address, or an http address of this computer (127.0.0.1).

    Redirects lead to https addresses only. Raise UserError, with the address, if it is another one, or if
    the file does not arrive within `max_seconds`.
    """
    from threading import Thread
    from urllib.parse import urlsplit

    try:
        parts = urlsplit(address)
        is_allowed = parts.scheme == "https" or (parts.scheme == "http" and parts.hostname == "127.0.0.1")
    except ValueError as error:
        raise UserError(f"{address}: {error}") from None
    if not is_allowed:
        raise UserError(f"{address}: only https:// addresses are read; download the file and name it")
    results = list[bytes | UserError]()
    thread = Thread(
        target=lambda: results.append(_content_or_error(address, max_size, max_seconds)), daemon=True
    )
    thread.start()
    thread.join(max_seconds)  # the name of a server can take longer to find, and bytes can arrive singly
    if not results:
        raise UserError(f"{address}: no file within {max_seconds:g} seconds; try again later")
    if isinstance(results[0], UserError):
        raise results[0]
    return results[0]


def _content_or_error(address: str, max_size: int, max_seconds: float) -> bytes | UserError:
    """Return the first bytes of a file, or why it cannot be read."""
    from http.client import HTTPException
    from urllib.error import HTTPError, URLError
    from urllib.request import HTTPRedirectHandler, Request, build_opener

    class OnlyToHttps(HTTPRedirectHandler):
        def redirect_request(self, *arguments: Any) -> Request | None:
            if not arguments[-1].lower().startswith("https://"):
                raise URLError("it leads to an address that is not https://")
            return super().redirect_request(*arguments)

    try:
        request = Request(address, headers={"User-Agent": "gnugo-py"})  # noqa: S310 -- the scheme was checked
        with build_opener(OnlyToHttps).open(request, timeout=max_seconds) as response:
            content: bytes = response.read(max_size + 1)
    except HTTPError as error:
        return UserError(f"{address}: the server answers {error.code} {error.reason}; check the address")
    except (OSError, HTTPException, ValueError) as error:
        cause = getattr(error, "reason", error)
        reason = getattr(cause, "strerror", None) or str(cause) or type(cause).__name__
        return UserError(f"{address}: {reason}; check the address and the connection")
    return content
