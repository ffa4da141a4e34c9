"""Variants: what a check would have caught, and what would make a false claim true."""
