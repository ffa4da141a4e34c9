"""Runs: files imported, units of work done in processes with limits, results kept."""
