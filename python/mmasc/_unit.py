# SPDX-License-Identifier: Apache-2.0
"""Units and engines."""

import ctypes
import math
import os
import weakref
from typing import NamedTuple

import numpy as np

from mmasc._arrays import bits_dtype, bits_of, matrix_of, result_dtype
from mmasc._checks import check_output, count, multiple, whole_numbers
from mmasc._interrupt import run_interruptibly
from mmasc._library import (
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
from mmasc._retired import refuses_retired


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


_F32 = Format("f32", 32, 4)
C_NAMES = {"scale_a": "sa", "scale_b": "sb"}
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
        self._products = sparsity.products
        self.sparsity = (
            Sparsity(*(getattr(sparsity, name) for name in Sparsity._fields))
            if sparsity.of
            else None
        )
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
        """The format of "a", "b", "c", "d" or "scale"."""
        if operand not in OPERANDS:
            raise ValueError(f'operand is {operand!r}; one of "a", "b", "c", "d", "scale"')
        out = CFormat()
        check(lib.mmasc_unit_format(self._handle, OPERANDS[operand], ctypes.byref(out)))
        return Format(out.name.decode(), out.storage_bits, out.element_bytes)

    def random_bits(self):
        """The bits of each random element that one dot product draws; () unless roundings of the
        unit are stochastic."""
        count = ctypes.c_size_t()
        check(lib.mmasc_unit_random(self._handle, ctypes.byref(count), None))
        bits = (ctypes.c_int * count.value)()
        check(lib.mmasc_unit_random(self._handle, ctypes.byref(count), bits))
        return tuple(bits)

    def engine(self, name="batch", *, threads=0, target=None):
        """An engine for the unit: "batch" (fast) or "reference". Both give the same bits."""
        return Engine(self, name, threads, target)

    def dot(
        self, a, b, c=None, *, scale_a=None, scale_b=None, random=None, metadata=None
    ):
        """Engine.dot() by the engine "batch"."""
        return self._own_engine().dot(
            a, b, c, scale_a=scale_a, scale_b=scale_b, random=random, metadata=metadata
        )

    def gemm(self, a, b, c=None, **options):
        """Engine.gemm() by the engine "batch"."""
        return self._own_engine().gemm(a, b, c, **options)

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
        self._formats = {each: unit.format(each) for each in "abcd"}
        self._formats["scale"] = unit.format("scale") if unit.shape.scales else None
        own = any(is_own(each) for each in self._formats.values() if each)
        self._toml = unit.toml() if own else None
        self._random = unit.random_bits()
        self._products = unit._products
        self._metadata = unit.sparsity.metadata if unit.sparsity else 0
        self._groups = unit.sparsity.of if unit.sparsity else 0  # that an element chooses from

    def __repr__(self):
        return f"<mmasc.Engine {self.name}>"

    def dot(
        self, a, b, c=None, *, scale_a=None, scale_b=None, random=None, metadata=None
    ):
        """d = c + a * b. a and b have the shape (..., k), scales (..., shape.scales), and c and the
        result (...). The dimensions ... are broadcast. Without c it is +0. `random` holds what
        stochastic roundings draw, in the shape (..., len(Unit.random_bits())). A sparse a has the
        shape (..., sparsity.products), and `metadata` (..., sparsity.metadata)."""
        if c is None:
            c = np.zeros((), bits_dtype(self._formats["c"]))
        operands = self._operands(a, b, c, self._formats["c"], scale_a, scale_b)
        if (random is not None) != bool(self._random):
            raise ValueError(
                "random is missing: the unit rounds stochastically"
                if self._random
                else "random is given, and the unit rounds nothing stochastically"
            )
        if random is not None:
            operands["random"] = np.asarray(random)
        if metadata is None and self._metadata:
            raise ValueError("metadata is missing: a is sparse")
        if metadata is not None:
            operands["metadata"] = self._places(metadata)
        each = {"a": (self._products,), "b": (self.shape.k,), "c": ()}
        each |= {"random": (len(self._random),), "metadata": (self._metadata,)}
        each["scale_a"] = each["scale_b"] = (self.shape.scales,)
        for name, bits in operands.items():
            if each[name] and bits.shape[-1:] != each[name]:
                raise ValueError(
                    f"{name} has shape {bits.shape}; the last of it must be {each[name][0]}"
                )
        if random is not None:
            most = np.array([2**bits - 1 for bits in self._random])
            operands["random"] = whole_numbers("random", operands["random"], most)
        shape = np.broadcast_shapes(
            *(bits.shape[: bits.ndim - len(each[name])] for name, bits in operands.items())
        )
        n = math.prod(shape)
        flat = {
            name: np.broadcast_to(bits, shape + each[name]).reshape((n,) + each[name])
            for name, bits in operands.items()
        }
        d = np.empty(n, np.uint64)
        for first in range(0, d.size, _DOTS_AT_ONCE):
            part = slice(first, first + _DOTS_AT_ONCE)
            self._dot({name: bits[part] for name, bits in flat.items()}, d[part])
        d = d.astype(bits_dtype(self._formats["d"])).view(result_dtype(self._formats["d"]))
        return d.reshape(shape)[()]

    def _dot(self, operands, d):
        args = CDotArgs(struct_size=ctypes.sizeof(CDotArgs), d=CBits(d.ctypes.data, d.size))
        wide = {name: np.ascontiguousarray(bits, np.uint64) for name, bits in operands.items()}
        others = {"metadata": CBits(), "random": CBits()}
        for name, bits in wide.items():
            each = CBits(bits.ctypes.data, bits.size)
            if name in others:
                others[name] = each
            else:
                setattr(args, C_NAMES.get(name, name), each)
        check(lib.mmasc_dot_sparse(self._handle, ctypes.byref(args), *others.values()))

    @refuses_retired("gemm")
    def gemm(
        self,
        a,
        b,
        c=None,
        *,
        scale_a=None,
        scale_b=None,
        metadata=None,
        promote_k=0,
        promote_rounding=None,
        seed=None,
        out=None,
        progress=None,
    ):
        """D = C + A * B for A (M x K), B (K x N) and C (M x N), chained along K as a kernel chains
        it. Without C it is +0. Arrays may have any strides; they are not copied.

        scale_a is M x ceil(K / shape.scale_block), scale_b ceil(K / shape.scale_block) x N. With
        promote_k = n > 0 the partial sum of every n elements of K, a multiple of shape.k, is added
        to an f32 accumulator; C and D are then float32. `seed` is for the random bits of stochastic
        roundings; without it, it is 0. A sparse A has its zeros, or, with `metadata`, M x K * keep /
        (of * together) numbers below `of`, what is kept alone: M x K * keep / of. `out` is an array
        for D. progress(done, all) is told how many elements of D are done. An exception that it
        raises, or Ctrl-C, ends the GEMM.
        """
        instructions = multiple(promote_k, "promote_k", self.shape.k) // self.shape.k
        seed = self._checked_seed(seed)
        places = None if metadata is None else self._metadata_matrix(metadata)
        c_format, d_format = (
            (_F32, _F32) if promote_k else (self._formats["c"], self._formats["d"])
        )
        operands = self._operands(a, b, c, c_format, scale_a, scale_b)
        views = {
            C_NAMES.get(name, name): matrix_of(name, bits, self._format(name, c_format))
            for name, bits in operands.items()
        }
        d = self._output(out, (views["a"].rows, views["b"].columns), d_format, operands.values())
        d_bits = bits_of("out", d, d_format)

        def call(stop):
            check(
                lib.mmasc_gemm_sparse(
                    self._handle,
                    CGemmArgs(
                        struct_size=ctypes.sizeof(CGemmArgs),
                        d=matrix_of("out", d_bits, d_format),
                        promotion_interval=count(instructions, "promote_k / shape.k"),
                        promotion_rounding=(
                            None
                            if promote_rounding is None
                            else text(promote_rounding, "promote_rounding")
                        ),
                        progress=PROGRESS(lambda context, done, all: stop(done, all)),
                        a=views["a"],
                        b=views["b"],
                        **{
                            name: ctypes.pointer(views[name])
                            for name in ("c", "sa", "sb")
                            if name in views
                        },
                    ),
                    places and places[0],
                    seed,
                )
            )

        run_interruptibly(call, progress)
        return d

    def _checked_seed(self, seed):
        if seed is not None and not self._random:
            raise ValueError("seed is given, and the unit rounds nothing stochastically")
        return count(0 if seed is None else seed, "seed", 64)

    def _places(self, metadata):
        """Checked, as uint64."""
        if not self._metadata:
            raise ValueError("metadata is given, and a is not sparse")
        return whole_numbers("metadata", metadata, self._groups - 1)

    def _metadata_matrix(self, metadata):
        """The CMatrix of metadata, and the array that it looks into."""
        places = self._places(metadata)
        bits = (self._groups - 1).bit_length()
        array = places.astype(np.uint8 if bits <= 8 else np.uint16)
        return matrix_of("metadata", array, Format("metadata", bits, array.itemsize)), array

    def _format(self, name, c_format):
        return c_format if name == "c" else self._formats["scale" if name in C_NAMES else name]

    def _operands(self, a, b, c, c_format, scale_a, scale_b):
        """The bits of the operands that are given, by the caller's names for them."""
        arrays = {"a": a, "b": b, "c": c, "scale_a": scale_a, "scale_b": scale_b}
        for name in C_NAMES:
            if (arrays[name] is not None) != (self.shape.scales > 0):
                raise ValueError(
                    f"{name} is missing: the unit takes block scales"
                    if self.shape.scales
                    else f"{name} is given, and the unit takes no block scales"
                )
        return {
            name: bits_of(name, array, self._format(name, c_format))
            for name, array in arrays.items()
            if array is not None or name in ("a", "b")
        }

    @staticmethod
    def _output(out, shape, format, operands):
        if out is None:
            return np.zeros(shape, result_dtype(format))  # a format may leave high bits unwritten
        check_output(out, operands)
        return out
