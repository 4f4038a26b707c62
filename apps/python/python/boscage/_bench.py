"""Times side by side."""

def bench() -> None:
    pass
