"""Queries in processes of their own: the engine cannot be told to stop, but a process can be ended."""

import os
import queue
import signal
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path
from threading import Lock
from typing import Final

from kg.query.disk import open_on_disk
from kg.serve.answering import Reply, reply

MOST_WORKERS: Final = max(2, min(4, os.cpu_count() or 1))
"""Queries that are answered at the same time."""
_START_SECONDS: Final = 60
"""How long a worker may take to start; a slow disk and a busy machine need a few."""


@dataclass(frozen=True, slots=True)
class _Worker:
    process: BaseProcess
    pipe: "Connection[tuple[str, str] | None, Reply | None]"


class Workers:
    """Processes that answer queries from a store on disk; they start when they are needed.

    Parameters
    ----------
    path
        The store.
    seconds, size
        How long a query may take, and how many bytes its answer may have.
    """

    def __init__(self, path: Path, *, seconds: float, size: int) -> None:
        self._path, self._seconds, self._size = path, seconds, size
        self._idle: queue.LifoQueue[_Worker | None] = queue.LifoQueue()
        self._all: list[_Worker] = []
        self._lock = Lock()
        for _ in range(MOST_WORKERS):
            self._idle.put(None)

    def ask(self, query: str, accept: str) -> Reply:
        """Return the answer to a query, or what to say instead: that it took too long, or that all are busy."""
        try:
            worker = self._idle.get(timeout=self._seconds)
        except queue.Empty:
            return Reply(status=503, body=b"all workers are busy with other queries; ask again later\n")
        if worker and not worker.process.is_alive():
            self._end(worker)
            worker = None
        try:
            worker = worker or self._started()
            worker.pipe.send((query, accept))
            found = worker.pipe.recv() if worker.pipe.poll(self._seconds) else None
            said = f"the query took more than {self._seconds:g} seconds; ask for less, or for a part by LIMIT"
        except (EOFError, OSError):
            found, said = None, "the query ended the engine; ask for less at once"
        if found is None and worker:
            self._end(worker)
            worker = None
        self._idle.put(worker)
        # 500 is the protocol's status for a query that a service refuses to go on with
        return found or Reply(status=500, body=f"{said}\n".encode())

    def close(self) -> None:
        """End all workers."""
        for worker in tuple(self._all):
            self._end(worker)

    def _started(self) -> _Worker:
        context = get_context("spawn")
        here, there = context.Pipe()
        process = context.Process(target=_work, args=(self._path, there, self._size), daemon=True)
        process.start()
        there.close()
        worker = _Worker(process, here)
        with self._lock:
            self._all.append(worker)
        if not here.poll(_START_SECONDS):
            raise OSError("the worker did not start")
        here.recv()
        return worker

    def _end(self, worker: _Worker) -> None:
        worker.process.kill()
        worker.process.join()
        worker.pipe.close()
        with self._lock:
            self._all.remove(worker)


def _work(path: Path, pipe: "Connection[Reply | None, tuple[str, str] | None]", most: int) -> None:
    """Answer queries until the pipe closes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # a Ctrl-C is for the server, which then ends its workers
    store = open_on_disk(path)
    pipe.send(None)
    while True:
        try:
            asked = pipe.recv()
        except EOFError:
            return
        if asked is not None:
            pipe.send(reply(store, *asked, most))
