"""Work on a cluster: addresses, and a real Ray on this machine where it is installed."""

from __future__ import annotations

import json
import os
import socket
import threading
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

import pytest

from railbird.compute import cluster
from railbird.compute.cluster import check_address, map_cluster
from railbird.errors import LostProcessError, OptionError, RulesError
from tests.e2e.command import installed, without_notes

MATCH = Path(__file__).parents[2] / "examples" / "match.jsonl.gz"


@pytest.mark.parametrize(
    "address",
    ["", "host", "host:", ":6379", "host:port", "host:99999", "ray://", "ray://host", "http://h:1",
     "ray://me@host:1", "host:1/x", "127.0.0.1:1 "],
)  # fmt: skip
def test_what_is_no_address_is_refused(address: str) -> None:
    with pytest.raises(OptionError, match=r"is not a cluster address: use ray://HOST:PORT"):
        check_address(address)


def test_addresses_that_ray_looks_after_itself() -> None:
    check_address("here")
    check_address("auto")


@contextmanager
def server(answer: bytes | None) -> Iterator[str]:
    """The address of something that answers once, or never if there is no answer."""
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def serve() -> None:
            connection, _ = listener.accept()
            with connection:
                while answer is None and connection.recv(1000):
                    pass
                if answer is not None:
                    connection.recv(1000)
                    connection.sendall(answer)

        thread = threading.Thread(target=serve, daemon=True)
        thread.start()
        yield f"127.0.0.1:{listener.getsockname()[1]}"
        thread.join()


def test_nobody_is_there() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        closed = listener.getsockname()[1]
    for address in (f"127.0.0.1:{closed}", f"ray://127.0.0.1:{closed}", "nowhere.invalid:6379"):
        with pytest.raises(OptionError, match="no cluster answers at"):
            next(map_cluster(square, None, [1], address=address))


def test_somebody_else_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    for answer in (b"HTTP/1.1 400 Bad Request\r\n\r\n", b"SSH-2.0-OpenSSH_9.2\r\n", b""):
        with server(answer) as address, pytest.raises(OptionError, match="is not Ray"):
            check_address(address)
    with server(bytes([0, 0, 0, 4, 0, 0, 0, 0, 0])) as address:  # as Ray does
        check_address(address)
    monkeypatch.setattr(cluster, "_SECONDS_TO_ANSWER", 0.2)
    with server(None) as address, pytest.raises(OptionError, match="no cluster answers"):
        check_address(address)


def square(_: object, item: int) -> int:
    return item * item


def dies_once(marker: str, item: int) -> int:
    """Takes its process with it, the first time that it comes to 3."""
    if item == 3 and not Path(marker).exists():
        Path(marker).touch()
        os._exit(1)
    return item + 1


def dies(*_: object) -> int:
    os._exit(1)


def refuses(_: object, item: int) -> int:
    raise RulesError(f"not {item}")


needs_ray = pytest.mark.skipif(
    find_spec("ray") is None, reason="Ray is an extra: pip install 'railbird[cluster]'"
)


@pytest.fixture(scope="module")
def ray() -> Iterator[None]:
    """A cluster of two processes, which tests share."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # Ray's own
        with cluster.connected(processes=2):
            yield


@needs_ray
@pytest.mark.filterwarnings("ignore")
@pytest.mark.usefixtures("ray")
def test_results_come_in_order_and_not_all_at_once() -> None:
    taken = []

    def items() -> Iterator[int]:
        for item in range(100):
            taken.append(item)
            yield item

    results = map_cluster(square, None, items())
    assert next(results) == (0, 0)
    assert len(taken) < 20
    assert list(results) == [(item, item * item) for item in range(1, 100)]


@needs_ray
@pytest.mark.filterwarnings("ignore")
@pytest.mark.usefixtures("ray")
def test_what_a_lost_process_was_doing_is_done_again(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    marker = tmp_path / "dead"
    found = list(map_cluster(dies_once, str(marker), range(6)))
    assert marker.exists()
    assert found == [(item, item + 1) for item in range(6)]
    assert capfd.readouterr() == ("", "")


@needs_ray
@pytest.mark.filterwarnings("ignore")
@pytest.mark.usefixtures("ray")
def test_errors_come_back(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(RulesError, match=r"^not 7$"):
        list(map_cluster(refuses, None, [7, 8]))
    monkeypatch.setattr(cluster, "_TRIES", 0)
    with pytest.raises(LostProcessError, match="lost some of the work"):
        list(map_cluster(dies, None, [1]))


@needs_ray
def test_an_analysis_on_a_cluster_is_the_same_and_quiet() -> None:
    alone, there = (
        installed("analyze", str(MATCH), "--json", *words) for words in ([], ["--cluster", "here"])
    )
    assert there.returncode == 0, there.stderr
    assert without_notes(there.stderr) == []
    expected, found = json.loads(alone.stdout), json.loads(there.stdout)
    assert found | {"seconds": 0} == expected | {"seconds": 0}
