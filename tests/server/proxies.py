"""Real proxies before a real server, as the samples in deploy/ set them up: on a free port, with our own folders."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from checkout import ROOT

NGINX = ROOT / "deploy" / "nginx" / "ferrovia.conf"
CADDY = ROOT / "deploy" / "caddy" / "Caddyfile"
AROUND_NGINX = """\
daemon off;
error_log stderr;
pid {folder}/nginx.pid;
events {{}}
http {{
    access_log off;
    client_body_temp_path {folder}/a; proxy_temp_path {folder}/b; fastcgi_temp_path {folder}/c;
    uwsgi_temp_path {folder}/d; scgi_temp_path {folder}/e;
    include {folder}/ferrovia.conf;
}}
"""
AROUND_CADDY = """\
{{
	admin off
	auto_https off
	storage file_system {folder}/caddy
}}
"""


def changed(text: str, *changes: tuple[str, str]) -> str:
    """The sample with some parts replaced; each has to be there once."""
    for old, new in changes:
        assert text.count(old) == 1, f"{old} is {text.count(old)} times in the sample"
        text = text.replace(old, new)
    return text


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as door:
        port: int = door.getsockname()[1]
        return port


@contextmanager
def running(command: list[str], port: int, folder: Path) -> Iterator[None]:
    if shutil.which(command[0]) is None:
        pytest.fail(f"{command[0]} is missing: sh tools/debian.sh {command[0]}", pytrace=False)
    own = {**os.environ, "HOME": str(folder), "XDG_CONFIG_HOME": str(folder), "XDG_DATA_HOME": str(folder)}
    with (folder / "proxy.log").open("w") as log, subprocess.Popen(command, stdout=log, stderr=log, env=own) as proxy:
        try:
            wait_for(port, proxy, folder / "proxy.log")
            yield
        finally:
            proxy.terminate()
            proxy.wait(20)


def wait_for(port: int, proxy: subprocess.Popen[bytes], log: Path) -> None:
    for _ in range(200):
        assert proxy.poll() is None, log.read_text()
        with suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
            return
        time.sleep(0.05)
    raise AssertionError("the proxy does not listen")


@contextmanager
def nginx(folder: Path, server: int) -> Iterator[str]:
    """The address of nginx, as deploy/nginx sets it up; without TLS."""
    port = free_port()
    sample = changed(
        NGINX.read_text(),
        ("    listen 443 ssl;\n", f"    listen 127.0.0.1:{port};\n"),
        ("    listen [::]:443 ssl;\n", ""),
        ("    ssl_certificate     /etc/ssl/games.example.org.crt;\n", ""),
        ("    ssl_certificate_key /etc/ssl/games.example.org.key;\n", ""),
        ("server 127.0.0.1:8000;", f"server 127.0.0.1:{server};"),
    )
    (folder / "ferrovia.conf").write_text(sample)
    (folder / "nginx.conf").write_text(AROUND_NGINX.format(folder=folder))
    with running(["nginx", "-e", "stderr", "-p", str(folder), "-c", str(folder / "nginx.conf")], port, folder):
        yield f"http://127.0.0.1:{port}"


@contextmanager
def caddy(folder: Path, server: int) -> Iterator[str]:
    """The address of Caddy, as deploy/caddy sets it up; without TLS."""
    port = free_port()
    sample = changed(
        CADDY.read_text(),
        ("\ngames.example.org {", f"\nhttp://127.0.0.1:{port} {{"),
        ("reverse_proxy 127.0.0.1:8000", f"reverse_proxy 127.0.0.1:{server}"),
    )
    (folder / "Caddyfile").write_text(AROUND_CADDY.format(folder=folder) + sample)
    with running(["caddy", "run", "--config", str(folder / "Caddyfile"), "--adapter", "caddyfile"], port, folder):
        yield f"http://127.0.0.1:{port}"
