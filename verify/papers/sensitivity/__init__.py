"""Sensitivity and LayerNorm blow-up of transformers.  Every part states one subject's claims."""

# The order of the imports is the order of the claims.
# isort: off
from verify.papers.sensitivity.paper import paper
from verify.papers.sensitivity import (
    boolean_analysis, layernorm, attention, layer_change, certificate, ascent, bound, distance,
    parity_network, network, sharpness, blowup,
)

__all__ = ["ascent", "attention", "blowup", "boolean_analysis", "bound", "certificate", "distance", "layer_change",
           "layernorm", "network", "paper", "parity_network", "sharpness"]
