"""TikZ: words are escaped, lengths are told in millimetres."""

from reports import tikz
from reports.plot import Cell, Drawing, Shape, Stroke, Words


def test_every_item_becomes_one_command():
    items = (Words(1, 2, r"\input{x} 50% θ"), Cell(0, 0, 2, 3, "F0F4F9"), Stroke(((0, 0), (1, 2)), "c1", 0.4, 1),
             Shape(((0, 0), (1, 0), (0, 1)), "c2"), Shape(((3, 4),), "c4", False, 1.0))
    lines = tikz.picture(Drawing(9, items)).splitlines()[1:-1]
    assert lines == [
        r"\node[quiet,font=\footnotesize,inner sep=0pt,anchor=base] at (1.00,2.00) "
        r"{\fit{140.00mm}{\textbackslash{}input\{x\} 50\% \ensuremath{\theta}}};",
        r"\definecolor{cell}{HTML}{F0F4F9}\fill[cell] (0.00,0.00) rectangle +(2.03,3.03);",
        r"\draw[c1,line width=0.4mm,dash pattern=on 2mm off 0.8mm] (0,0)--(1,2);",
        r"\fill[c2] (0,0)--(1,0)--(0,1)--cycle;",
        r"\filldraw[draw=c4,fill=white,line width=0.3mm] (3,4) circle (1.00);",
    ]
