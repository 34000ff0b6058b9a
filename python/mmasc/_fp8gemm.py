# SPDX-License-Identifier: Apache-2.0
"""Fine-grained FP8 GEMM."""

import ctypes

import numpy as np

from mmasc._arrays import matrix_of
from mmasc._checks import check_output, count, multiple
from mmasc._interrupt import run_interruptibly
from mmasc._library import PROGRESS, CFp8GemmArgs, Format, check, lib, text
from mmasc._quantise import block_of, number_format_of, optional_text
from mmasc._unit import Unit

_F32 = Format("f32", 32, 4)


def fp8gemm(
    unit,
    a,
    b,
    *,
    block_a=None,
    block_b=None,
    scale=None,
    quotient="exact",
    least_greatest=0.0,
    tensor_scale=True,
    promote_k=None,
    inner_k=0,
    two_step=False,
    seed=None,
    threads=0,
    out=None,
    progress=None,
):
    """D = A * B, in float32, of float32, float16 or bfloat16 matrices on a Unit or an Engine.

    A (M x K) and B (K x N) are quantised to the unit's formats, `block_a` and `block_b` being the rows
    and columns that share a scale (0: all; None: (1, 128) and (128, 128)); `scale`, `quotient` and `least_greatest` are those of quantise().
    The unit adds up the products of `promote_k` elements of K (0: all; None: 128); that sum, times the
    scales, is added to a float32 sum, fused or, with `two_step`, in two roundings. After `inner_k` elements the
    unit's sum is added to a float32 sum of these. A unit with block scales is given these,
    and no blocks; its default `promote_k` is all of K; `tensor_scale` is of units as those of
    NVFP4. `seed` is that of Engine.gemm(). D does not depend on threads. progress(done, all) is told of partial sums.
    """
    a, b = np.asarray(a), np.asarray(b)
    formats = [number_format_of(name, array) for name, array in (("a", a), ("b", b))]
    views = [matrix_of(*each) for each in zip("ab", (a, b), formats)]
    if out is None:
        out = np.zeros((a.shape[0], b.shape[1]), np.float32)
    else:
        check_output(out, (a, b), np.float32)
    engine = unit._own_engine() if isinstance(unit, Unit) else unit
    for name, block in (("block_a", block_a), ("block_b", block_b)):
        if block is not None and engine.shape.scales:
            raise ValueError(f"{name} is given, and the unit takes block scales of its own")

    def call(stop):
        check(
            lib.mmasc_fp8gemm(
                engine._handle,
                CFp8GemmArgs(
                    struct_size=ctypes.sizeof(CFp8GemmArgs),
                    a=views[0],
                    b=views[1],
                    a_format=text(formats[0].name, "format"),
                    b_format=text(formats[1].name, "format"),
                    d=matrix_of("out", out, _F32),
                    block_a=_block("block_a", block_a, (1, 128), engine),
                    block_b=_block("block_b", block_b, (128, 128), engine),
                    scale=optional_text(scale, "scale"),
                    quotient=text(quotient, "quotient"),
                    least_greatest=least_greatest,
                    no_tensor_scale=not tensor_scale,
                    promote_k=-1 if promote_k is None else multiple(promote_k, "promote_k", engine.shape.k),
                    inner_k=multiple(inner_k, "inner_k", engine.shape.k),
                    two_step=bool(two_step),
                    threads=count(threads, "threads"),
                    seed=engine._checked_seed(seed),
                    progress=PROGRESS(lambda context, done, all: stop(done, all)),
                ),
            )
        )

    run_interruptibly(call, progress)
    return out


def _block(name, block, usual, engine):
    """Rows and columns that share a scale; (0, 0) where the unit has blocks of its own."""
    return (0, 0) if engine.shape.scales else block_of(name, usual if block is None else block)
