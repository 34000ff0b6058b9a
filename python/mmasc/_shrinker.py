# SPDX-License-Identifier: Apache-2.0
"""Operands made smaller on which a design under test fails."""

import ctypes
import weakref

import numpy as np

from mmasc._library import OPERANDS, CBits, CShrinkArgs, check, lib, new_handle


class Shrinker:
    """Makes the operands of one dot product smaller on which a design under test gives another
    result than the unit: elements become +0, scales 1, and bits are cleared, as long as the design
    fails. Which operands make it fail the caller finds out, by running the design:

        shrinker = unit.shrinker(a, b, c)
        while shrinker.asks:
            shrinker.answer(design_fails(**shrinker.operands))

    `operands` are those that are asked about, at first those that were given; where nothing is asked
    any more they are the smallest. They are arrays of uint64 by the operands' names, one for each
    operand of the unit: the bits of its elements. Where the design does not fail on the first ones,
    these stay. Made by Unit.shrinker()."""

    def __init__(self, unit, operands):
        self._elements = {name: len(unit.elements(name)) for name in operands}
        args = CShrinkArgs(struct_size=ctypes.sizeof(CShrinkArgs))
        wide = {name: np.ascontiguousarray(bits, np.uint64) for name, bits in operands.items()}
        for name, bits in wide.items():
            args.operands[OPERANDS[name].number] = CBits(bits.ctypes.data, bits.size)
        self._handle = new_handle(lib.mmasc_shrinker_create, unit._handle, ctypes.byref(args))
        weakref.finalize(self, lib.mmasc_shrinker_free, self._handle)
        self.asks = True

    @property
    def operands(self):
        operands = {}
        for name, count in self._elements.items():
            bits = operands[name] = np.empty(count, np.uint64)
            out = CBits(bits.ctypes.data, bits.size)
            check(lib.mmasc_shrinker_operand(self._handle, OPERANDS[name].number, ctypes.byref(out)))
        return operands

    def answer(self, fails):
        """Whether the design fails on `operands`."""
        asks = ctypes.c_int()
        check(lib.mmasc_shrinker_answer(self._handle, int(bool(fails)), ctypes.byref(asks)))
        self.asks = asks.value != 0
