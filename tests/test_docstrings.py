"""tools/docstrings.py: what mypyc writes gets its documentation back, and nothing else is touched."""

from __future__ import annotations

import runpy
from pathlib import Path

TOOL = runpy.run_path(str(Path(__file__).parents[1] / "tools" / "docstrings.py"))

SOURCE = '''"""A module."""

class State:
    """A position – «flat»."""

    def apply(self, action):
        """Does "it".

        Or not."""

    @property
    def over(self):
        """Whether."""

    def bare(self): ...

def deal():
    """New game."""
'''

WRITTEN = r"""
{"deal", (PyCFunction)CPyPy_state___deal, METH_FASTCALL | METH_KEYWORDS, PyDoc_STR("deal()\n--\n\n") /* docstring */},
static PyGetSetDef state___State_getseters[] = {
    {"seat",
     (getter)state___State_get_seat, (setter)state___State_set_seat,
     NULL, NULL},
    {"over",
     (getter)state___State_get_over,
     NULL,
     NULL, NULL},
};
static PyMethodDef state___State_methods[] = {
    {"apply",
     (PyCFunction)CPyPy_state___State___apply,
     METH_FASTCALL | METH_KEYWORDS, PyDoc_STR("apply($self, action)\n--\n\n")},
    {"bare",
     (PyCFunction)CPyPy_state___State___bare,
     METH_FASTCALL | METH_KEYWORDS, PyDoc_STR("bare($self)\n--\n\n")},
};
static PyTypeObject CPyType_state___State_template_ = {
    .tp_name = "State",
    .tp_doc = PyDoc_STR("State(game)\n--\n\n"),
};
static struct PyModuleDef statemodule = {
    PyModuleDef_HEAD_INIT,
    "engine.state",
    NULL, /* docstring */
};
"""


def test_documentation_is_put_back(tmp_path: Path) -> None:
    (tmp_path / "src" / "engine").mkdir(parents=True)
    (tmp_path / "src" / "engine" / "state.py").write_text(SOURCE)
    docs = dict(TOOL["docstrings_of"](str(tmp_path / "src" / "engine" / "state.py")))
    docs = {name.partition("src.")[2]: text for name, text in docs.items()}
    told = TOOL["put_in"](WRITTEN, docs, TOOL["shortened"](docs))
    for documented in (
        r'PyDoc_STR("deal()\n--\n\nNew game.")',
        r'PyDoc_STR("apply($self, action)\n--\n\nDoes \042it\042.\n\nOr not.")',
        r'PyDoc_STR("bare($self)\n--\n\n")',
        r'PyDoc_STR("State(game)\n--\n\nA position \342\200\223 \302\253flat\302\273.")',
        r'(getter)state___State_get_over, NULL, PyDoc_STR("Whether."), NULL}',
        r"(getter)state___State_get_seat, (setter)state___State_set_seat, NULL, NULL}",
        r'"engine.state", PyDoc_STR("A module."), /* docstring */',
    ):
        assert documented in told


def test_c_of_another_kind_is_left_as_it_is() -> None:
    other = "int main(void) { return 0; } /* PyDoc_STR */"
    assert TOOL["put_in"](other, {"a.b": "text"}, {"a___b": "a.b"}) == other
