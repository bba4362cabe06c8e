"""tools/debian.sh waits while another program installs packages, and says so. Debian's programs are played here."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from checkout import ROOT

LOCKS = {
    "update": "E: Could not get lock /var/lib/apt/lists/lock. It is held by process 7 (apt-get)",
    "install": "E: Could not get lock /var/lib/dpkg/lock-frontend. It is held by process 7 (apt-get)",
}
APT = """\
#!/bin/sh
echo "$1" >>calls
[ "$1" = "$HELD" ] && [ "$(grep -c "$1" calls)" -le "$TIMES" ] || exit 0
echo "$SAID" >&2
exit 100
"""
QUERY = """\
#!/bin/sh
[ "$4" = there ] && echo installed
"""


@pytest.fixture
def debian(tmp_path: Path) -> Path:
    """A folder with programs to find before the real ones."""
    for name, text in {
        "apt-get": APT,
        "dpkg-query": QUERY,
        "id": "#!/bin/sh\necho 0\n",
    }.items():
        (tmp_path / name).write_text(text)
        (tmp_path / name).chmod(0o755)
    return tmp_path


def install(
    folder: Path, *packages: str, held: str = "", times: int = 0, said: str = "", seconds: int = 60
) -> tuple[int, str, str]:
    """(exit code, output, errors)."""
    told = {"HELD": held, "TIMES": str(times), "SAID": said, "FERROVIA_LOCK_SECONDS": str(seconds)}
    environment = {**os.environ, **told, "PATH": f"{folder}:{os.environ['PATH']}"}
    command = ["sh", str(ROOT / "tools" / "debian.sh"), *packages]
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False, timeout=60)
    return done.returncode, done.stdout, done.stderr


def calls(folder: Path) -> list[str]:
    file = folder / "calls"
    return file.read_text().split() if file.exists() else []


def test_what_is_there_is_not_installed(debian: Path) -> None:
    assert install(debian, "there") == (0, "", "")
    assert calls(debian) == []


def test_what_is_missing_is_installed(debian: Path) -> None:
    assert install(debian, "there", "gone") == (0, "ferrovia: installing gone from Debian\n", "")
    assert calls(debian) == ["update", "install"]


@pytest.mark.parametrize("held", LOCKS)
def test_a_held_lock_is_waited_for(debian: Path, held: str) -> None:
    code, out, errors = install(debian, "gone", held=held, times=1, said=LOCKS[held])
    assert (code, errors) == (0, "")
    assert "waiting for it, 60 seconds at most" in out
    assert "held by process 7" in out
    assert out.count("\n") == 2
    assert calls(debian).count(held) == 2


def test_a_lock_that_stays_held_is_told(debian: Path) -> None:
    code, _, errors = install(debian, "gone", held="install", times=9, said=LOCKS["install"], seconds=0)
    assert code == 1
    assert "another program is still installing packages after 0 seconds" in errors
    assert "held by process 7" in errors
    assert "missing: gone" in errors


def test_another_failure_is_not_waited_for(debian: Path) -> None:
    code, out, errors = install(debian, "gone", held="update", times=9, said="E: no network")
    assert code == 1
    assert "waiting" not in out
    assert "apt-get update failed" in errors
    assert "E: no network" in errors
    assert calls(debian) == ["update"]
