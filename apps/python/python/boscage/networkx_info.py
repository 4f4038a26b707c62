"""What NetworkX is told of the backend before it loads it."""

from __future__ import annotations

from typing import Any

_FUNCTIONS = {
    "minimum_spanning_edges": "The edges in the order of Kruskal's algorithm, whatever `algorithm` is.",
    "maximum_spanning_edges": "The edges in the order of Kruskal's algorithm, whatever `algorithm` is.",
    "minimum_spanning_tree": "A graph of NetworkX; ties are resolved as by Kruskal's algorithm.",
    "maximum_spanning_tree": "A graph of NetworkX; ties are resolved as by Kruskal's algorithm.",
    "connected_components": "",
    "number_connected_components": "",
    "is_connected": "",
    "node_connected_component": "",
}


def info() -> dict[str, Any]:
    """The backend's entry for ``networkx.backend_info``."""
    return {
        "backend_name": "boscage",
        "project": "boscage",
        "package": "boscage",
        "url": "https://github.com/boscage/boscage",
        "short_summary": "Minimum spanning forests and connected components on all cores",
        "functions": {
            name: {"additional_docs": words} if words else {} for name, words in _FUNCTIONS.items()
        },
    }
