"""Attacks, faults and loads, all in one run: `make trials` prints the table of docs/server.md.

Floods, loads and odd requests are measured by their own programs (flood.py, load.py, scale.py, soak.py, tools/fuzz.py);
faults are those of the tests. What gave way before is what was seen of the version before (issue 13). Half an hour
without the soak. Exit code 1 if anything does not hold.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

TOP: Final = Path(__file__).resolve().parents[1]

FLOODED: Final = {
    "empty pings": "others waited 10.3 s",
    "unread pongs": "300 MB more memory",
    "valid messages": "still read for 10 s after the limit",
    "ignored closes": "counted no more, and stayed",
    "thirty tables of strong bots": "every bot and every clock stood still",
}

FAULTS: Final = {
    "killed in play, on SQLite and PostgreSQL": ("nothing", ["tests/server/test_kill.py"]),
    "disk full, file damaged, database removed or replaced": (
        "moves were acknowledged into a file that was gone",
        ["tests/server/test_noticing.py", "tests/server/test_faults.py"],
    ),
    "a second server on one folder, a killed parent": (
        "both wrote; workers were left behind",
        ["tests/server/test_one_server.py"],
    ),
    "two machines on one database, one killed in play": ("not tried", ["tests/server/test_machines.py"]),
    "any bit of a backup changed": ("1 of 24 restored other data", ["tests/server/test_backup_damage.py"]),
    "leaving and coming back, a clock put an hour on or back": (
        "75 s held with a bank of 5 s; bots stood still",
        ["tests/server/test_absences.py", "tests/server/test_clocks_and_bots.py"],
    ),
    "forged rights, other people's secrets in all traffic": (
        "nothing",
        ["tests/server/test_tokens.py", "tests/server/test_secrecy_of_traffic.py"],
    ),
}


@dataclass(frozen=True)
class Trial:
    tried: str
    gave_way: str
    now: str
    holds: bool


def measured(program: str, *args: str) -> Any:
    """What a program of ours says in JSON; its exit code is that of its own judgement."""
    command = [sys.executable, str(TOP / program), *args, "--json"]
    env = {**os.environ, "PYTHONPATH": f"{TOP}:{TOP / 'tests'}"}
    done = subprocess.run(command, cwd=TOP, env=env, stdout=subprocess.PIPE, text=True, check=False)
    if not done.stdout:
        raise SystemExit(f"{program} said nothing")
    return json.loads(done.stdout)


def floods(seconds: float) -> Iterator[Trial]:
    rows = measured("bench/flood.py", "--seconds", str(seconds))
    for kind, row in rows.items():
        now = f"p99 {row['p99_ms']:.0f} ms, worst {row['worst_ms']:.0f} ms, {row['rss_mb']:.0f} MB"
        attacker = row.get("attacker")
        if attacker:
            now += f"; {attacker['connections']:,} connections, {attacker['cut_off']:,} cut off"
        tried = "eight people play, nobody else is there" if kind == "nothing" else f"flood: {kind}"
        yield Trial(tried, FLOODED.get(kind, ""), now, row["holds"])


def loads() -> Iterator[Trial]:
    load = measured("bench/load.py", "--rounds", "3", "--stored", "1000")
    now = f"{load['cpu_vs_bare']:.2f} × the CPU of a bare server's, {load['moves_vs_bare']:.2f} × its moves per second"
    yield Trial("1,000 sockets on SQLite, as fast as they can", "3.6 × the CPU", now, load["cpu_vs_bare"] <= 2)
    scale = measured("bench/scale.py")
    now = f"{scale['two_vs_one']:.2f} × the moves per CPU-second of one"
    yield Trial("two workers on PostgreSQL, the same", "", now, scale["two_vs_one"] >= 0.85)
    two = scale["thinking"]["2"]
    now = f"seen {two['seen_p50_ms']:.1f} ms after it, acknowledged after {two['acknowledged_p50_ms']:.1f} ms (p50)"
    yield Trial("two workers, 1,000 people who think", "seen after 866 ms", now, scale["seen_vs_acknowledged"] <= 3)


def odd_requests(count: int) -> Iterator[Trial]:
    told = measured("tools/fuzz.py", "--requests", str(count))
    now = f"{told['requests']:,} requests, {told['messages']:,} messages: {len(told['failures'])} failures"
    yield Trial("odd requests", "lone surrogates and large numbers were 500", now, not told["failures"])


def faults() -> Iterator[Trial]:
    for tried, (gave_way, files) in FAULTS.items():
        command = [sys.executable, "-m", "pytest", "-q", *files]
        done = subprocess.run(command, cwd=TOP, capture_output=True, text=True, check=False)
        last = re.sub(r" in .*", "", done.stdout.strip().splitlines()[-1])
        yield Trial(tried, gave_way, f"{last} ({', '.join(files)})", done.returncode == 0)


def soaked(minutes: float) -> Iterator[Trial]:
    if minutes:
        told = measured("bench/soak.py", "--minutes", str(minutes))
        for kind in ("sqlite", "postgresql"):
            now = ", ".join(f"{name} {value}" for name, value in told[kind].items() if name != "grown")
            yield Trial(f"{minutes / 2:g} minutes of mixed play on {kind}", "not tried", now, not told[kind]["grown"])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--flood-seconds", type=float, default=8.0)
    parser.add_argument("--requests", type=int, default=10_000)
    parser.add_argument("--soak-minutes", type=float, default=0.0)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    found: list[Trial] = []
    if not given.json:
        print("| tried | gave way before | now | holds |\n|---|---|---|---|")
    for part in (
        loads(),
        floods(given.flood_seconds),
        odd_requests(given.requests),
        faults(),
        soaked(given.soak_minutes),
    ):
        for trial in part:
            found.append(trial)
            if not given.json:
                said = "yes" if trial.holds else "**no**"
                print(f"| {trial.tried} | {trial.gave_way} | {trial.now} | {said} |", flush=True)
    if given.json:
        print(json.dumps([asdict(trial) for trial in found], indent=2))
    sys.exit(0 if all(trial.holds for trial in found) else 1)


if __name__ == "__main__":
    main()
