"""An index among other processes, with few files to open and no network."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from index_making import Index, paper

from rag.assemble import Assembly
from rag.index.locking import locked
from rag.ports import Search
from rag.settings import Settings

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

READ_ONLY = """
import os, sys
sys.path.insert(0, sys.argv[1])
from pathlib import Path
from index_making import Index, paper
from rag.errors import FootnotedError
index = Index(Path(sys.argv[2]))
index.sync([paper(1), paper(2)])
index.search().search("zebra2x", limit=1)
index.folder.parent.chmod(0o755)
for path in (index.folder, *index.folder.rglob("*")):
    path.chmod(0o555 if path.is_dir() else 0o444)
if os.geteuid() == 0:  # whom no permission keeps from writing
    os.setgid(65534)
    os.setuid(65534)
print(index.search().search("zebra1x", limit=1)[0].paper.abstract)
try:
    index.sync([paper(1)])
except FootnotedError as error:
    print(error)
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


def sync_elsewhere(index: Index, papers: str, *, more: str = "") -> None:
    """Sync in another process."""
    script = (
        f"import sys; sys.path.insert(0, {str(Path(__file__).parent)!r})\n"
        "from pathlib import Path\nfrom index_making import Index, WordsEmbedder, paper\n"
        f"Index(Path({str(index.folder)!r}){more}).sync({papers}, rebuild={bool(more)})"
    )
    done = run("-c", script)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def chat_over(index: Index) -> Search:
    """The search of a page that stays open."""
    return Assembly(Settings.load({"index": index.folder}, {}), embedder=index.embedder).search()


def found(search: Search, text: str) -> list[str]:
    return [item.paper.abstract for item in search.search(text, limit=1)]


def test_what_another_process_changes_is_answered_at_the_next_question(tmp_path: Path) -> None:
    index = Index(tmp_path / "index")
    index.sync([paper(1), paper(3)])
    chat, held = chat_over(index), index.search()
    sync_elsewhere(index, "[paper(1, version=2), paper(2)]")
    assert found(chat, "zebra1x") == [paper(1, version=2).abstract]
    assert found(chat, "zebra2x") == [paper(2).abstract]
    assert chat.papers(["p3"]) == ()
    assert chat.describe()["papers"] == 2
    assert found(held, "zebra3x") == [paper(3).abstract]  # and who holds the old one goes on with it


def test_a_rebuild_by_another_process_is_answered_from_at_the_next_question(tmp_path: Path) -> None:
    index = Index(tmp_path / "index")
    index.sync([paper(1)])
    chat = chat_over(index)
    assert found(chat, "zebra1x") == [paper(1).abstract]
    sync_elsewhere(index, "[paper(2)]", more=", WordsEmbedder()")
    index.check([paper(2)])
    assert found(chat, "zebra2x") == [paper(2).abstract]


def test_a_generation_that_cannot_be_opened_leaves_the_old_one_answering(tmp_path: Path) -> None:
    index = Index(tmp_path / "index")
    index.sync([paper(1), paper(2)])
    chat = chat_over(index)
    sync_elsewhere(index, "[paper(2)]", more=", WordsEmbedder('other', 9)")
    for _ in range(2):
        assert found(chat, "zebra1x") == [paper(1).abstract]
    (index.folder / "manifest.json").write_text("{")
    assert found(chat, "zebra1x") == [paper(1).abstract]
    sync_elsewhere(index, "[paper(1, version=2)]", more=", WordsEmbedder()")
    assert found(chat, "zebra1x") == [paper(1, version=2).abstract]


def test_the_old_papers_answer_until_a_sync_is_done(tmp_path: Path) -> None:
    old, new = [paper(number) for number in range(200)], [paper(number, version=2) for number in range(200)]
    index = Index(tmp_path / "index")
    index.sync(old)
    chat = chat_over(index)
    seen = []

    def ask(*_: int) -> None:
        seen.append((found(chat, "zebra7x"), index.opened().lexical.papers(["p7"])))

    index.sync(new, progress=ask)
    assert seen == [([old[7].abstract], (old[7],))] * 2
    assert found(chat, "zebra7x") == [new[7].abstract]


def test_a_page_that_sees_forty_syncs_keeps_no_file_of_the_old_ones_open(tmp_path: Path) -> None:
    index = Index(tmp_path / "index")
    index.sync([paper(1)])
    chat = chat_over(index)
    before = open_files()
    for version in range(2, 42):
        index.sync([paper(1, version=version)])
        assert found(chat, "zebra1x") == [paper(1, version=version).abstract]
    assert open_files() <= before + 2


def test_an_index_that_cannot_be_written_to_can_be_asked_and_says_so_when_it_is_to_be_synced() -> None:
    with TemporaryDirectory() as place:  # not below a folder that is its owner's alone
        folder = Path(place) / "index"
        done = run("-c", READ_ONLY, str(Path(__file__).parent), str(folder))
        assert done.stderr == ""
        asked, synced = done.stdout.splitlines()
    assert asked == paper(1).abstract
    assert synced.startswith(f"The index folder {folder} cannot be written to (Permission denied).")


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
