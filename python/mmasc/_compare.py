# SPDX-License-Identifier: Apache-2.0
"""The same matrices through two units."""

import ctypes
from typing import NamedTuple, Optional

import numpy as np

from mmasc._arrays import bits_dtype, result_dtype
from mmasc._interrupt import run_interruptibly
from mmasc._library import OPERANDS, PROGRESS, CCompareArgs, CDifference, check, lib, new_handle


class Difference(NamedTuple):
    """The first element of D that differs. Pairs are of x and of y."""

    row: int
    column: int
    d: tuple
    steps: tuple  # the fused steps at which they diverge, from 1 on; 0: a unit has none
    stage: str  # "multiplier", "aligner", "adder_tree" or "normalizer"
    what: str  # "p3 aligned for dot": p3 is a[3] * b[3]; "flags"
    values: tuple  # what each has there, as text
    witness: tuple  # the least operands that still show a difference, as options of `mmasc eval`


class Comparison(NamedTuple):
    elements: int
    differing: int
    first: Optional[Difference]


def compare(x, y, a, b, c=None, *, progress=None, **operands):
    """D = C + A * B by the units x and y, which take the same formats: how many elements differ, and
    why the first one does. Elements differ in d or, where both units raise status flags, in the flags
    that any instruction of their chains raises. Operands and progress are those of Engine.gemm()."""
    engine = x._own_engine()
    matrices, arrays = engine._matrices(
        {"a": a, "b": b, "c": c, **operands}, engine._formats["c"]
    )
    args = CCompareArgs(struct_size=ctypes.sizeof(CCompareArgs), x=x._handle, y=y._handle)
    for name, matrix in matrices.items():
        args.operands[OPERANDS[name].number] = matrix
    made = []

    def call(stop):
        args.progress = PROGRESS(lambda context, done, all: stop(done, all))
        made.append(new_handle(lib.mmasc_compare, args))

    run_interruptibly(call, progress)
    try:
        return _read(made[0], engine._formats["d"])
    finally:
        lib.mmasc_comparison_free(made[0])


def _read(handle, format):
    found = CDifference()
    check(lib.mmasc_comparison_difference(handle, ctypes.byref(found)))
    if found.differing == 0:
        return Comparison(found.elements, 0, None)
    d = np.array(found.d[:], np.uint64).astype(bits_dtype(format)).view(result_dtype(format))
    first = Difference(
        found.row,
        found.column,
        tuple(d),
        tuple(found.steps),
        found.stage.decode(),
        found.what.decode(),
        tuple(value.decode() for value in found.values),
        tuple(_witness(handle, unit) for unit in (0, 1)),
    )
    return Comparison(found.elements, found.differing, first)


def _witness(handle, unit):
    lines = []
    while line := lib.mmasc_comparison_witness(handle, unit, len(lines)):
        lines.append(line.decode())
    return tuple(lines)
