"""tools/trashcan.py: positions may be destroyed at any depth."""

import runpy
import subprocess
import sys
from pathlib import Path

WITHOUT = runpy.run_path(str(Path(__file__).parents[1] / "tools" / "trashcan.py"))["without_trashcans"]

DESTRUCTOR = """
static void
state___State_dealloc(StateObject *self)
{{
    {first}
    CPy_TRASHCAN_BEGIN(self, state___State_dealloc)
    CPyDef_state___State_clear((PyObject *)self);
    CPy_TRASHCAN_END(self)
    done: ;
}}
"""

DEEP = """
from ferrovia import load, new_game, observe, seeded

game = new_game(load("berlin"), 2)
for depth in range(200):
    for kind in (list, lambda held: held, lambda held: [observe(held[0], 0)]):
        held = kind([game.start(seeded(depth))])
        for _ in range(depth):
            held = [held]
        del held
state = game.start(seeded(1))
while not state.over:
    state.apply(state.legal_actions()[-1])
print(state.turns)
"""


def test_only_classes_that_are_not_tracked_lose_it() -> None:
    tracked = DESTRUCTOR.format(first="PyObject_GC_UnTrack(self);")
    assert WITHOUT(tracked) == tracked
    assert "TRASHCAN" not in WITHOUT(DESTRUCTOR.format(first=""))
    assert WITHOUT(tracked + DESTRUCTOR.format(first="")).startswith(tracked)


def test_positions_can_be_destroyed_at_any_depth() -> None:
    """In a process of its own, with an allocator that notices when something is written before an object."""
    env = {"PYTHONMALLOC": "malloc", "MALLOC_CHECK_": "3", "PATH": ""}
    done = subprocess.run([sys.executable, "-c", DEEP], env=env, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
