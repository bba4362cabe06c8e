"""Builds and runs the Containerfile where no container engine is: each stage in a clean Debian made by debootstrap.

    python tools/container.py        (make container-check; as root, on Debian)
    python tools/container.py run    only runs what was built before

The instructions are those of the Containerfile itself. A stage is a folder, RUN a command in it (chroot, in namespaces
of its own), COPY a copy. The result is run as an engine would run it: read-only, as the user it names, without a
capability, with one volume, on a network with nothing but a loopback. What an engine adds to that is not tried here:
its layers and cache, its own base image, its seccomp profile, the compose file, ports that are published."""

from __future__ import annotations

import json
import os
import re
import secrets
import shlex
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from containerfile import ROOT, Stage, context_files, read_stages

FOLDER: Final = ROOT / "build" / "container"
BASE: Final = FOLDER / "debian"
SUITES: Final = {"debian:bookworm-slim": "bookworm"}
LENT: Final = ("/etc/resolv.conf", "/etc/pip.conf", "/root/.config/pip", "/root/.npmrc")
LENT_VARIABLES: Final = ("PIP_", "NPM_", "npm_", "NODE_EXTRA_CA_CERTS", "HTTP_PROXY", "HTTPS_PROXY", "SSL_CERT_FILE")
"""How this machine reaches its package registries: lent to the build for as long as a RUN lasts, part of no stage."""
START_SECONDS: Final = 60


def say(text: str) -> None:
    print(f"ferrovia: {text}", flush=True)


def run(*command: str | Path) -> None:
    subprocess.run([str(word) for word in command], check=True)


# --- building ---------------------------------------------------------------------------------------------
def make_base(suite: str) -> None:
    """The clean Debian that stands for the base image; kept for the next time."""
    if (BASE / "etc" / "debian_version").exists() and not (BASE / "debootstrap").exists():
        return
    shutil.rmtree(BASE, ignore_errors=True)
    say(f"making a clean Debian ({suite}), about two minutes")
    sources = "".join(file.read_text() for file in Path("/etc/apt").glob("sources.list*/*.sources"))
    mirror = re.findall(r"^URIs: (\S+)", sources, re.MULTILINE)[:1]
    FOLDER.mkdir(parents=True, exist_ok=True)
    with (FOLDER / "debootstrap.log").open("w") as log:
        command = ["debootstrap", "--variant=minbase", suite, str(BASE), *mirror]
        subprocess.run(command, stdout=log, check=True)


def stage_folder(stage: Stage) -> Path:
    return FOLDER / f"stage-{stage.name}"


def build(stages: list[Stage]) -> dict[str, Path]:
    built: dict[str, Path] = {}
    for stage in stages:
        make_base(SUITES[stage.base])
        root = built[stage.name] = stage_folder(stage)
        shutil.rmtree(root, ignore_errors=True)
        run("cp", "--archive", "--reflink=auto", BASE, root)
        build_stage(stage, root, built)
    return built


def build_stage(stage: Stage, root: Path, built: Mapping[str, Path]) -> None:
    environment, folder = {"PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/root"}, "/"
    for step in stage.steps:
        if step.name in ("RUN", "COPY"):
            say(f"{stage.name}: {step.name} {step.text[:100]}")
        if step.name == "RUN":
            run_in(root, f"cd {shlex.quote(folder)} && {step.text}", environment)
        elif step.name == "ENV":
            environment.update({name: value for name, _, value in (word.partition("=") for word in step.words)})
        elif step.name == "WORKDIR":
            (folder,) = step.words
            (root / folder.lstrip("/")).mkdir(parents=True, exist_ok=True)
        elif step.name == "COPY":
            source, target = step.words
            copy(source, root / folder.lstrip("/") / target.lstrip("/") if target[0] != "/" else root / target[1:],
                 built.get(step.option("from") or ""))  # fmt: skip


def copy(source: str, target: Path, origin: Path | None) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    if origin is not None:
        run("cp", "--archive", origin / source.lstrip("/"), target)
        return
    for path in context_files():
        if source in (".", path) or path.startswith(f"{source}/"):
            into = target / path if source == "." else target / path.removeprefix(source).lstrip("/")
            into.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / path, into)


def run_in(root: Path, command: str, environment: Mapping[str, str]) -> None:
    """A command in a stage, with namespaces of its own for mounts and processes."""
    lent = {name: value for name, value in os.environ.items() if name.startswith(LENT_VARIABLES)}
    mounts = [f"mount -t proc proc {root}/proc", f"mount -t tmpfs tmpfs {root}/run"]
    mounts += [lend(Path(path), path, root) for path in LENT if Path(path).exists()]
    for name, value in lent.items():
        if value.startswith("/") and Path(value).exists():
            lent[name] = f"/run/lent/{name}"
            mounts.append(lend(Path(value), lent[name], root))
    said = [f"{name}={value}" for name, value in {**environment, **lent}.items()]
    inside = shlex.join(["chroot", str(root), "/usr/bin/env", "-i", *said, "sh", "-ec", command])
    script = "\n".join([*mounts, f"exec {inside}"])
    run("unshare", "--mount", "--pid", "--fork", "--kill-child", "sh", "-ec", script)


def lend(path: Path, name: str, root: Path) -> str:
    """Shows something of this machine in a stage, for reading alone."""
    target, source = shlex.quote(f"{root}{name}"), shlex.quote(str(path))
    make = f"mkdir -p {target}" if path.is_dir() else f"mkdir -p $(dirname {target}); touch {target}"
    return f"{make}; mount --bind {source} {target}; mount -o remount,bind,ro {target}"


# --- running ----------------------------------------------------------------------------------------------
class Container:
    """The last stage, as an engine runs it."""

    def __init__(self, stage: Stage, root: Path, volume: Path) -> None:
        self.stage = stage
        self.root = root
        self.volume = volume
        self.process: subprocess.Popen[str] | None = None
        self.pid = 0

    def as_user(self, *command: str) -> list[str]:
        user, _, group = self.stage.last("USER").text.partition(":")
        environment = [f"{name}={value}" for name, value in self.stage.environment.items()]
        rights = ["--clear-groups", "--no-new-privs", "--bounding-set=-all", "--inh-caps=-all"]
        return ["setpriv", f"--reuid={user}", f"--regid={group}", *rights, "env", "-i", *environment, *command]

    @contextmanager
    def running(self) -> Iterator[None]:
        (data,) = self.stage.last("VOLUME").words
        root = self.root
        script = [
            "ip link set lo up",
            f"mount --bind {root} {root}",
            f"mount --bind {self.volume} {root}{data}",
            f"mount -t tmpfs tmpfs {root}/tmp",
            f"mount -t proc proc {root}/proc",
            f"mount -o remount,bind,ro {root}",
            f"cd {root}",
            shlex.join(["exec", "chroot", str(root), *self.as_user(*self.command)]),
        ]
        spaces = ["--mount", "--pid", "--net", "--ipc", "--uts", "--fork", "--kill-child"]
        self.process = subprocess.Popen(
            ["unshare", *spaces, "sh", "-ec", "\n".join(script)], stdout=subprocess.PIPE, text=True
        )
        try:
            assert self.process.stdout is not None
            line = self.process.stdout.readline()
            children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
            self.pid = int(children[0]) if children else 0
            check("it says where it runs", "http://" in line, line)
            yield
        finally:
            with suppress(ProcessLookupError):
                os.kill(self.pid or self.process.pid, signal.SIGKILL)  # the first of its namespace: all go with it
            self.process.wait()

    @property
    def command(self) -> list[str]:
        return [*self.stage.last("ENTRYPOINT").words, *self.stage.last("CMD").words]

    def inside(self, *command: str) -> subprocess.CompletedProcess[str]:
        """Another command in the running container, as its user."""
        return self.inside_as_root(*self.as_user(*command))

    def inside_as_root(self, *command: str) -> subprocess.CompletedProcess[str]:
        enter = ["nsenter", f"--target={self.pid}", "--mount", "--pid", "--net", "--ipc", "--uts", "--wd=/"]
        whole = [*enter, "chroot", str(self.root), *command]
        return subprocess.run(whole, cwd="/", capture_output=True, text=True, check=False, timeout=60)

    def status(self) -> dict[str, str]:
        lines = Path(f"/proc/{self.pid}/status").read_text().splitlines()
        return {name: value.strip() for name, _, value in (line.partition(":") for line in lines)}

    def stop(self) -> int:
        assert self.process is not None
        os.kill(self.pid, signal.SIGTERM)
        return self.process.wait(30)


def check(what: str, holds: bool, told: object = "") -> None:
    if not holds:
        sys.exit(f"ferrovia: NOT so: {what}. {told}")
    say(f"ok: {what}")


def until_healthy(container: Container) -> None:
    health = container.stage.last("HEALTHCHECK").words
    begin = time.monotonic()
    while (said := container.inside(*health)).returncode != 0:
        if time.monotonic() > begin + START_SECONDS:
            check("it becomes healthy", False, said.stderr[-500:])
        time.sleep(0.5)
    check(f"its health check succeeds, after {time.monotonic() - begin:.0f} s", True)


def ask(container: Container, path: str, body: object = None) -> str:
    """What the server answers to a request from inside; the network has no outside."""
    program = (
        "import sys, urllib.request as u; data = sys.argv[2].encode() or None; "
        "r = u.Request('http://127.0.0.1:8000' + sys.argv[1], data, {'Content-Type': 'application/json'}); "
        "print(u.urlopen(r, timeout=20).read().decode())"
    )
    said = container.inside("python", "-c", program, path, "" if body is None else json.dumps(body))
    check(f"{path.partition('/api/tables/')[0] or 'the table'} answers", said.returncode == 0, said.stderr[-500:])
    return said.stdout


def new_table() -> dict[str, object]:
    seats = [{"kind": "person", "name": "Ada", "token": secrets.token_urlsafe(32)}, {"kind": "open"}]
    return {"board": "berlin", "seats": seats, "host": secrets.token_urlsafe(32)}


def try_out(container: Container) -> None:
    with container.running():
        until_healthy(container)
        status = container.status()
        user = container.stage.last("USER").text.partition(":")[0]
        check(f"it runs as user {user}", status["Uid"].split() == [user] * 4, status["Uid"])
        check("it has no capability and gets no new privileges",
              (int(status["CapEff"], 16), int(status["CapBnd"], 16), status["NoNewPrivs"]) == (0, 0, "1"))  # fmt: skip
        for place in ("/", "/opt/ferrovia", "/etc", "/usr"):
            said = container.inside_as_root("touch", f"{place}/x").stderr
            check(f"{place} can't be written to, even by root", "Read-only file system" in said, said)
        version = container.inside("ferrovia", "--version").stdout
        check(f"the engine is compiled ({version.strip()})", "(compiled)" in version)
        check("the page is in it", "<base href" in ask(container, "/"))
        check("PostgreSQL's driver is in it", container.inside("python", "-c", "import psycopg").returncode == 0)
        table = json.loads(ask(container, "/api/tables", new_table()))["table"]
        doctor = container.inside("ferrovia", "doctor")
        check("its doctor finds nothing wrong", doctor.returncode == 0, doctor.stdout)
        code = container.stop()
        check("it stops when it is told to", code in (0, 143), code)
    with container.running():
        until_healthy(container)
        check("the table is still there", "waiting" in ask(container, f"/api/tables/{table}"))
    size = sum(file.lstat().st_size for file in container.root.rglob("*") if not file.is_symlink()) // 1_000_000
    own = sum(file.lstat().st_size for file in (container.root / "opt").rglob("*") if file.is_file()) // 1_000_000
    say(f"all of it holds; the root takes {size} MB, Ferrovia and its packages {own} MB of them")


def main() -> None:
    if os.getuid() != 0:
        sys.exit("ferrovia: this needs root: debootstrap, chroot and mount do.")
    stages = read_stages()
    built = {stage.name: stage_folder(stage) for stage in stages} if sys.argv[1:] == ["run"] else build(stages)
    final = stages[-1]
    volume = FOLDER / "volume"
    shutil.rmtree(volume, ignore_errors=True)
    shutil.copytree(built[final.name] / final.last("VOLUME").words[0].lstrip("/"), volume)
    user, _, group = final.last("USER").text.partition(":")
    os.chown(volume, int(user), int(group))
    try_out(Container(final, built[final.name], volume))


if __name__ == "__main__":
    main()
