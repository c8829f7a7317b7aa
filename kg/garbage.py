"""Making many lasting records at once, without the collector of cyclic garbage walking through them over and over."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def uncollected() -> Iterator[None]:
    """Leave cyclic garbage alone for a while: for work that makes records by the hundred thousand, and no cycles.

    For a `with` statement, or as a decorator. Linking spent two fifths of its time in walking through records that all
    stay (benchmarks/linking.md).
    """
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()
