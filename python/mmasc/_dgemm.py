# SPDX-License-Identifier: Apache-2.0
"""DGEMM and SGEMM on units of small formats, by the Ozaki scheme."""

import ctypes
import operator
from typing import NamedTuple

import numpy as np

from mmasc._arrays import matrix_of
from mmasc._checks import check_output, count, multiple
from mmasc._interrupt import run_interruptibly
from mmasc._library import PROGRESS, CDgemmArgs, CDgemmSummary, Format, check, lib
from mmasc._unit import Unit

_FORMATS = {"float64": Format("f64", 64, 8), "float32": Format("f32", 32, 4)}
_ESTIMATED, _ALL = 0, -1


class DgemmSummary(NamedTuple):
    """How the product was computed. `whole`: nothing of A * B was left out. `block_k`: elements of
    K at once."""

    slice_bits: int
    slices_a: int
    slices_b: int
    whole: bool
    slice_products: int
    block_k: int


def dgemm(
    unit,
    a,
    b,
    *,
    slices="estimated",
    slice_bits=0,
    full=False,
    correct=False,
    block_k=0,
    out=None,
    progress=None,
    summary=False,
):
    """D = A * B for arrays of float64, or of float32, on a Unit or an Engine.

    A's rows and B's columns are split into slices of small integers that the unit multiplies without
    an error. `slices` is how many of each matrix, at most: "estimated" takes as many as the accuracy of an
    FP64 (FP32) GEMM takes, "all" takes all and all their products. With `full` all products of slices
    are computed, else those of slices p and q with p + q <= slices + 1. With `correct` products are
    added up exactly and rounded once, else in FP64. So slices="all", correct=True is A * B correctly
    rounded. `slice_bits` and `block_k`, elements of K at once, a multiple of the unit's
    shape.k, follow from the unit if 0. D does not depend on threads or `block_k`. progress(done, all) is told of products of slices. With
    `summary` the result is the pair of D and a DgemmSummary.
    """
    a, b = np.asarray(a), np.asarray(b)
    if a.dtype != b.dtype or a.dtype.name not in _FORMATS or not a.dtype.isnative:
        raise TypeError(f"a has dtype {a.dtype} and b {b.dtype}; both must be float64, or float32")
    format = _FORMATS[a.dtype.name]
    views = [matrix_of(name, array, format) for name, array in (("a", a), ("b", b))]
    if out is None:
        out = np.zeros((a.shape[0], b.shape[1]), a.dtype)
    else:
        check_output(out, (a, b), a.dtype)
    engine = unit._own_engine() if isinstance(unit, Unit) else unit
    done = CDgemmSummary()

    def call(stop):
        check(
            lib.mmasc_dgemm(
                engine._handle,
                CDgemmArgs(
                    struct_size=ctypes.sizeof(CDgemmArgs),
                    a=views[0],
                    b=views[1],
                    d=matrix_of("out", out, format),
                    slices=_slices(slices),
                    slice_bits=count(slice_bits, "slice_bits"),
                    full=bool(full),
                    correct=bool(correct),
                    block_k=multiple(block_k, "block_k", engine.shape.k),
                    progress=PROGRESS(lambda context, done, all: stop(done, all)),
                ),
                done,
            )
        )

    run_interruptibly(call, progress)
    if not summary:
        return out
    return out, DgemmSummary(
        done.slice_bits,
        done.slices_a,
        done.slices_b,
        bool(done.whole),
        done.slice_products,
        done.block_k,
    )


def _slices(slices):
    named = {"estimated": _ESTIMATED, "all": _ALL}
    if slices is None or isinstance(slices, str):
        if slices not in named:
            raise ValueError(f"slices is {slices!r}; give a number, 'estimated' or 'all'")
        return named[slices]
    if not 1 <= operator.index(slices) < 2**31:
        raise ValueError(f"slices is {slices}; it must be 1 or more")
    return operator.index(slices)
