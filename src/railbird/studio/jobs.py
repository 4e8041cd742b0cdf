"""Long work in processes of its own: starting, ending and resuming it.

All that is known of a job is a row of the studio's file.

A job waits, starts, runs, and ends. If its process is gone before its end, it is interrupted and
can be resumed, by this server or by one that is started later.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from railbird.errors import OptionError
from railbird.history.library.trouble import in_words
from railbird.studio.settings import StudioSettings
from railbird.studio.store import EARLY, KeptJob, StudioStore
from railbird.studio.work import KINDS
from railbird.studio.worker import is_alive

_SECONDS_BETWEEN = 0.1
_SECONDS_IN_TROUBLE = 1.0
_SECONDS_TO_END = 5.0


class UnknownJobError(OptionError):
    """There is no job with this id."""


class JobRunner:
    """Starts jobs that wait, a few at a time, and notices those whose process is gone."""

    def __init__(self, settings: StudioSettings, *, at_once: int | None = None) -> None:
        self._settings = settings
        self._at_once = at_once or max(1, (os.cpu_count() or 2) // 2)
        self._processes: dict[int, subprocess.Popen[bytes]] = {}
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None
        self._has_begun = False
        self.trouble: str | None = None
        """Why jobs wait, in a sentence; None if nothing is wrong."""

    def start(self) -> None:
        """Begin to look after jobs. What another server was about to start is interrupted."""
        self._look()
        self._thread = threading.Thread(target=self._run, name="jobs", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """End the processes of this server; their jobs can be resumed."""
        self._stop.set()
        if self._thread is not None:
            self._thread.join()
        for process in self._processes.values():
            process.terminate()
        for process in self._processes.values():
            try:
                process.wait(_SECONDS_TO_END)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        with suppress(Exception), self._settings.open_store() as store:
            self._notice(store)  # if it cannot be written now, the next server notices

    def _run(self) -> None:
        while not self._stop.wait(_SECONDS_IN_TROUBLE if self.trouble else _SECONDS_BETWEEN):
            self._look()

    def _look(self) -> None:
        """Look after jobs once. Whatever goes wrong, they go on when it is over."""
        try:
            with self._settings.open_store() as store:
                self._look_at(store)
        except Exception as error:
            self.trouble = in_words(error, self._settings.store_path)
        else:
            self.trouble = None

    def _look_at(self, store: StudioStore) -> None:
        if not self._has_begun:
            for job in store.jobs(states=("starting",)):
                store.move_job(job.id, "interrupted", when=("starting",))
            self._has_begun = True
        self._notice(store)
        busy = len(store.jobs(states=("starting", "running")))
        waiting = sorted(store.jobs(states=("waiting",)), key=lambda job: job.id)
        for job in waiting[: max(0, self._at_once - busy)]:
            self._begin(store, job)

    def _begin(self, store: StudioStore, job: KeptJob) -> None:
        if not store.move_job(job.id, "starting", when=("waiting",)):
            return
        try:
            self._processes[job.id] = self._process(job)
        except OSError:
            store.move_job(job.id, "waiting", when=("starting",))
            raise

    def _process(self, job: KeptJob) -> subprocess.Popen[bytes]:
        library = str(self._settings.library)
        return subprocess.Popen(
            [sys.executable, "-m", "railbird.studio.worker", library, str(job.id)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,  # Ctrl-C is for the server, which ends them
        )

    def _notice(self, store: StudioStore) -> None:
        """Jobs whose process is gone are interrupted."""
        for job in store.jobs(states=("starting", "running")):
            process = self._processes.get(job.id)
            gone = (
                process.poll() is not None
                if process is not None
                else (job.state == "running" and not is_alive(self._settings, job.id))
            )
            if gone:
                store.move_job(job.id, "interrupted", when=("starting", "running"))
        for id_ in [id_ for id_, process in self._processes.items() if process.poll() is not None]:
            del self._processes[id_]

    def ask(self, kind: str, title: str, asked: Mapping[str, Any]) -> KeptJob:
        """A new job, or the one that does the same already."""
        with self._settings.open_store() as store:
            return store.unfinished_job(kind, asked) or store.add_job(kind, title, asked)

    def cancel(self, id_: int) -> KeptJob:
        """End a job."""
        with self._settings.open_store() as store:
            job = _known(store, id_)
            if not store.move_job(id_, "cancelled", when=("waiting", "starting", "running")):
                raise OptionError(f"job {id_} has ended already: it is {job.state}")
            job = _known(store, id_)
            if job.process is not None and is_alive(self._settings, id_):
                with suppress(OSError):
                    os.kill(job.process, signal.SIGTERM)
            return job

    def resume(self, id_: int) -> KeptJob:
        """Do a job that was interrupted or cancelled, or has failed, again or to its end."""
        with self._settings.open_store() as store:
            job = _known(store, id_)
            if job.kind not in KINDS:
                raise OptionError(f"job {id_} is of the kind {job.kind}, which is not known")
            if is_alive(self._settings, id_):
                raise OptionError(f"job {id_} is still ending: try again in a moment")
            if job.state in EARLY and not can_resume(job):
                raise OptionError(f"job {id_} has not kept its file: import that again")
            if not store.move_job(id_, "waiting", when=EARLY):
                raise OptionError(f"job {id_} is {job.state}: only a job that ended early resumes")
            return _known(store, id_)


def can_resume(job: KeptJob) -> bool:
    """Whether a job ended early, and what it needs to begin again is still there."""
    kind = KINDS.get(job.kind)
    if kind is None or job.state not in EARLY:
        return False
    return kind.needs is None or Path(job.asked[kind.needs]).exists()


def _known(store: StudioStore, id_: int) -> KeptJob:
    job = store.job(id_)
    if job is None:
        raise UnknownJobError(f"there is no job {id_}: /api/jobs lists them")
    return job
