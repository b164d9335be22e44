"""Figures to pictures: inline SVG that follows the page's colours, and PNG on white; the same bytes every time."""

import io
import re
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from html import escape
from pathlib import Path
from typing import Any, Final

import matplotlib as mpl
from matplotlib.figure import Figure

# Colours that stand for the page's own: written as CSS variables in the SVG, as they are in the PNG.
INK: Final = "#1b1f24"
MUTED: Final = "#5f6770"
GRID: Final = "#dde0e4"
PAPER: Final = "#fffffe"
BLUE: Final = "#0072b2"  # Okabe and Ito's, too dark for a dark page
VARIABLES: Final = {
    INK: "var(--ink)",
    MUTED: "var(--muted)",
    GRID: "var(--grid)",
    PAPER: "var(--paper)",
    BLUE: "var(--blue)",
}

STYLE: Final[Any] = {  # matplotlib's own keys, of which there are too many to type
    "svg.fonttype": "none",
    "svg.hashsalt": "tourney",
    "text.parse_math": False,  # a name may hold a dollar sign
    "font.family": "sans-serif",
    "font.sans-serif": ["DejaVu Sans"],
    "font.size": 9.5,
    "text.color": INK,
    "axes.labelcolor": MUTED,
    "axes.edgecolor": GRID,
    "axes.facecolor": "none",
    "axes.grid": False,
    "axes.axisbelow": True,
    "axes.titlesize": 9.5,
    "axes.titlelocation": "left",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "grid.color": GRID,
    "grid.linewidth": 0.7,
    "xtick.color": MUTED,
    "ytick.color": MUTED,
    "ytick.labelcolor": INK,
    "xtick.major.size": 0,
    "ytick.major.size": 0,
    "xtick.minor.size": 0,
    "ytick.minor.size": 0,
    "legend.frameon": False,
    "figure.facecolor": "none",
    "figure.constrained_layout.use": True,
    "figure.constrained_layout.w_pad": 0.09,
    "figure.constrained_layout.h_pad": 0.09,
    "lines.solid_capstyle": "butt",
}
PIXELS: Final = 4 / 3  # CSS pixels in a point, matplotlib's unit
SHRUNK: Final = 0.7  # a figure may shrink to this on a narrow screen; a wider one scrolls


@contextmanager
def style() -> Iterator[None]:
    """Draw in the style of the report, whatever matplotlibrc the user has.

    Letters that our font lacks are boxes in the PNG; in the page the browser finds a font. No user can mend that, so
    he is not warned of it, once for each letter and figure.
    """
    with mpl.rc_context(), warnings.catch_warnings():
        warnings.filterwarnings("ignore", r"Glyph \d+ .* missing from font", UserWarning)
        mpl.rcdefaults()
        mpl.rcParams.update(STYLE)
        yield


def to_png(figure: Figure, path: Path) -> None:
    """Write the figure on white, at 160 dots an inch, without dates or versions."""
    with style():
        _settle(figure)
        figure.savefig(path, dpi=160, facecolor="white", metadata={"Software": None})


def to_svg(figure: Figure, name: str, title: str) -> str:
    """Return the figure as an `<svg>` element to stand in a page.

    Its ids begin with `name`, so that no two figures of a page share one; `title` is its name for screen readers. Text
    is text, in the page's font; matplotlib has escaped it. No prolog, metadata or style of its own is left.
    """
    buffer = io.StringIO()
    with style():
        _settle(figure)
        none = {"Date": None, "Creator": None, "Format": None, "Type": None}
        figure.savefig(buffer, format="svg", metadata=none)
    text = buffer.getvalue()
    text = text[text.index("<svg") :].strip()
    text = re.sub(r"\s*<(metadata|style)\b.*?</\1>", "", text, flags=re.DOTALL)
    text = re.sub(r"<!--.*?-->\s*", "", text, flags=re.DOTALL)
    return _headed(_coloured(_named(text, name)), name, title)


def _settle(figure: Figure) -> None:
    """Lay the figure out once and for all, its axes at rounded places.

    The layout's solver visits its constraints in the order of their addresses, so that the last digits of its answer
    differ from run to run.
    """
    if figure.get_layout_engine() is None:
        return
    figure.draw_without_rendering()
    figure.set_layout_engine("none")
    for axes in figure.axes:
        left, bottom, width, height = (round(side, 6) for side in axes.get_position(original=True).bounds)
        axes.set_position((left, bottom, width, height))


def _named(text: str, name: str) -> str:
    """Return the SVG with the ids that are referred to, and what refers to them, begun with `name`; no other ids."""
    text = re.sub(r'<g id="[^"]*"/>\s*', "", text)
    text = re.sub(r'<g id="[^"]*"', "<g", text)
    return re.sub(r'((?<=\s)id="|url\(#|href="#)', rf"\g<1>{name}-", text)


def _coloured(text: str) -> str:
    """Return the SVG in the page's colours and font."""
    for colour, variable in VARIABLES.items():
        text = text.replace(colour, variable)
    return re.sub(r"; font-family: [^;\"]*", "", text)


def _headed(text: str, name: str, title: str) -> str:
    """Return the SVG with its natural width in CSS pixels and a title."""
    head, body = text.split(">", 1)
    box = re.search(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', head)
    width, height = (float(side) for side in box.groups()) if box else (0.0, 0.0)
    opening = (
        f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" role="img"'
        f' viewBox="0 0 {width:g} {height:g}" width="{width * PIXELS:.0f}" height="{height * PIXELS:.0f}"'
        f' style="min-width: {width * PIXELS * SHRUNK:.0f}px" aria-labelledby="{name}-title">'
    )
    return f'{opening}\n<title id="{name}-title">{escape(title)}</title>{body}'
