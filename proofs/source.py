"""What the proofs take from the Rust sources, so that a change there is a change here."""

import ast
import operator
import re
from pathlib import Path

ROOT = Path(__file__).parent.parent / "crates/inetsum/src"
OPERATORS = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.LShift: operator.lshift,
}


class SourceChanged(SystemExit):
    """The source is not what was proven: ends the program with that message and status 1."""


def constant(file, name):
    """The value of a `const` of a file, which may name others of that file or of its neighbours."""
    found = re.search(rf"\bconst {name}: usize = ([^;]+);", text(file))
    if not found:
        raise SourceChanged(f"{file} has no constant {name}")
    return value(file, ast.parse(found[1].replace("short::MAX", "SHORT_MAX"), mode="eval").body)


def value(file, node):
    match node:
        case ast.Constant(value=int(number)):
            return number
        case ast.BinOp(left, op, right) if type(op) in OPERATORS:
            return OPERATORS[type(op)](value(file, left), value(file, right))
        case ast.Name(id="SHORT_MAX"):
            return constant("short.rs", "MAX")
        case ast.Name(id=name):
            return constant(file, name)
    raise SourceChanged(f"{file}: a constant that cannot be read: {ast.unparse(node)}")


def models(file, *lines):
    """Marks a function as the model of these lines of Rust, which must stand in the file."""
    for line in lines:
        if squeezed(line) not in squeezed(text(file)):
            raise SourceChanged(f"{file} no longer has what was proven: {line}")
    return lambda function: function


def text(file):
    return (ROOT / file).read_text(encoding="utf-8")


def squeezed(rust):
    """Without comments, and with white space that says nothing left out."""
    return re.sub(r"\s+", "", re.sub(r"//.*", "", rust))
