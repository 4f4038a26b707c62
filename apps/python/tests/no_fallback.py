"""A plugin for pytest: NetworkX's own tests with this backend switched on.

What the backend does not have may fall back to NetworkX: the tests make their graphs by such functions.
What it has may not: then the run fails, and so it does if one of the functions is never called.
"""

import logging

import networkx as nx
import pytest

from boscage.networkx_backend import backend
from boscage.networkx_info import info

OURS = set(info()["functions"])
fallen: list = []
called: set = set()


class Watch(logging.Handler):
    def emit(self, record):
        words = record.getMessage()
        if "alling back" in words or "fall back" in words:
            fallen.extend(name for name in OURS if f"'{name}'" in words)


def counted(name, function):
    def call(*args, **kwargs):
        called.add(name)
        return function(*args, **kwargs)

    return call


def pytest_configure(config):
    logger = logging.getLogger("networkx.utils.backends")
    logger.setLevel(logging.DEBUG)
    logger.addHandler(Watch())
    for name in OURS:
        setattr(type(backend), name, staticmethod(counted(name, getattr(backend, name))))


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session):
    print(f"\ncalled: {' '.join(sorted(called))}")
    if fallen or called != OURS or not nx.utils.backends._dispatchable._is_testing:
        print(f"fallen back: {' '.join(fallen)}; never called: {' '.join(sorted(OURS - called))}")
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
