"""A theorem, the same theorem with a fault planted in it, and the check of both."""

import time
from dataclasses import dataclass

import z3

LIMIT = 60  # seconds for one query


@dataclass
class Theorem:
    """`claim` holds for all values of its variables; `planted` must not."""

    name: str
    claim: z3.BoolRef
    fault: str
    planted: z3.BoolRef
    logic: str = "QF_BV"

    def check(self):
        """Prints one line; tells whether the claim is proven and the fault is refuted."""
        started = time.monotonic()
        claim, counterexample = refute(self.claim, self.logic)
        planted, example = refute(self.planted, self.logic)
        good = claim == z3.unsat and planted == z3.sat
        word = "proven" if good else "FAILED"
        print(f"{word:7} {time.monotonic() - started:6.1f} s  {self.name}", flush=True)
        if claim == z3.sat:
            print(f"    does not hold for {values(counterexample)}")
        elif claim == z3.unknown:
            print(f"    undecided after {LIMIT} s")
        if planted == z3.sat:
            print(f"    {self.fault}: refuted by {values(example)}")
        else:
            print(f"    {self.fault}: NOT refuted")
        return good


def refute(statement, logic):
    """Looks for values that make the statement false."""
    solver = z3.SolverFor(logic)
    solver.set("timeout", LIMIT * 1000)
    solver.add(z3.Not(statement))
    result = solver.check()
    return result, solver.model() if result == z3.sat else None


def values(model):
    """The values of a model on one line, in the order of their names."""
    names = sorted(model.decls(), key=lambda decl: decl.name())
    return ", ".join(f"{name} = {readable(model[name])}" for name in names)


def readable(value):
    return hex(value.as_long()) if z3.is_bv_value(value) else str(value)
