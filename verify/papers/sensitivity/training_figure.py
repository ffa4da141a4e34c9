"""Figures of the stored training runs: along one that found parity, and at the end of all that fitted."""

from __future__ import annotations

from typing import Any

from verify import curve, lines, points
from verify.papers.sensitivity.paper import paper
from verify.papers.sensitivity.training_data import fitted, middle
from verify.papers.sensitivity.training_run import LONG

Picture = Any
LENGTHS = [4, 6, 8]
LONGEST = ["training-rise", "training-norm"]
SHOWN = "The stored run of 6 bits with seed 0, trained 1000 steps beyond the goal, against its start"


@paper.figure("training-curve", title="Loss, sharpness, norm and blow-up of a run that found parity",
              at="Section 5, trained networks", illustrates=LONGEST,
              says=SHOWN + ": every quantity is divided by its value there, and drawn at 1/1000 where it is less")
def training_curve() -> Picture:
    along = next(record["along"] for record in fitted("parity", 6, LONG) if record["run"][2] == 0)
    steps = [float(step) for step in along["step"]]
    return lines(*(curve(name, steps, [max(float(value / along[key][0]), 1e-3) for value in along[key]])
                   for name, key in (("loss", "loss"), ("sharpness", "sharpness"), ("norm", "norm"),
                                     ("√(E Blowup²)", "blowup"))),
                 x="step", y="relative to the start", log_y=True)


@paper.figure("training-blowup-norm", title="Norm and blow-up of that run", at="Section 5, trained networks",
              illustrates=LONGEST, says=SHOWN)
def training_blowup_norm() -> Picture:
    along = next(record["along"] for record in fitted("parity", 6, LONG) if record["run"][2] == 0)
    return lines(points("snapshots", [float(value) for value in along["norm"]],
                        [float(value) for value in along["blowup"]]), x="norm of all parameters", y="√(E Blowup²)")


@paper.figure("training-lengths", title="Sharpness of trained networks against the length",
              at="Section 5, trained networks",
              illustrates=["training-sharpness", "training-growth", "training-scratchpad", "training-majority"],
              says="Stored runs that fitted, at ρ = 3: every run is a point, the line joins the medians")
def training_lengths() -> Picture:
    series = []
    for name in ("parity", "majority", "scratchpad", "first", "mean"):
        found = [(n, float(record["sharpness"][0])) for n in LENGTHS for record in fitted(name, n)]
        series.append(points(name, [n for n, _ in found], [value for _, value in found]))
        series.append(curve(name, LENGTHS, [float(middle(name, n)) for n in LENGTHS]))
    return lines(*series, x="length n", y="L_3,n", log_y=True)
