"""Puts docstrings into the C that mypyc writes, which leaves them out: `help(ferrovia.State)` then reads as in Python.

The wheel's build (hatch_build.py) calls `keep_docstrings` between mypyc and the compiler. Nothing but documentation is
touched. If a version of mypyc writes its tables differently, nothing is found and a test says so."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from inspect import cleandoc
from pathlib import Path

SIGNATURE = r'PyDoc_STR\("(?P<signature>(?:[^"\\]|\\.)*?)\\n--\\n\\n"\)'
FUNCTION = re.compile(rf"\(PyCFunction\)CPyPy_(?P<name>\w+),\s*(?P<flags>METH_[A-Z_| ]+), {SIGNATURE}")
CLASS = re.compile(rf"CPyType_(?P<name>\w+?)_template_ = \{{(?P<between>[^;]*?){SIGNATURE}")
PROPERTY = re.compile(r"\(getter\)(?P<name>\w+?)_get_(?P<field>\w+),\s*(?P<setter>\(setter\)\w+|NULL),\s*NULL, NULL\}")
MODULE = re.compile(r'PyModuleDef_HEAD_INIT,\s*"(?P<name>[\w.]+)",\s*NULL, /\* docstring \*/')


def keep_docstrings(folder: Path, files: Iterable[str]) -> None:
    """Into all C of a folder, from the Python files it was made of; their paths begin with `src/`."""
    docs = {name: text for file in files for name, text in docstrings_of(file)}
    short = shortened(docs)
    for made in folder.rglob("*.c"):
        text = made.read_text()
        told = put_in(text, docs, short)
        if told != text:
            made.write_text(told)


# --- from Python ----------------------------------------------------------------------------------------
def docstrings_of(file: str) -> Iterator[tuple[str, str]]:
    """(dotted name, text) of a module and of every class, function, method and property in it."""
    module = file.removeprefix("src/").removesuffix(".py").replace("/", ".")
    tree = ast.parse(Path(file).read_text())
    yield module, ast.get_docstring(tree) or ""
    for node in tree.body:
        if isinstance(node, ast.ClassDef | ast.FunctionDef):
            yield f"{module}.{node.name}", ast.get_docstring(node) or ""
        if isinstance(node, ast.ClassDef):
            for part in node.body:
                if isinstance(part, ast.FunctionDef):
                    yield f"{module}.{node.name}.{part.name}", ast.get_docstring(part) or ""


def shortened(docs: Iterable[str]) -> dict[str, str]:
    """The names mypyc may give in C: any ending of the dotted name, its dots as three underscores."""
    names: dict[str, str] = {}
    for name in docs:
        parts = name.split(".")
        for start in range(len(parts)):
            names["___".join(parts[start:])] = name
    return names


# --- into C ---------------------------------------------------------------------------------------------
def put_in(text: str, docs: dict[str, str], short: dict[str, str]) -> str:
    def doc(name: str) -> str:
        return quoted(cleandoc(docs.get(short.get(name, ""), "")))

    def function(found: re.Match[str]) -> str:
        told = f'PyDoc_STR("{found["signature"]}\\n--\\n\\n{doc(found["name"])}")'
        return f"(PyCFunction)CPyPy_{found['name']}, {found['flags']}, {told}"

    def kind(found: re.Match[str]) -> str:
        told = f'PyDoc_STR("{found["signature"]}\\n--\\n\\n{doc(found["name"])}")'
        return f"CPyType_{found['name']}_template_ = {{{found['between']}{told}"

    def prop(found: re.Match[str]) -> str:
        said = doc(f"{found['name']}___{found['field']}")
        told = f'PyDoc_STR("{said}")' if said else "NULL"
        return f"(getter){found['name']}_get_{found['field']}, {found['setter']}, {told}, NULL}}"

    def module(found: re.Match[str]) -> str:
        told = f'PyDoc_STR("{quoted(docs.get(found["name"], ""))}")'
        return f'PyModuleDef_HEAD_INIT, "{found["name"]}", {told}, /* docstring */'

    for pattern, put in ((FUNCTION, function), (CLASS, kind), (PROPERTY, prop), (MODULE, module)):
        text = pattern.sub(put, text)
    return text


def quoted(text: str) -> str:
    """As a C string has it: octal numbers for all but plain letters, each of three digits, so that none runs on."""
    plain = set(b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 .,;:!()[]{}<>=+-*/_'`&|#@~^$")
    return "".join(chr(byte) if byte in plain else "\\n" if byte == 10 else f"\\{byte:03o}" for byte in text.encode())
