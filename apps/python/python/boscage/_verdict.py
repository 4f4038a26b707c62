"""What a proof of a forest finds."""

from __future__ import annotations

from typing import Optional

#: Explanations of verdicts, with the edges inside and outside of the forest.
_WORDS = {
    "exact": "the edges are distinct, close no cycle and join all that the graph joins; no other edge is "
    "better than one on the path between its ends, ties by position included",
    "minimal": "a forest of the best total weight; edge {1} weighs as much as edge {0}, and comes first",
    "unknown": "the graph has no edge {0}",
    "repeated": "edge {0} is listed twice",
    "cycle": "edge {0} closes a cycle",
    "not spanning": "edge {1} connects two trees: the forest does not span",
    "not minimal": "edge {0} could be replaced by edge {1}, which is better",
}


class Verdict:
    """Result of :func:`boscage.verify`. It is true if the forest is a minimum (maximum) spanning forest.

    Attributes
    ----------
    kind : str
        ``"exact"``: the forest that :func:`boscage.minimum_spanning_forest` returns, ties included;
        ``"minimal"``: another one of the same total weight. All others are flaws: ``"unknown"``,
        ``"repeated"``, ``"cycle"``, ``"not spanning"``, ``"not minimal"``.
    reason : str
        The proved property, or the flaw, in words.
    inside, outside : int or None
        The edge of the forest, and the one outside, that prove the flaw.
    """

    def __init__(self, kind: str, inside: Optional[int], outside: Optional[int]) -> None:
        self.kind, self.inside, self.outside = kind, inside, outside
        self.reason = _WORDS[kind].format(inside, outside)

    def __bool__(self) -> bool:
        return self.kind in ("exact", "minimal")

    def __eq__(self, other: object) -> bool:
        return self._key() == other._key() if isinstance(other, Verdict) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._key())

    def _key(self) -> tuple:
        return self.kind, self.inside, self.outside

    def __repr__(self) -> str:
        return f"<boscage.Verdict: {self.kind}: {self.reason}>"
