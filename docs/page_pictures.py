"""Take pictures of the page of a game in Chromium: `python docs/page_pictures.py FILE.sgf FOLDER`.

The game is analyzed first. The folder gets the page, and pictures in the size of a desktop and of a phone: of
the last position, and of the first mistake.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

SIZES = {"desktop": (1200, 900), "phone": (390, 844)}
CHROMIUM = ("chromium", "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--no-first-run")


def first_mistake(page: str) -> int:
    """Return the number of the first mistake of the main line, or of the last move if there is none."""
    found = re.search(r"^const game = (.*);$", page, re.MULTILINE)
    assert found is not None
    steps = json.loads(found[1])["steps"]
    return next((step["number"] for step in steps if step["mistake"]), steps[-1]["number"])


def framed(page: Path, width: int, height: int, address: str) -> Path:
    """Write a page that shows another one in a frame of a phone's width, which no window can have."""
    frame = page.with_name("frame.html")
    frame.write_text(
        f'<body style="margin:0"><iframe src="{address}" width="{width}" height="{height}" frameborder="0">'
    )
    return frame


def run(command: list[str]) -> None:
    """Run a command without its messages, of which Chromium prints many.  Raise an error if it fails."""
    subprocess.run(command, check=True, capture_output=True)  # noqa: S603 - the commands are those below


def main(file: str, folder: Path) -> None:
    """Write the page of a game and its pictures."""
    folder.mkdir(parents=True, exist_ok=True)
    page = folder / "page.html"
    run([sys.executable, "-m", "gnugo_py", "analyze", file, "--html", str(page)])
    mistake = first_mistake(page.read_text(encoding="utf-8"))
    for name, (width, height) in SIZES.items():
        for place, mark in (("end", ""), ("mistake", f"#move={mistake}")):
            address = f"{page.resolve().as_uri()}{mark}"
            shown = framed(page, width, height, address).resolve().as_uri()
            picture = folder.resolve() / f"{name}-{place}.png"
            run([*CHROMIUM, f"--window-size={width},{height}", f"--screenshot={picture}", shown])


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))
