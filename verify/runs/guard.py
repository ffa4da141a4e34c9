"""Guard: notice when an author's code replaces a part of Python or of Assay, which could turn any answer around.

This catches accidents and carelessness; it is no defence against someone who wants to cheat.
"""

from __future__ import annotations

import builtins
import sys
from collections.abc import Mapping
from types import ModuleType
from typing import Any

_WATCHED = ("json", "json.encoder", "json.decoder", "math", "operator", "fractions", "os", "hashlib", "importlib",
            "numpy", "sympy", "flint")
Snapshot = Mapping[str, tuple[ModuleType, Mapping[str, Any]]]


def snapshot() -> Snapshot:
    """Return what the watched names mean now: those of Python's builtins, some libraries and all of our modules."""
    ours = [name for name in sys.modules if name.partition(".")[0] == "verify" and ".papers" not in name]
    found: dict[str, tuple[ModuleType, Mapping[str, Any]]] = {"builtins": (builtins, dict(vars(builtins)))}
    for name in (*_WATCHED, *ours):
        module = sys.modules.get(name)
        if module is not None:
            found[name] = (module, dict(vars(module)))
    return found


def mend(before: Snapshot) -> str | None:
    """Put every replaced name back; return a sentence that names the first one, or None."""
    replaced = None
    for name, (module, meaning) in before.items():
        now = vars(module)
        for key, value in meaning.items():
            if not key.startswith("_") and now.get(key, _ABSENT) is not value:
                setattr(module, key, value)
                replaced = replaced or f"{name}.{key}"
    return replaced and f"the file replaces {replaced}, which Assay relies on, so no answer can be trusted"


_ABSENT = object()
