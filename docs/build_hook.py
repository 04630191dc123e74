"""Builds the manual page when a wheel is built; see `[tool.hatch.build.targets.wheel.hooks.custom]`."""

from __future__ import annotations

import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class ManualPageHook(BuildHookInterface):  # type: ignore[type-arg]
    """Puts the manual page, which `docs/manpage.py` makes from the help texts, among the shared data."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Write the page, and name the file for the wheel.

        version    -- the kind of the wheel, standard or editable; the page is the same.
        build_data -- what goes into the wheel.
        """
        self._folder = TemporaryDirectory()
        sys.path.insert(0, self.root)
        try:
            from docs.manpage import page
        finally:
            sys.path.remove(self.root)
        file = Path(self._folder.name, "gnugo-py.1")
        file.write_text(page(), encoding="utf-8")
        build_data["shared_data"][str(file)] = "share/man/man1/gnugo-py.1"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove the file."""
        self._folder.cleanup()
