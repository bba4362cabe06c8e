"""Machines of our own: network namespaces with an address each, joined to this one by a cable, and to nothing else."""

from __future__ import annotations

import os
import random
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from server.serving import GENEROUS, Server


class NoMachines(Exception):
    """Why there can be none here."""


@dataclass(frozen=True)
class Machine:
    name: str
    address: str
    gateway: str
    """The address at this end of the cable."""

    def server(self, data: Path, *args: str) -> Server:
        server = Server(data, *GENEROUS, "--host", self.address, *args)
        server.where = ("ip", "netns", "exec", self.name)
        server.host = self.address
        return server

    def unplug(self) -> None:
        """Nothing comes or goes any more, and nobody is told."""
        ip("link", "set", cable_of(self.name), "down")


def ip(*args: str) -> None:
    done = subprocess.run(["ip", *args], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise NoMachines(f"ip {' '.join(args)}: {done.stderr.strip()}")


def cable_of(name: str) -> str:
    return f"{name}v"


@contextmanager
def machines(count: int) -> Iterator[Sequence[Machine]]:
    """Raises NoMachines where the system allows none."""
    if os.geteuid() != 0:
        raise NoMachines("network namespaces need root")
    if shutil.which("ip") is None:
        raise NoMachines("the program ip is missing (Debian's package iproute2)")
    net = f"10.{random.randrange(64, 128)}"
    name = f"fv{os.getpid() % 100_000}"
    made = [Machine(f"{name}{number}", f"{net}.{number}.2", f"{net}.{number}.1") for number in range(count)]
    try:
        for machine in made:
            plug_in(machine)
        yield made
    finally:
        for machine in made:
            subprocess.run(["ip", "netns", "delete", machine.name], capture_output=True, check=False)
            subprocess.run(["ip", "link", "delete", cable_of(machine.name)], capture_output=True, check=False)


def plug_in(machine: Machine) -> None:
    inside = ("netns", "exec", machine.name, "ip")
    ip("netns", "add", machine.name)
    ip("link", "add", cable_of(machine.name), "type", "veth", "peer", "name", "eth0", "netns", machine.name)
    ip("address", "add", f"{machine.gateway}/30", "dev", cable_of(machine.name))
    ip("link", "set", cable_of(machine.name), "up")
    ip(*inside, "address", "add", f"{machine.address}/30", "dev", "eth0")
    ip(*inside, "link", "set", "eth0", "up")
    ip(*inside, "link", "set", "lo", "up")
