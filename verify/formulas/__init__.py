"""Formulas: from text to unevaluated trees, and what they may call."""
