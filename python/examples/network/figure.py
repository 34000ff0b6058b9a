# SPDX-License-Identifier: Apache-2.0
"""Two panels of curves as SVG: losses against epochs, accuracies against accumulator bits."""

import math
from typing import NamedTuple
from xml.sax.saxutils import escape

WIDTH, HEIGHT, LEFT, TOP, GAP, LEGEND = 420, 320, 60, 40, 80, 22
COLOURS = ("#2f6fb0", "#c8641f", "#3f8a3f", "#8a4fa8", "#c03050", "#12908e", "#7a6a00", "#777777")
DASHES = ("none", "8 4", "2 3", "10 3 2 3")
STYLE = """
svg { --back: #ffffff; --ink: #1f2328; --faint: #59636e; --line: #8b949e; }
@media (prefers-color-scheme: dark) { svg { --back: #14181d; --ink: #e6edf3; --faint: #9da7b3; } }
text { font: 12px ui-monospace, "DejaVu Sans Mono", Menlo, monospace; fill: var(--ink); }
.faint { fill: var(--faint); } .bold { font-weight: bold; } .back { fill: var(--back); }
.grid { stroke: var(--line); stroke-opacity: 0.35; } .frame { stroke: var(--line); fill: none; }
.curve { fill: none; stroke-width: 2; }
"""


class Curve(NamedTuple):
    name: str
    points: list  # of (x, y)


class Axis(NamedTuple):
    low: float
    high: float
    ticks: list  # of (value, text)
    is_log: bool = False

    def place(self, value):
        """From 0 to 1; beyond the axis its end."""
        value = min(max(value, min(self.low, self.high)), max(self.low, self.high))
        low, high = self.low, self.high
        if self.is_log:
            value, low, high = map(math.log, (value, low, high))
        return (value - low) / (high - low)


def figure(losses, accuracies):
    epochs = max(len(curve.points) for curve in losses)
    bits = [x for x, _ in accuracies[0].points]
    step = 5 if epochs >= 10 else 1
    left = _panel(
        "training loss against epochs",
        losses,
        Axis(1, max(epochs, 2), [(e, str(e)) for e in range(1, epochs + 1) if e == 1 or e % step == 0]),
        Axis(0.03, 10, [(y, str(y)) for y in (0.03, 0.1, 0.3, 1, 3, 10)], is_log=True),
    )
    right = _panel(
        "test accuracy against bits of the accumulator",
        accuracies,
        Axis(max(bits) + 0.5, min(bits) - 0.5, [(b, str(b)) for b in bits]),
        Axis(0, 1, [(y / 5, f"{20 * y} %") for y in range(6)]),
    )
    rows = max(len(losses), len(accuracies))
    width = 2 * WIDTH + LEFT + GAP + 20
    height = TOP + HEIGHT + 40 + LEGEND * rows
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
        f'height="{height}" role="img">\n<title>A network trained on units</title>\n'
        f"<style>{STYLE}</style>\n"
        f'<rect class="back" width="{width}" height="{height}"/>\n'
        f'<g transform="translate({LEFT} {TOP})">{left}</g>\n'
        f'<g transform="translate({LEFT + WIDTH + GAP} {TOP})">{right}</g>\n</svg>\n'
    )


def _panel(title, curves, x_axis, y_axis):
    parts = [f'<text class="bold" y="-14">{escape(title)}</text>']
    for value, text in x_axis.ticks:
        x = WIDTH * x_axis.place(value)
        parts.append(f'<path class="grid" d="M {x:.1f} 0 V {HEIGHT}"/>')
        parts.append(
            f'<text class="faint" x="{x:.1f}" y="{HEIGHT + 18}" text-anchor="middle">{text}</text>'
        )
    for value, text in y_axis.ticks:
        y = HEIGHT * (1 - y_axis.place(value))
        parts.append(f'<path class="grid" d="M 0 {y:.1f} H {WIDTH}"/>')
        parts.append(f'<text class="faint" x="-8" y="{y + 4:.1f}" text-anchor="end">{text}</text>')
    parts.append(f'<rect class="frame" width="{WIDTH}" height="{HEIGHT}"/>')
    for i, curve in enumerate(curves):
        look = f'stroke="{COLOURS[i % len(COLOURS)]}" stroke-dasharray="{DASHES[i % len(DASHES)]}"'
        places = " L ".join(
            f"{WIDTH * x_axis.place(x):.1f} {HEIGHT * (1 - y_axis.place(y)):.1f}"
            for x, y in curve.points
        )
        parts.append(f'<path class="curve" {look} d="M {places}"/>')
        y = HEIGHT + 40 + LEGEND * i
        parts.append(f'<path class="curve" {look} d="M 0 {y} h 36"/>')
        parts.append(f'<text x="46" y="{y + 4}">{escape(curve.name)}</text>')
    return "\n".join(parts)
