"""Executors: the same shards in this process, in a pool of processes, or on Ray. The only file that imports ray.

All have one shape: a generator of receipts in order of completion, that ends its workers when it is closed. A task is
one shard, some seconds of work, that writes its own files and returns a receipt of a few hundred bytes; at most a few
tasks a core are in flight, so nothing piles up in the cluster. On Ray a task may run twice (a lost worker's is begun
again): it writes the same bytes.
"""

import gc
import multiprocessing
import os
import pickle
import re
import secrets
import signal
import socket
import tempfile
import threading
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any, Final

from jobs import shard as shards
from jobs.plan import Shard
from jobs.shard import Work
from sim.errors import InputError, MachineError

Receipt = dict[str, Any]
Receipts = Generator[Receipt, None, None]
IN_FLIGHT: Final = 2  # tasks for each worker that are submitted at once
_RETRIES: Final = 3  # of a task whose worker died
_RECYCLE: Final = 200  # tasks after which a worker process is replaced
_STORE: Final = 100 << 20  # bytes of Ray's object store, which only carries the work description
_ENDING: Final = (signal.SIGINT, signal.SIGTERM)
_PATIENCE: Final = 5.0  # seconds for a cluster to answer its port
_HOST: Final = re.compile(r"(?:\w+://)?\[?(?P<host>[^/\[\]]+)\]?:(?P<port>[0-9]{1,9})")
_LOCAL: Final = {  # what Ray reads when it is imported, for a cluster that is started here
    "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0",  # listen on 127.0.0.1: Ray 2.60 takes `_node_ip_address` for a wish
    "RAY_AUTH_MODE": "token",  # unset, it writes a token file into the home directory and warns
    "RAY_USAGE_STATS_ENABLED": "0",
    "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0",  # unset, it warns of a default that is to change
}


def inline(work: Work, todo: Iterable[Shard]) -> Receipts:
    """Play one shard after another in this process."""
    for shard in todo:
        yield shards.play(work, shard)


def pool(work: Work, todo: Iterable[Shard], workers: int) -> Receipts:
    """Play on `workers` processes of this machine.

    The work travels as a file: a worker that dies before it has read its arguments would leave this process writing
    them to a full pipe for ever, since multiprocessing holds the reading end open as well.
    """
    with tempfile.TemporaryDirectory(prefix="tourney-") as folder:
        told = Path(folder, "work.pickle")
        told.write_bytes(pickle.dumps(work))
        yield from _pool(told, iter(todo), workers)


def _pool(told: Path, todo: Iterator[Shard], workers: int) -> Receipts:
    spawn = multiprocessing.get_context("spawn")
    executor = ProcessPoolExecutor(workers, spawn, initializer=_begin_worker, initargs=(str(told),))
    try:
        yield from _topped_up(executor, todo, IN_FLIGHT * workers)
    except BrokenProcessPool as fault:
        problem = "a worker process died (out of memory, or killed)"
        raise MachineError(f"{problem}; the same command goes on from here") from fault
    finally:
        for process in list((executor._processes or {}).values()):  # noqa: SLF001 - no public way before Python 3.14
            process.terminate()
        executor.shutdown(wait=True, cancel_futures=True)


_told: Final[dict[str, Work]] = {}  # in a worker process: its work, read once


def _begin_worker(told: str) -> None:
    _remember("", lambda: pickle.loads(Path(told).read_bytes()))  # noqa: S301 - of our own making
    threading.Thread(target=_outlive_nobody, daemon=True).start()


def _outlive_nobody() -> None:
    """End this worker when the driver has died, however it did: nobody else would."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _remember(name: str, read: Callable[[], Work]) -> None:
    """Read the work, and keep it out of sight of the collector of garbage: it may hold a million small objects."""
    gc.disable()
    _told.clear()
    _told[name] = read()
    gc.freeze()
    gc.enable()


def _play_mine(shard: Shard) -> Receipt:
    return shards.play(_told[""], shard)


def _play_told(told: list[Any], shard: Shard) -> Receipt:
    """Play on Ray, where `told` holds the reference of the work: in a list, so that it is not read for every task."""
    import ray  # noqa: PLC0415 - as in ray_tasks

    name = told[0].hex()
    if name not in _told:
        _remember(name, lambda: ray.get(told[0]))
    return shards.play(_told[name], shard)


def _topped_up(executor: ProcessPoolExecutor, todo: Iterator[Shard], most: int) -> Receipts:
    with _interrupts_held():  # all workers are started here
        pending: set[Future[Receipt]] = {executor.submit(_play_mine, shard) for shard in islice(todo, most)}
    while pending:
        done, pending = wait(pending, return_when=FIRST_COMPLETED)
        for future in done:
            yield future.result()
            pending |= {executor.submit(_play_mine, shard) for shard in islice(todo, 1)}


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """Hold signals back for a moment. Processes started meanwhile never see Ctrl-C: the driver does, and ends them.

    The mask alone is no hold: another thread, such as a library's, takes the signal, and Python handles it here. A
    worker whose start was cut off so would complain of it with a traceback.
    """
    came: list[int] = []
    mine = threading.current_thread() is threading.main_thread()  # no other may set handlers, or is interrupted
    handlers = {n: signal.signal(n, lambda number, _: came.append(number)) for n in _ENDING} if mine else {}
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
        for ending, handler in handlers.items():
            signal.signal(ending, handler or signal.SIG_DFL)
    for number in came[:1]:
        signal.raise_signal(number)


def ray_tasks(work: Work, todo: Iterable[Shard], workers: int | None, address: str | None) -> Receipts:
    """Play on a Ray cluster: a local one of `workers` cores that is started here, or the one at `address`.

    The run's folder must be on a file system that all nodes share.
    """
    if not address:
        _prepare_local()
    import ray  # noqa: PLC0415 - a second of import, for those runs only that use it

    with _cluster(ray, workers, address) as stays:
        cores = int(ray.cluster_resources().get("CPU", 1))  # type: ignore[no-untyped-call]  # Ray's own lack
        task = ray.remote(num_cpus=1, max_retries=0, max_calls=_RECYCLE)(_play_told)  # see _waited
        told = [ray.put(work)]
        try:
            yield from _waited(ray, partial(task.remote, told), iter(todo), IN_FLIGHT * cores, stays)
        except ray.exceptions.RayTaskError as fault:
            if isinstance(fault.cause, InputError | MachineError | OSError):
                raise fault.cause from None
            raise
        except ray.exceptions.RayError as fault:
            raise MachineError(f"the cluster lost work for good: {_first_line(fault)}") from fault


def _prepare_local() -> None:
    for name, value in _LOCAL.items():
        os.environ.setdefault(name, value)
    if os.environ["RAY_AUTH_MODE"] == "token":
        os.environ.setdefault("RAY_AUTH_TOKEN", secrets.token_hex(32))  # this run's own


def _waited(ray: Any, begin: Callable[[Shard], Any], todo: Iterator[Shard], most: int, stays: bool) -> Receipts:
    """Yield receipts; `stays`: the connection outlives us, so that what has been begun would play on.

    Else it ends with the connection. To cancel it then is a risk: Ray 2.60 aborts the whole process if a task ends at
    the moment when it is cancelled. A shard that is lost with its worker is begun again here and not by Ray, which
    would also do so while we leave and it ends our workers, and complain on standard error that it can tell nobody.
    """
    pending = {begin(shard): (shard, _RETRIES) for shard in islice(todo, most)}
    try:
        while pending:
            (done, *_), _ = ray.wait([*pending], num_returns=1)
            shard, retries = pending.pop(done)
            try:
                receipt = ray.get(done)
            except ray.exceptions.RayError as fault:
                if retries == 0 or isinstance(fault, ray.exceptions.RayTaskError):
                    raise
                pending[begin(shard)] = shard, retries - 1
            else:
                yield receipt
                pending.update({begin(new): (new, _RETRIES) for new in islice(todo, 1)})
    finally:
        for reference in pending if stays else ():
            ray.cancel(reference, force=True)


@contextmanager
def _cluster(ray: Any, workers: int | None, address: str | None) -> Iterator[bool]:
    """Start or join a cluster; end only what was started here. Yields whether somebody else had connected us."""
    joined = ray.is_initialized()
    if not joined:
        _connect(ray, workers, address)
    try:
        yield joined
    finally:
        if not joined:
            ray.shutdown()


def _connect(ray: Any, workers: int | None, address: str | None) -> None:
    os.environ.setdefault("RAY_ENABLE_UV_RUN_RUNTIME_ENV", "0")
    if address:
        _knock(address)
    how: dict[str, Any] = {"log_to_driver": False, "logging_level": "ERROR"}
    if not address:
        how |= {"num_cpus": workers, "object_store_memory": _STORE, "include_dashboard": False}
        how["_node_ip_address"] = "127.0.0.1"
    handler = signal.getsignal(signal.SIGTERM)
    try:
        ray.init(address=address or "local", **how)  # else it would look for a cluster itself
    except (ConnectionError, RuntimeError, ValueError) as fault:
        if address:
            problem = f"no Ray cluster answers there ({_first_line(fault)})"
            raise InputError(f"--address = {address}: {problem}; right would be host:port of one, or auto") from fault
        raise MachineError(f"no local Ray cluster starts: {_first_line(fault)}") from fault
    finally:
        signal.signal(signal.SIGTERM, handler)  # Ray lays its own over it, which knows no exit codes


def _knock(address: str) -> None:
    """Raise InputError if nobody listens at host:port: Ray itself would ask again for minutes."""
    match = _HOST.fullmatch(address)
    if match is None:
        return
    try:
        socket.create_connection((match["host"], int(match["port"])), _PATIENCE).close()
    except (OSError, OverflowError) as fault:
        problem = f"nobody answers there ({getattr(fault, 'strerror', None) or fault})"
        raise InputError(
            f"--address = {address}: {problem}; right would be host:port of a Ray cluster, or auto"
        ) from None


def _first_line(fault: BaseException) -> str:
    return (str(fault).splitlines() or [type(fault).__name__])[0]
