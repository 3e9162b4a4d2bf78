"""Makes the faces here of those in `whole/`, by hand when one is new; `node tools/go.mjs fonts` cuts them.

    python3 tools/fonts/thin/thin-faces.py    (fontTools 4.38 and brotli, as Debian has them)

All have fewer units an em, and move their points between weights by a unit less or more where that needs no
saying; a face of one weight is drawn with fewer points. Nobody sees it, and it needs fewer bytes.
"""

from array import array
from functools import cache
from math import hypot
from pathlib import Path

from fontTools.ttLib import TTFont
from fontTools.ttLib.scaleUpem import scale_upem
from fontTools.ttLib.tables._g_l_y_f import GlyphCoordinates
from fontTools.varLib.instancer import instantiateVariableFont

here = Path(__file__).parent

# Each row: source face, weights (one, or a range of two), maximum shift of a curve in thousandths of an em, units per
# em. Headings are large, so their units are finer.
faces = {
    "figtree-latin": ("figtree-latin", (400, 600), 0, 512),
    "figtree-one-weight": ("figtree-latin", 450, 2, 512),
    "fraunces-soft-latin": ("fraunces-soft-latin", 380, 0.5, 1000),
    "readex-pro-arabic": ("readex-pro-arabic", (400, 500), 0, 512),
    "markazi-text-arabic": ("markazi-text-arabic", 500, 1, 800),
}


def drawn(start, handles, end):
    """Points on a curve of TrueType, close enough together to measure by."""
    points, here = [start], start
    for step, (x, y) in enumerate(handles):
        after = handles[step + 1] if step + 1 < len(handles) else None
        to = ((x + after[0]) / 2, (y + after[1]) / 2) if after else end
        for t in (n / 8 for n in range(1, 9)):
            a, b, c = (1 - t) ** 2, 2 * t * (1 - t), t * t
            points.append((a * here[0] + b * x + c * to[0], a * here[1] + b * y + c * to[1]))
        here = to
    return points


def apart(some, line):
    """How far the furthest of some points is from a line of points."""

    def away(point):
        return min(beside(point, a, b) for a, b in zip(line, line[1:]))

    return max(away(point) for point in some)


def beside(point, a, b):
    along, up = b[0] - a[0], b[1] - a[1]
    length = along * along + up * up
    part = ((point[0] - a[0]) * along + (point[1] - a[1]) * up) / length if length else 0
    part = max(0, min(1, part))
    return hypot(a[0] + part * along - point[0], a[1] + part * up - point[1])


@cache
def thinner(handles, end, most):
    """A curve that begins at nought, by one or two handles as it is directed, if that moves it by no more."""
    if len(handles) < 2:
        return handles
    whole = drawn((0, 0), handles, end)
    (x, y), (u, v) = handles[0], (handles[-1][0] - end[0], handles[-1][1] - end[1])

    def moved(fewer):
        line = drawn((0, 0), fewer, end)
        return max(apart(line, whole), apart(whole, line))

    def pair(first, last):
        return ((round(first * x), round(first * y)), (end[0] + round(last * u), end[1] + round(last * v)))

    turn = x * v - y * u
    meet = (end[0] * v - end[1] * u) / turn if turn else 0
    one = ((round(meet * x), round(meet * y)),)
    if meet > 0 and moved(one) <= most:
        return one
    if len(handles) < 3:
        return handles
    best, step = (len(handles) / 2, len(handles) / 2), 0.2
    least = moved(pair(*best))
    while step > 0.005 and least > most / 2:
        tries = ((best[0] + a * step, best[1] + b * step) for a in (-1, 0, 1) for b in (-1, 0, 1))
        nearer, nearest = min((moved(pair(*each)), each) for each in tries)
        if nearer < least:
            least, best = nearer, nearest
        else:
            step /= 2
    return pair(*best) if least <= most else handles


def thin_contour(points, on, most):
    first = on.index(1)
    points, on = points[first:] + points[: first + 1], on[first:] + on[: first + 1]
    kept, handles = [(points[0], 1)], []
    for (x, y), is_on in list(zip(points, on))[1:]:
        left, up = kept[-1][0] if not handles else corner
        if not handles:
            corner = (left, up)
        if is_on:
            fewer = thinner(tuple(handles), (x - left, y - up), most)
            kept += [((left + u, up + v), 0) for u, v in fewer] + [((x, y), 1)]
            handles = []
        else:
            handles.append((x - left, y - up))
    return unsaid(kept[:-1], most)


def unsaid(points, most):
    """Without what lies in the middle of two handles, where a curve goes through anyway."""

    def is_said(place):
        (x, y), on = points[place]
        ((a, b), before), ((c, d), after) = points[place - 1], points[(place + 1) % len(points)]
        return not on or before or after or max(abs((a + c) / 2 - x), abs((b + d) / 2 - y)) > most / 2

    return [point for place, point in enumerate(points) if place == 0 or is_said(place)]


def thin(font, most):
    glyphs = font["glyf"]
    for name in font.getGlyphOrder():
        glyph = glyphs[name]
        if glyph.numberOfContours < 1:
            continue
        start, kept, ends = 0, [], []
        for end in glyph.endPtsOfContours:
            on = [flag & 1 for flag in glyph.flags[start : end + 1]]
            kept += thin_contour(list(glyph.coordinates[start : end + 1]), on, most)
            ends.append(len(kept) - 1)
            start = end + 1
        overlaps = glyph.flags[0] & 0x40
        glyph.coordinates = GlyphCoordinates([point for point, _ in kept])
        glyph.flags = array("B", [on for _, on in kept])
        glyph.flags[0] |= overlaps
        glyph.endPtsOfContours = ends
        glyph.recalcBounds(glyphs)


def say_less(font):
    """Of a point that moves as its neighbours do, within a unit, nothing is said."""
    glyphs = font["glyf"]
    for name, moves in font["gvar"].variations.items():
        points, controls = glyphs._getCoordinatesAndControls(name, font["hmtx"].metrics)
        for move in moves:
            move.calcInferredDeltas(points, controls.endPts)
            move.optimize(points, controls.endPts, tolerance=1.5)


def name_less(font):
    """Whose work it is stays; what programs call it, and its weights, no page asks for."""
    font["name"].names = [each for each in font["name"].names if each.nameID == 0]
    if "fvar" in font:
        font["fvar"].instances = []


for name, (of, weights, thousandths, units) in faces.items():
    font = instantiateVariableFont(TTFont(here.parent / "whole" / f"{of}.woff2"), {"wght": weights})
    if thousandths:
        thin(font, thousandths * font["head"].unitsPerEm / 1000)
    scale_upem(font, units)
    if "gvar" in font:
        say_less(font)
    name_less(font)
    font.flavor = "woff2"
    font.save(here / f"{name}.woff2")
