"""Executors: the same shards in this process, in a pool of processes, or on a Ray cluster. The only file that imports ray.

All have one shape: an iterator of receipts in order of completion. A task is one shard, some seconds of work, that writes its own
files and returns a receipt of a few hundred bytes; at most a few tasks a core are in flight, so nothing piles up in the
cluster. A task may run twice (a lost worker is retried): it writes the same bytes.
"""

import multiprocessing
import os
import signal
from collections.abc import Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from itertools import islice
from typing import Any, Final

from jobs import shard as shards
from jobs.plan import Shard
from jobs.shard import Work
from sim.errors import InputError, MachineError

Receipt = dict[str, Any]
IN_FLIGHT: Final = 2  # tasks for each worker that are submitted at once
_RETRIES: Final = 3  # of a task whose worker died
_RECYCLE: Final = 200  # tasks after which a worker process is replaced
_STORE: Final = 100 << 20  # bytes of Ray's object store, which only carries the work description


def inline(work: Work, todo: Iterable[Shard]) -> Iterator[Receipt]:
    """Play one shard after another in this process."""
    return (shards.play(work, shard) for shard in todo)


def pool(work: Work, todo: Iterable[Shard], workers: int) -> Iterator[Receipt]:
    """Play on `workers` processes of this machine."""
    spawn = multiprocessing.get_context("spawn")
    executor = ProcessPoolExecutor(workers, spawn, initializer=_begin_worker, initargs=(work,))
    try:
        yield from _topped_up(executor, iter(todo), IN_FLIGHT * workers)
    except BrokenProcessPool as fault:
        raise MachineError("a worker process died (out of memory, or killed); the same command goes on from here") from fault
    finally:
        for process in list((executor._processes or {}).values()):  # no public way to stop running work
            process.terminate()
        executor.shutdown(wait=True, cancel_futures=True)


_work: Work | None = None  # of a pool's worker process, set once when it starts


def _begin_worker(work: Work) -> None:
    global _work
    _work = work
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches the whole group; the driver ends the workers


def _play_mine(shard: Shard) -> Receipt:
    if _work is None:
        raise RuntimeError("a worker was asked before it was told its work")
    return shards.play(_work, shard)


def _topped_up(executor: ProcessPoolExecutor, todo: Iterator[Shard], most: int) -> Iterator[Receipt]:
    pending: set[Future[Receipt]] = {executor.submit(_play_mine, shard) for shard in islice(todo, most)}
    while pending:
        done, pending = wait(pending, return_when=FIRST_COMPLETED)
        for future in done:
            yield future.result()
            pending |= {executor.submit(_play_mine, shard) for shard in islice(todo, 1)}


def ray_tasks(work: Work, todo: Iterable[Shard], workers: int | None, address: str | None) -> Iterator[Receipt]:
    """Play on a Ray cluster: a local one of `workers` cores that is started here, or the one at `address`.

    The run's folder must be on a file system that all nodes share.
    """
    import ray  # noqa: PLC0415  # a second of import, for those runs only that use it

    with _cluster(ray, workers, address):
        cores = int(ray.cluster_resources().get("CPU", 1))
        task = ray.remote(num_cpus=1, max_retries=_RETRIES, max_calls=_RECYCLE)(shards.play)
        told = ray.put(work)
        try:
            yield from _waited(ray, task, told, iter(todo), IN_FLIGHT * cores)
        except ray.exceptions.RayTaskError as fault:
            cause = fault.cause if isinstance(fault.cause, Exception) else fault
            if isinstance(cause, InputError | MachineError | OSError):
                raise cause from None
            raise
        except ray.exceptions.RayError as fault:
            raise MachineError(f"the cluster lost work for good: {str(fault).splitlines()[0]}") from fault


def _waited(ray: Any, task: Any, told: Any, todo: Iterator[Shard], most: int) -> Iterator[Receipt]:
    pending = [task.remote(told, shard) for shard in islice(todo, most)]
    while pending:
        done, pending = ray.wait(pending, num_returns=1)
        for reference in done:
            receipt: Receipt = ray.get(reference)
            yield receipt
            pending += [task.remote(told, shard) for shard in islice(todo, 1)]


@contextmanager
def _cluster(ray: Any, workers: int | None, address: str | None) -> Iterator[None]:
    """Start or join a cluster; end only what was started here."""
    joined = ray.is_initialized()
    if not joined:
        os.environ.setdefault("RAY_ENABLE_UV_RUN_RUNTIME_ENV", "0")
        quiet = {"log_to_driver": False, "logging_level": "ERROR", "include_dashboard": None if address else False}
        local: dict[str, Any] = {"num_cpus": workers, "object_store_memory": _STORE, "_node_ip_address": "127.0.0.1"}
        try:
            ray.init(address=address, **{**quiet, **({} if address else local)})
        except (ConnectionError, RuntimeError, ValueError) as fault:
            where = f"--address {address}" if address else "a local Ray cluster"
            raise InputError(f"{where}: no Ray cluster answers: {str(fault).splitlines()[0]}") from fault
    try:
        yield
    finally:
        if not joined:
            ray.shutdown()
