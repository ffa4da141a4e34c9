"""TikZ: a drawing as LaTeX."""

from reports import glyph, tex
from reports.plot import WIDTH, Cell, Drawing, Item, Shape, Stroke, Words
from reports.tex import Tex

COLOURS = {"c0": "0072B2", "c1": "D55E00", "c2": "009E73", "c3": "B8860B", "c4": "AA4499", "c5": "56B4E9",
           "c6": "5F5F5F", "c7": "882255", "ink": "1D2127", "light": "FFFFFF", "dark": "1D2127"}
"""The colours of curves and words; `quiet` and `hair` are those of the report."""
DASHES = ("", "2 0.8", "0.5 0.8", "2 0.8 0.5 0.8", "3.5 1", "1 0.6", "3.5 0.8 0.5 0.8 0.5 0.8", "0.5 1.6")
"""Lengths of strokes and gaps in millimetres, by the number of a curve."""
_ANCHORS = {"start": "base west", "middle": "base", "end": "base east"}


def picture(drawing: Drawing) -> Tex:
    r"""The drawing as a `tikzpicture` of millimetres; `\fit` of the preamble squeezes words.

    >>> print(picture(Drawing(9, (Stroke(((0, 0), (1, 2)), "c0"),))))
    \begin{tikzpicture}[x=1mm,y=1mm]\path (0,0) rectangle (140,9);
    \draw[c0,line width=0.35mm] (0,0)--(1,2);
    \end{tikzpicture}
    """
    body = "\n".join(map(_item, drawing.items))
    return Tex(rf"\begin{{tikzpicture}}[x=1mm,y=1mm]\path (0,0) rectangle ({WIDTH:g},{drawing.height:.4g});"
               f"\n{body}\n" r"\end{tikzpicture}")


def _item(item: Item) -> str:
    if isinstance(item, Cell):
        # a hair larger, so that no light shines through between two cells
        return (rf"\definecolor{{cell}}{{HTML}}{{{item.colour}}}\fill[cell] ({item.x:.2f},{item.y:.2f}) rectangle "
                f"+({item.width + 0.03:.2f},{item.height + 0.03:.2f});")
    if isinstance(item, Words):
        text = tex.escape(glyph.abbreviate(item.text, 120))
        return (rf"\node[{item.style},font=\footnotesize,inner sep=0pt,anchor={_ANCHORS[item.anchor]}] at "
                rf"({item.x:.2f},{item.y:.2f}) {{\fit{{{item.room:.2f}mm}}{{{text}}}}};")
    if isinstance(item, Stroke):
        lengths = DASHES[item.dash].split()
        dash = "".join(f" {word} {length}mm" for word, length in zip(("on", "off") * 3, lengths, strict=False))
        options = f"{item.style},line width={item.width:g}mm" + (f",dash pattern={dash.strip()}" if dash else "")
        return rf"\draw[{options}] {'--'.join(map(_point, item.points))};"
    return _shape(item)


def _shape(item: Shape) -> str:
    command = rf"\fill[{item.style}]" if item.filled else rf"\filldraw[draw={item.style},fill=white,line width=0.3mm]"
    if item.radius:
        return f"{command} {_point(item.points[0])} circle ({item.radius:.2f});"
    return f"{command} {'--'.join(map(_point, item.points))}--cycle;"


def _point(point: tuple[float, float]) -> str:
    return f"({point[0]:.4g},{point[1]:.4g})"
