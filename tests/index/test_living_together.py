"""An index among other processes, with few files to open and no network."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
from pathlib import Path

from index_making import Index, paper

from rag.index.sync import locked

ROOT = Path(__file__).parents[2]
GUARD = """
import os, sys
def refuse(event, arguments):
    if event in ("socket.connect", "socket.sendto", "socket.getaddrinfo", "socket.gethostbyname", "socket.bind"):
        print("NETWORK", event, arguments[1:], flush=True)
        raise PermissionError("no network")
sys.addaudithook(refuse)
"""
ASK = """
import os
from rag import PaperChat
chat = PaperChat.open(index=sys.argv[1], llm="extractive")
print(chat.ask("What is NeuralOS?").status)
from pathlib import Path
rows = [row for name in ("tcp", "tcp6", "udp", "udp6") for row in Path("/proc/self/net", name).read_text().splitlines()]
used = {f"socket:[{row.split()[9]}]" for row in rows if ":" in row}
open_files = {os.readlink(link) for link in Path("/proc/self/fd").iterdir() if link.is_symlink()}
print(sorted(used & open_files))
"""


def run(*arguments: str, **environ: str) -> subprocess.CompletedProcess[str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("FOOTNOTED_", "OPENAI_"))}
    return subprocess.run(
        [sys.executable, *arguments], cwd=ROOT, env={**kept, **environ}, capture_output=True, text=True, timeout=60
    )


def open_files() -> int:
    gc.collect()
    return len(os.listdir("/proc/self/fd"))


def test_a_hundred_openings_leave_no_file_open(tmp_path: Path) -> None:
    index = Index(tmp_path / "index")
    index.sync(paper(number) for number in range(3))
    before = open_files()
    for _ in range(100):
        assert index.search().search("zebra1x", limit=1)[0].paper.id == "p1"
    assert open_files() <= before + 2


def test_what_one_process_adds_another_finds_when_it_opens_the_index_again(tmp_path: Path) -> None:
    index = Index(tmp_path / "index")
    index.sync([paper(1)])
    opened = index.search()
    assert opened.search("zebra1x", limit=1)
    script = (
        f"import sys; sys.path.insert(0, {str(Path(__file__).parent)!r})\n"
        "from pathlib import Path\nfrom index_making import Index, paper\n"
        f"print(Index(Path({str(index.folder)!r})).sync([paper(1), paper(2)]).added)"
    )
    done = run("-c", script)
    assert (done.stdout, done.stderr) == ("1\n", "")
    assert index.search().search("zebra2x", limit=1)[0].paper.id == "p2"
    assert opened.search("zebra1x", limit=1)[0].paper.id == "p1"  # and who has it open goes on


def test_a_rebuild_by_another_process_is_seen_although_the_old_index_is_still_open(tmp_path: Path) -> None:
    index = Index(tmp_path / "index")
    index.sync([paper(1)])
    opened = index.search()
    script = (
        f"import sys; sys.path.insert(0, {str(Path(__file__).parent)!r})\n"
        "from pathlib import Path\nfrom index_making import Index, paper\nfrom rag.index.sync import clear\n"
        f"index = Index(Path({str(index.folder)!r}))\nclear(index.folder)\nindex.sync([paper(2)])"
    )
    assert run("-c", script).returncode == 0
    index.check([paper(2)])
    assert opened is not None


def test_a_second_indexer_on_the_command_line_is_refused_in_one_sentence(tmp_path: Path) -> None:
    with locked(tmp_path / "index"):
        done = run("-m", "rag.cli", "index", "--index", str(tmp_path / "index"))
    assert (done.returncode, done.stdout) == (1, "")
    assert f"footnoted: Another process is writing the index in {tmp_path / 'index'}." in done.stderr
    assert "Traceback" not in done.stderr


def test_asking_opens_no_connection_and_says_nothing_on_stderr(shipped_index: Path) -> None:
    done = run("-c", GUARD + ASK, str(shipped_index))
    assert done.stdout == "answered\n[]\n"
    assert done.stderr == ""
