"""The server behind the page: what it refuses, whom it serves, and how it ends."""

from __future__ import annotations

import base64
import os
import signal
import subprocess
import sys
import urllib.error
import urllib.request
from subprocess import PIPE

import pytest
from conftest import Served, free_port
from gradio_client import Client

from rag.errors import UsageError
from ui.server import start


@pytest.mark.parametrize(
    "path",
    [
        "file=/etc/passwd",
        "gradio_api/file=/etc/passwd",
        "gradio_api/file=.env",
        "gradio_api/file=../../etc/passwd",
        "gradio_api/file=%2e%2e/%2e%2e/etc/passwd",
        "gradio_api/file/etc/passwd",
        "%67radio_api/file%3D/etc/passwd",
        "gradio_api/proxy=http://127.0.0.1:9999/x",
        "static/../../../../../etc/passwd",
        "assets/%2e%2e/%2e%2e/%2e%2e/etc/passwd",
    ],
)
def test_no_file_of_the_server_can_be_fetched(served: Served, path: str) -> None:
    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(served.address + path, timeout=5)
    assert refused.value.code in (403, 404)


def test_nothing_can_be_uploaded(served: Served) -> None:
    request = urllib.request.Request(served.address + "gradio_api/upload", data=base64.b64encode(b"x" * 99))
    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(request, timeout=5)
    assert refused.value.code == 403


def test_a_program_can_ask_three_turns_of_its_own_conversation(served: Served) -> None:
    one, two = (Client(served.address, verbose=False, download_files=False) for _ in range(2))
    first = one.predict("How good is AgenTracer?", api_name="/ask")
    two.predict("What is NeuralOS?", api_name="/ask")
    one.predict("Who wrote Hamlet?", api_name="/ask")
    third = one.predict("Which one simulates operating systems?", api_name="/ask")
    assert first["status"] == "answered"
    assert first["citations"][0]["paper_id"] == "tracer"
    assert third["citations"][0]["number"] == 2
    assert served.chat.asked[-1][1] == ("How good is AgenTracer?", "Who wrote Hamlet?")


def test_serving_says_one_line_and_ends_when_interrupted() -> None:
    program = "from shelf import ShelfChat; from ui.server import serve; serve(ShelfChat(), host='127.0.0.1', port={})"
    places = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    running = subprocess.Popen(
        [sys.executable, "-c", program.format(free_port())], env=places, stdout=PIPE, stderr=PIPE, text=True
    )
    assert running.stderr is not None
    address = running.stderr.readline()
    running.send_signal(signal.SIGINT)
    out, err = running.communicate(timeout=20)
    assert address.startswith("Footnoted is at http://127.0.0.1:")
    assert (out, err, running.returncode) == ("", "", 0)


def test_a_port_in_use_is_told_in_a_sentence(served: Served) -> None:
    port = int(served.address.rstrip("/").rpartition(":")[2])
    with pytest.raises(UsageError, match=f"cannot be served at 127.0.0.1:{port}.*Choose another"):
        start(served.chat, host="127.0.0.1", port=port)
