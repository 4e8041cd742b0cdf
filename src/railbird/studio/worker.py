"""The process of one job: ``python -m railbird.studio.worker LIBRARY JOB``.

It holds a lock while it lives, so that a server can tell whether it does, even one that was started
later.
"""

from __future__ import annotations

import os
import sqlite3
import sys
from pathlib import Path

from railbird.compute.locks import lock_file
from railbird.errors import InputError, OptionError
from railbird.history.library.trouble import in_words
from railbird.studio.settings import StudioSettings
from railbird.studio.store import StudioStore
from railbird.studio.task import CancelledError, Task
from railbird.studio.work import KINDS


def lock_path(settings: StudioSettings, job: int) -> Path:
    """The file that the process of a job locks."""
    return settings.folder / "locks" / f"{job}"


def is_alive(settings: StudioSettings, job: int) -> bool:
    """Whether a process does this job."""
    path = lock_path(settings, job)
    try:
        with path.open("ab") as file:
            lock_file(file, path)
    except FileNotFoundError:
        return False
    except OptionError:
        return True
    return False


def work(library: Path, job: int) -> None:
    """Do a job that is starting, and note how it ends."""
    settings = StudioSettings(library=library)
    path = lock_path(settings, job)
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("ab") as file, StudioStore(settings.folder) as store:
        lock_file(file, path)
        kept = store.job(job)
        if kept is None or not store.note_process(job, os.getpid()):
            return
        try:
            result = KINDS[kept.kind].run(Task(job, kept.asked, settings, store))
        except CancelledError:
            return
        except InputError as error:
            store.finish_job(job, error=str(error))
        except (OSError, sqlite3.Error) as error:
            store.finish_job(job, error=in_words(error, library))
        except BaseException as error:
            store.finish_job(job, error=f"the job failed: {type(error).__name__}: {error}")
            raise
        else:
            store.finish_job(job, result=result)


if __name__ == "__main__":
    work(Path(sys.argv[1]), int(sys.argv[2]))
