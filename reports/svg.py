"""SVG: a drawing as part of an HTML page."""

from markupsafe import Markup, escape

from reports import glyph
from reports.plot import WIDTH, Cell, Drawing, Item, Shape, Stroke, Words
from reports.tikz import DASHES

_SIZE = 3.3  # of letters, in millimetres
_LETTER = 0.52  # the mean width of a letter, as a share of its size


def image(drawing: Drawing, title: str, description: str, anchor: str) -> Markup:
    """The drawing as an `<svg>` element with a title and a description, whose ids begin with `anchor`."""
    height = drawing.height
    body = Markup("").join(_item(item, height) for item in drawing.items)
    return Markup(
        '<svg class="plot" viewBox="0 0 {0:g} {1:.4g}" role="img" aria-labelledby="{2}-t {2}-d"><title id="{2}-t">{3}'
        '</title><desc id="{2}-d">{4}</desc>{5}</svg>'
    ).format(WIDTH, height, anchor, _shown(title), _shown(description), body)


def _item(item: Item, height: float) -> Markup:
    if isinstance(item, Cell):
        return Markup('<rect x="{:.2f}" y="{:.2f}" width="{:.2f}" height="{:.2f}" fill="#{}"/>').format(
            item.x, height - item.y - item.height, item.width + 0.03, item.height + 0.03, item.colour)
    if isinstance(item, Words):
        text = glyph.abbreviate(item.text, 120)
        long = len(text) * _SIZE * _LETTER > item.room
        squeeze = Markup(' textLength="{:.2f}" lengthAdjust="spacingAndGlyphs"').format(item.room) if long else ""
        return Markup('<text class="{}" x="{:.2f}" y="{:.2f}" text-anchor="{}"{}>{}</text>').format(
            item.style, item.x, height - item.y, item.anchor, squeeze, _shown(text))
    points = Markup(" ").join(Markup("{:.5g},{:.5g}").format(x, height - y) for x, y in item.points)
    if isinstance(item, Stroke):
        dash = Markup(' stroke-dasharray="{}"').format(DASHES[item.dash]) if item.dash else ""
        return Markup('<polyline class="{}" stroke-width="{:g}"{} points="{}"/>').format(
            item.style, item.width, dash, points)
    return _shape(item, points, height)


def _shape(item: Shape, points: Markup, height: float) -> Markup:
    kind = f"{item.style} {'solid' if item.filled else 'hollow'}"
    if item.radius:
        (x, y), radius = item.points[0], item.radius
        return Markup('<circle class="{}" cx="{:.5g}" cy="{:.5g}" r="{:.2f}"/>').format(kind, x, height - y, radius)
    return Markup('<polygon class="{}" points="{}"/>').format(kind, points)


def _shown(text: str) -> Markup:
    return escape(glyph.visible(glyph.abbreviate(text, 600)))
