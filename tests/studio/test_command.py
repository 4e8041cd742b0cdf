"""``railbird studio``: it opens, answers, tells of jobs, and Ctrl-C ends it."""

from __future__ import annotations

import json
import signal
import socket
import subprocess
import time
import urllib.request
from http.client import HTTPConnection
from pathlib import Path
from unittest import mock

import pytest

from tests.e2e.command import railbird
from tests.studio.conftest import wait_for
from tests.studio.server import free_port, start


def events(port: int) -> list[dict[str, object]]:
    """What the server tells of a job that fails, from its start to its end."""
    listener = HTTPConnection("127.0.0.1", port, timeout=120)
    listener.request("GET", "/api/jobs/events")
    stream = listener.getresponse()
    assert stream.headers["content-type"].startswith("text/event-stream")
    stream.readline()
    urllib.request.urlopen(f"http://127.0.0.1:{port}/api/imports?name=x.log", data=b"nothing")
    told: list[dict[str, object]] = []
    while not told or told[-1]["state"] not in {"done", "failed"}:
        line = stream.readline().decode()
        if line.startswith("data: "):
            told.append(json.loads(line.removeprefix("data: ")))
    listener.close()
    return told


def abort_upload(port: int) -> None:
    """Go away in the middle of an upload: the studio has nothing to say about that."""
    with socket.create_connection(("127.0.0.1", port)) as client:
        head = f"POST /api/imports?name=x HTTP/1.1\r\nHost: localhost:{port}\r\n"
        client.sendall(f"{head}Content-Length: 1000\r\n\r\nPokerStars".encode())
        time.sleep(0.2)


def test_it_answers_until_it_is_interrupted(tmp_path: Path) -> None:
    port = free_port()
    library = tmp_path / "hands.db"
    process = start(library, "--port", str(port))
    try:
        assert process.stdout is not None
        assert f"http://127.0.0.1:{port}/" in wait_for(process.stdout.readline)
        with urllib.request.urlopen(f"http://localhost:{port}/api/health") as answer:
            assert json.load(answer)["status"] == "ok"
        abort_upload(port)
        told = events(port)
        assert told[-1]["state"] == "failed"
        assert "x.log" in str(told[-1]["error"])
        second = railbird("studio", "--no-browser", "--library", str(library), "--port",
                          str(free_port()))  # fmt: skip
        assert second.returncode == 2
        assert f"is open already at http://127.0.0.1:{port}/" in second.stderr
    finally:
        process.send_signal(signal.SIGINT)
        try:
            _, said = process.communicate(timeout=120)
        except subprocess.TimeoutExpired:
            process.kill()
            raise
    assert (process.returncode, said.strip()) == (0, "railbird: the studio is closed")


def test_a_port_that_is_taken_is_named_with_the_way_out(tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        done = railbird("studio", "--port", str(port), "--library", str(tmp_path / "hands.db"))
    assert done.returncode == 2
    assert done.stderr.startswith(f"railbird: port {port} is in use")
    assert "--port" in done.stderr


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--host", "0.0.0.0"], "add --expose"),
        (["--expose"], "contradict each other"),
        (["--port", "0"], "--port 0 is not a port"),
        (["--host", "203.0.113.7", "--expose"], "--host 203.0.113.7 cannot be listened on"),
    ],
)
def test_options_that_make_no_sense_are_refused(
    tmp_path: Path, words: list[str], said: str
) -> None:
    done = railbird("studio", "--library", str(tmp_path / "hands.db"), *words)
    assert done.returncode == 2
    assert said in done.stderr
    assert done.stderr.count("\n") == 1


def test_without_the_extra_it_says_how_to_install_it() -> None:
    with mock.patch("importlib.util.find_spec", return_value=None):
        done = railbird("studio")
    assert done.returncode == 2
    assert "pip install 'railbird[studio]'" in done.stderr
