"""Moving pictures in the format GIF, drawn from SVG pictures with Pillow, which need not be installed."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from io import BytesIO
from typing import Any
from xml.etree import ElementTree

from gnugo_py.games.text import sanitize
from gnugo_py.games.types import UserError

_SCALE = 2
"""By how much pictures are larger while they are drawn; reduced, their edges are smooth."""
_CAPTION_LINES, _CAPTION_SIZE = 3, 14 * _SCALE
"""The number of lines below a picture, if there are captions, and the size of their letters."""
_COLORS = 32
_MILLISECONDS, _LAST_MILLISECONDS = 800, 3000
_STEP = re.compile(r"([MLHV])([-.0-9]+)(?: ([-.0-9]+))?")


def is_gif(content: bytes) -> bool:
    """Return whether the content of a file is a picture in the format GIF."""
    return content.startswith(b"GIF8")


def svgs_to_gif(pictures: Sequence[str], captions: Sequence[str]) -> bytes:
    """Return a moving picture with one frame for each SVG picture, which `Diagram.to_svg` made; at least one.

    captions -- the text below each picture, which is cut off after some lines; empty for none.

    Raise UserError if Pillow is not installed.
    """
    try:
        import PIL.Image
    except ImportError:
        raise UserError("a GIF needs Pillow; install it with: pip install 'gnugo-py[gif]'") from None
    lines = _CAPTION_LINES if any(captions) else 0
    palette = _drawn(pictures[-1], captions[-1], lines).quantize(_COLORS)
    frames = (
        _drawn(picture, caption, lines).quantize(palette=palette, dither=PIL.Image.Dither.NONE)
        for picture, caption in zip(pictures, captions, strict=True)
    )
    times = [*([_MILLISECONDS] * (len(pictures) - 1)), _LAST_MILLISECONDS]
    output = BytesIO()
    next(frames).save(output, "GIF", save_all=True, append_images=frames, duration=times, loop=0)
    return output.getvalue()


def _drawn(svg: str, caption: str, lines: int) -> Any:
    """Return an image of an SVG picture that `Diagram.to_svg` made, with a caption below it.

    lines -- how many lines there are for the caption.
    """
    from PIL import Image, ImageDraw

    root = ElementTree.fromstring(svg)  # noqa: S314 -- it is made by this program
    width, height = (round(float(root.get(name, "0"))) * _SCALE for name in ("width", "height"))
    line_height = _CAPTION_SIZE * 3 // 2
    image = Image.new("RGB", (width, height + lines * line_height), "white")
    draw = ImageDraw.Draw(image)
    for number, line in enumerate(_caption_lines(caption, width)[:lines]):
        draw.text((_CAPTION_SIZE, height + number * line_height), line, "black", _font(_CAPTION_SIZE))
    for element in root:
        _draw(draw, element)
    return image.reduce(_SCALE)


def _draw(draw: Any, element: ElementTree.Element) -> None:
    """Draw an element of an SVG picture."""

    def number(name: str, other: str = "0") -> float:
        return float(element.get(name, other)) * _SCALE

    def color(name: str) -> str | None:
        return None if (value := element.get(name, "none")) == "none" else value

    fill, stroke, width = color("fill"), color("stroke"), round(number("stroke-width", "1"))
    points = [float(each) * _SCALE for each in element.get("points", "").replace(",", " ").split()]
    x, y = number("x"), number("y")
    match element.tag.rpartition("}")[2]:
        case "rect":
            draw.rectangle((x, y, x + number("width"), y + number("height")), fill, stroke, width)
        case "circle" | "ellipse":
            x, y = number("cx"), number("cy")
            radius = number("r", element.get("rx", "0"))
            draw.ellipse((x - radius, y - radius, x + radius, y + radius), fill, stroke, width)
        case "polygon":
            draw.polygon(points, fill, stroke, width)
        case "polyline":
            draw.line(points, stroke, width)
        case "path":
            for start, end in _lines(element.get("d", "")):
                draw.line((*start, *end), stroke, width)
        case "text":
            draw.text((x, y), element.text or "", fill, _font(number("font-size")), anchor="ms")


def _caption_lines(text: str, width: int) -> list[str]:
    """Return the lines of a text, broken between words to fit a width."""
    lines = [""]
    for word in sanitize(" ".join(text.split())).split():
        longer = f"{lines[-1]} {word}".lstrip()
        if _font(_CAPTION_SIZE).getlength(longer) <= width - 2 * _CAPTION_SIZE or not lines[-1]:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


@cache
def _font(size: float) -> Any:
    """Return the font that comes with Pillow in a size."""
    from PIL import ImageFont

    return ImageFont.load_default(size)


def _lines(path: str) -> list[tuple[tuple[float, float], tuple[float, float]]]:
    """Return the lines of a path, each as two points."""
    x = y = 0.0
    lines = []
    for step, first, second in _STEP.findall(path):
        before = (x, y)
        x = x if step == "V" else float(first) * _SCALE
        y = y if step == "H" else float(second or first) * _SCALE
        if step != "M":
            lines.append((before, (x, y)))
    return lines
