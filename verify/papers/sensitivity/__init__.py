"""Sensitivity and LayerNorm blow-up of transformers.  Every part states one subject's claims."""

# The order of the imports is the order of the claims.
# isort: off
from verify.papers.sensitivity.paper import paper
from verify.papers.sensitivity import (
    spectrum, family, majority, perturbation, parity_growth,
    layernorm, attention, layer_change, certificate, ascent, bound, distance,
    parity_network, network, sharpness, blowup, training, generalisation, figure, training_figure,
)

__all__ = ["ascent", "attention", "blowup", "bound", "certificate", "distance", "family", "figure", "generalisation",
           "layer_change", "layernorm", "majority", "network", "paper", "parity_growth", "parity_network",
           "perturbation", "sharpness", "spectrum", "training", "training_figure"]
