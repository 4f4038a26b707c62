"""Runs the cells of a script, and writes them and their outputs as a page of Markdown.

    python render.py tour.py ../../../docs/python.md            # writes the page, and its figures beside it
    python render.py tour.py ../../../docs/python.md --check    # fails if the page would change

Cells begin with ``# %%``, those of text with ``# %% [markdown]``. As in a notebook, the value of a cell's
last expression is shown; so are figures of Matplotlib, whose names are their descriptions.
"""

from __future__ import annotations

import argparse
import ast
import contextlib
import difflib
import io
import re
import sys
from pathlib import Path
from typing import Any

MARK = re.compile(r"^# %%(.*)\n", re.MULTILINE)


def run(code: str, names: dict[str, Any]) -> str:
    """Returns the output of a cell."""
    statements = ast.parse(code).body
    shown = None
    if isinstance(statements[-1], ast.Expr):
        shown = ast.Expression(statements.pop().value)
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(ast.Module(statements, []), "cell", "exec"), names)
        value = shown and eval(compile(shown, "cell", "eval"), names)
        if value is not None:
            print(repr(value))
    return printed.getvalue()


def figures(page: Path, count: int) -> list[tuple[str, Any]]:
    """Returns the figures of a cell, by the names of their files."""
    if "matplotlib" not in sys.modules:
        return []
    import matplotlib.pyplot as plt

    plt.rcParams["svg.hashsalt"] = page.stem  # the same names in every run
    drawn = [plt.figure(number) for number in plt.get_fignums()]
    plt.close("all")
    return [(f"{page.stem}-{count + i + 1}.svg", figure) for i, figure in enumerate(drawn)]


def rendered(script: str, page: Path) -> tuple[str, list[tuple[str, Any]]]:
    """Returns the page, and its figures."""
    parts = MARK.split(script)[1:]
    names: dict[str, Any] = {"__name__": "cells"}
    text: list[str] = []
    drawn: list[tuple[str, Any]] = []
    for kind, cell in zip(parts[::2], parts[1::2]):
        cell = cell.strip()
        if "markdown" in kind:
            text.append(re.sub(r"^# ?", "", cell, flags=re.MULTILINE))
            continue
        text.append(f"```python\n{cell}\n```")
        printed = run(cell, names)
        if printed:
            text.append(f"```text\n{printed.rstrip()}\n```")
        new = figures(page, len(drawn))
        drawn += new
        text += [f"![{figure.get_label()}]({name})" for name, figure in new]
    return "\n\n".join(text) + "\n", drawn


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("script", type=Path)
    parser.add_argument("page", type=Path)
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    text, drawn = rendered(options.script.read_text(encoding="utf-8"), options.page)
    if options.check:
        old = options.page.read_text(encoding="utf-8") if options.page.exists() else ""
        lines = (side.splitlines(keepends=True) for side in (old, text))
        sys.stdout.writelines(difflib.unified_diff(*lines, "the page", "the script's"))
        missing = [name for name, _ in drawn if not options.page.with_name(name).exists()]
        return 1 if old != text or missing else 0
    options.page.write_text(text, encoding="utf-8")
    for name, figure in drawn:
        figure.savefig(options.page.with_name(name), bbox_inches="tight", metadata={"Date": None})
    return 0


if __name__ == "__main__":
    sys.exit(main())
