# SPDX-License-Identifier: Apache-2.0
"""Units and engines."""

import ctypes
import enum
import math
import os
import weakref
from typing import NamedTuple

import numpy as np

from mmasc._arrays import bits_dtype, bits_of, matrix_of, result_dtype
from mmasc._checks import check_output, count, multiple, whole_numbers
from mmasc._interrupt import run_interruptibly
from mmasc._library import (
    INPUTS,
    OPERANDS,
    PROGRESS,
    CBits,
    CDotArgs,
    CEngineOptions,
    CFormat,
    CGemmArgs,
    CShape,
    CSparsity,
    Format,
    check,
    lib,
    new_handle,
    text,
)
from mmasc._numbers import is_own
from mmasc._shrinker import Shrinker


class Shape(NamedTuple):
    """The size of one instruction. D is m x n, and each of its elements is a dot product of k
    elements. The instruction takes n, n + n_step, ..., n_max columns; some take fewer beyond a
    size, see n in `toml()`. A dot product has `scales` scales of A and as many of B, each for
    `scale_block` elements. Without block scales both are 0."""

    m: int
    n: int
    k: int
    n_max: int
    n_step: int
    blocks: int
    scales: int
    scale_block: int


class Sparsity(NamedTuple):
    """The structured sparsity of A: of each `of` groups of `together` neighbours along k, A has
    `keep`. A dot product then has `products` elements of A, and `metadata` elements that say which
    groups they are, each below `of`."""

    keep: int
    of: int
    together: int
    products: int
    metadata: int


class Flags(enum.IntFlag):
    """The status flags of some units, in the places that RISC-V's fflags have
    (docs/datapath.md#status-flags)."""

    NX = 1  # inexact
    UF = 2  # underflow
    OF = 4  # overflow
    DZ = 8  # divide by zero: never
    NV = 16  # invalid


_F32 = Format("f32", 32, 4)
_DOTS_AT_ONCE = 1 << 16  # Ctrl-C takes effect between parts


def catalog():
    """The ids of all units."""
    return tuple(lib.mmasc_catalog_id(i).decode() for i in range(lib.mmasc_catalog_size()))


def unit(id):
    """The unit with this id. A part of an id will do if no other id has it. A unit of your own is
    named by the path of a TOML file with one row, or by "FILE.toml:ROW"."""
    return Unit(new_handle(lib.mmasc_unit_find, text(id, "id")))


def units_in(path):
    """Every row of a TOML file."""
    units = []
    while (handle := new_handle(lib.mmasc_unit_read, os.fsencode(path), len(units))).value:
        units.append(Unit(handle))
    return units


def parse(toml, name=None):
    """A unit of your own: the row `name` of a TOML text, or its only row (docs/datapath.md)."""
    row = None if name is None else text(name, "name")
    return Unit(new_handle(lib.mmasc_unit_parse, text(toml, "toml"), row))


def _number_of(operand):
    if operand not in OPERANDS:
        raise ValueError(f"operand is {operand!r}; one of {', '.join(OPERANDS)}")
    return OPERANDS[operand].number


class Unit:
    """One matrix instruction of one GPU. Made by unit(), parse() and with_()."""

    def __init__(self, handle):
        self._handle = handle
        weakref.finalize(self, lib.mmasc_unit_free, handle)
        self.id = lib.mmasc_unit_id(handle).decode()
        shape = CShape()
        check(lib.mmasc_unit_shape(handle, ctypes.byref(shape)))
        self.shape = Shape(*(getattr(shape, name) for name in Shape._fields))
        sparsity = CSparsity()
        check(lib.mmasc_unit_sparsity(handle, ctypes.byref(sparsity)))
        self.sparsity = (
            Sparsity(*(getattr(sparsity, name) for name in Sparsity._fields))
            if sparsity.of
            else None
        )
        flags = ctypes.c_int()
        check(lib.mmasc_unit_flags(handle, ctypes.byref(flags)))
        self.raises_flags = flags.value != 0  # beside d
        self._engine = None

    def __repr__(self):
        return f"<mmasc.Unit {self.id}>"

    def __reduce__(self):  # for copy and pickle
        return parse, (self.toml(),)

    def with_(self, field, value):
        """A copy with one field changed, as with_("dot.fraction_bits", 17)."""
        return Unit(
            new_handle(
                lib.mmasc_unit_with, self._handle, text(field, "field"), text(value, "value")
            )
        )

    def toml(self):
        """The row as TOML that parse() takes."""
        toml = new_handle(lib.mmasc_unit_toml, self._handle)
        try:
            return ctypes.string_at(toml).decode()
        finally:
            lib.mmasc_text_free(toml)

    def format(self, operand):
        """The format of an operand, as "a", "d" or "sa"."""
        out = CFormat()
        check(lib.mmasc_unit_format(self._handle, _number_of(operand), ctypes.byref(out)))
        return Format(out.name.decode(), out.storage_bits, out.element_bytes)

    @property
    def operands(self):
        """The names of the operands that a dot product takes, as ("a", "b", "c", "sa", "sb")."""
        return tuple(name for name in INPUTS if self.elements(name))

    def elements(self, operand):
        """The bits of each element of an operand in one dot product; () if the unit has none."""
        number, count = _number_of(operand), ctypes.c_size_t()
        check(lib.mmasc_unit_elements(self._handle, number, ctypes.byref(count), None))
        bits = (ctypes.c_int * count.value)()
        check(lib.mmasc_unit_elements(self._handle, number, ctypes.byref(count), bits))
        return tuple(bits)

    def random_bits(self):
        """The bits of each random element that one dot product draws; () unless roundings of the
        unit are stochastic."""
        return self.elements("random")

    def engine(self, name="batch", *, threads=0, target=None):
        """An engine for the unit: "batch" (fast) or "reference". Both give the same bits."""
        return Engine(self, name, threads, target)

    def dot(self, a, b, c=None, **operands):
        """Engine.dot() by the engine "batch"."""
        return self._own_engine().dot(a, b, c, **operands)

    def dot_with_flags(self, a, b, c=None, **operands):
        """Engine.dot_with_flags() by the engine "batch"."""
        return self._own_engine().dot_with_flags(a, b, c, **operands)

    def gemm(self, a, b, c=None, **options):
        """Engine.gemm() by the engine "batch"."""
        return self._own_engine().gemm(a, b, c, **options)

    def shrinker(self, a, b, c=None, **operands):
        """A Shrinker of operands on which a design of yours fails. They are those of dot(), of one
        dot product: without the dimensions `...`."""
        return Shrinker(self, self._own_engine()._bits_of_one(a, b, c, operands))

    def _own_engine(self):
        if self._engine is None:
            self._engine = Engine(self)
        return self._engine


class Engine:
    """Evaluates one unit. Made by Unit.engine()."""

    def __init__(self, unit, name="batch", threads=0, target=None):
        options = None
        if threads != 0 or target is not None:
            options = CEngineOptions(
                ctypes.sizeof(CEngineOptions),
                count(threads, "threads"),
                None if target is None else text(target, "target"),
            )
        self.name = name
        self._handle = new_handle(
            lib.mmasc_engine_create, unit._handle, text(name, "name"), options
        )
        weakref.finalize(self, lib.mmasc_engine_free, self._handle)
        self.shape = unit.shape
        self._raises_flags = unit.raises_flags
        self._elements = {each: unit.elements(each) for each in OPERANDS}
        self._formats = {  # None where the unit has no such operand, or its elements have no format
            each: unit.format(each) if bits and not OPERANDS[each].is_drawn else None
            for each, bits in self._elements.items()
        }
        own = any(is_own(each) for each in self._formats.values() if each)
        self._toml = unit.toml() if own else None

    def __repr__(self):
        return f"<mmasc.Engine {self.name}>"

    def dot(self, a, b, c=None, **operands):
        """d = c + a * b. a and b have the shape (..., k), and c and the result (...). The
        dimensions ... are broadcast. Without c it is +0. A unit takes further operands by name,
        each in the shape (..., len(Unit.elements(name))), as the block scales `sa` and `sb`, or the
        `metadata` of a sparse a, which then has sparsity.products elements."""
        return self._dots(a, b, c, operands)[0]

    def dot_with_flags(self, a, b, c=None, **operands):
        """dot(), and the status flags of each d, in an array of uint8 whose elements are Flags. A
        unit that raises none is a ValueError."""
        if not self._raises_flags:
            raise ValueError("flags are asked for, and the unit raises none (Unit.raises_flags)")
        return self._dots(a, b, c, operands)

    def _bits_of_dots(self, a, b, c, operands):
        """The bits of the operands of dot products, and what each of these has of an operand."""
        if c is None:
            c = np.zeros((), bits_dtype(self._formats["c"]))
        given = self._given({"a": a, "b": b, "c": c, **operands})
        each = {name: () if name == "c" else (len(self._elements[name]),) for name in given}
        bits = {}
        for name, array in given.items():
            is_whole = OPERANDS[name].is_whole
            bits[name] = np.asarray(array) if is_whole else self._bits_of(name, array)
            if each[name] and bits[name].shape[-1:] != each[name]:
                raise ValueError(
                    f"{name} has shape {bits[name].shape}; the last of it must be {each[name][0]}"
                )
            if is_whole:
                bits[name] = self._bits_of(name, array)
        return bits, each

    def _bits_of_one(self, a, b, c, operands):
        """The bits of the operands of one dot product."""
        bits, each = self._bits_of_dots(a, b, c, operands)
        for name, array in bits.items():
            if array.shape != each[name]:
                raise ValueError(f"{name} has shape {array.shape}; of one dot product {each[name]}")
        return bits

    def _dots(self, a, b, c, operands):
        """d and, of a unit that raises some, the flags."""
        bits, each = self._bits_of_dots(a, b, c, operands)
        shape = np.broadcast_shapes(
            *(array.shape[: array.ndim - len(each[name])] for name, array in bits.items())
        )
        n = math.prod(shape)
        flat = {
            name: np.broadcast_to(array, shape + each[name]).reshape((n,) + each[name])
            for name, array in bits.items()
        }
        d = np.empty(n, np.uint64)
        flags = np.empty(n, np.uint64) if self._raises_flags else None
        for first in range(0, d.size, _DOTS_AT_ONCE):
            part = slice(first, first + _DOTS_AT_ONCE)
            given = {name: array[part] for name, array in flat.items()}
            self._dot(given, d[part], None if flags is None else flags[part])
        d = d.astype(bits_dtype(self._formats["d"])).view(result_dtype(self._formats["d"]))
        if flags is not None:
            flags = flags.astype(np.uint8).reshape(shape)[()]
        return d.reshape(shape)[()], flags

    def _dot(self, operands, d, flags):
        args = CDotArgs(struct_size=ctypes.sizeof(CDotArgs), d=CBits(d.ctypes.data, d.size))
        wide = {name: np.ascontiguousarray(bits, np.uint64) for name, bits in operands.items()}
        for name, bits in wide.items():
            args.operands[OPERANDS[name].number] = CBits(bits.ctypes.data, bits.size)
        if flags is None:
            check(lib.mmasc_dot(self._handle, ctypes.byref(args)))
            return
        out = CBits(flags.ctypes.data, flags.size)
        check(lib.mmasc_dot_with_flags(self._handle, ctypes.byref(args), ctypes.byref(out)))

    def gemm(
        self,
        a,
        b,
        c=None,
        *,
        promote_k=0,
        promote_rounding=None,
        seed=None,
        out=None,
        progress=None,
        **operands,
    ):
        """D = C + A * B for A (M x K), B (K x N) and C (M x N), chained along K as a kernel chains
        it. Without C it is +0. Arrays may have any strides; they are not copied.

        A unit takes further operands by name. `sa` is M x ceil(K / shape.scale_block), `sb`
        ceil(K / shape.scale_block) x N, a tensor-wide scale `st` 1 x 1. With
        promote_k = n > 0 the partial sum of every n elements of K, a multiple of shape.k, is added
        to an f32 accumulator; C and D are then float32. `seed` is for the random bits of stochastic
        roundings; without it, it is 0. A sparse A has its zeros, or, with `metadata`, M x K * keep /
        (of * together) numbers below `of`, what is kept alone: M x K * keep / of. `out` is an array
        for D. progress(done, all) is told how many elements of D are done. An exception that it
        raises, or Ctrl-C, ends the GEMM.
        """
        seed = self._checked_seed(seed)
        c_format, d_format = (
            (_F32, _F32) if promote_k else (self._formats["c"], self._formats["d"])
        )
        matrices, arrays = self._matrices({"a": a, "b": b, "c": c, **operands}, c_format)
        d = self._output(out, (matrices["a"].rows, matrices["b"].columns), d_format, arrays)
        args = CGemmArgs(
            struct_size=ctypes.sizeof(CGemmArgs),
            d=matrix_of("out", bits_of("out", d, d_format), d_format),
            promote_k=multiple(promote_k, "promote_k", self.shape.k),
            promote_rounding=(
                None if promote_rounding is None else text(promote_rounding, "promote_rounding")
            ),
            seed=seed,
        )
        for name, matrix in matrices.items():
            args.operands[OPERANDS[name].number] = matrix

        def call(stop):
            args.progress = PROGRESS(lambda context, done, all: stop(done, all))
            check(lib.mmasc_gemm(self._handle, args))

        run_interruptibly(call, progress)
        return d

    def _checked_seed(self, seed):
        drawn = [row for row in OPERANDS.values() if row.is_drawn]
        if seed is not None and not any(self._elements[row.name] for row in drawn):
            lacks = " and ".join(row.lacks for row in drawn)
            raise ValueError(f"seed is given, and the unit {lacks}")
        return count(0 if seed is None else seed, "seed", 64)

    def _given(self, operands, of_product=False):
        """Those of the operands, by name, that are given. Refuses what the unit lacks, what a product
        draws, and that something is missing."""
        for name in operands:
            if name not in INPUTS:
                raise TypeError(f"{name} is no operand; the further ones are {', '.join(INPUTS[3:])}")
        given = {
            name: array for name, array in operands.items() if array is not None or name in ("a", "b")
        }
        for row in map(OPERANDS.get, given):
            if not self._elements[row.name]:
                raise ValueError(f"{row.name} is given, and the unit {row.lacks}")
            if of_product and row.is_drawn:
                raise ValueError(f"{row.name} is given, and a product draws it from the seed")
        for row in map(OPERANDS.get, INPUTS):
            is_needed = not (of_product and (row.is_drawn or row.may_be_left_out))
            if is_needed and self._elements[row.name] and row.name not in given:
                raise ValueError(f"{row.name} is missing: {row.what}")
        return given

    def _bits_of(self, name, array, format=None):
        """The elements of an operand as unsigned integers."""
        if not OPERANDS[name].is_whole:
            return bits_of(name, array, format or self._formats[name])
        most = [2**bits - 1 for bits in self._elements[name]]
        return whole_numbers(name, array, np.array(most if len(set(most)) > 1 else most[0]))

    def _matrices(self, operands, c_format):
        """The CMatrix of each operand of a product that is given, and the arrays they look into."""
        given = self._given(operands, of_product=True)
        formats = {name: c_format if name == "c" else self._formats[name] for name in given}
        arrays = {name: self._bits_of(name, array, formats[name]) for name, array in given.items()}
        for name in arrays:
            if OPERANDS[name].is_whole:
                arrays[name] = arrays[name].astype(bits_dtype(formats[name]))
        matrices = {name: matrix_of(name, bits, formats[name]) for name, bits in arrays.items()}
        return matrices, list(arrays.values())

    @staticmethod
    def _output(out, shape, format, operands):
        if out is None:
            return np.zeros(shape, result_dtype(format))  # a format may leave high bits unwritten
        check_output(out, operands)
        return out
