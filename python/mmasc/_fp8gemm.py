# SPDX-License-Identifier: Apache-2.0
"""Fine-grained FP8 GEMM."""

import ctypes
import operator

import numpy as np

from mmasc._arrays import matrix_of
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
    block_a=(1, 128),
    block_b=(128, 128),
    scale=None,
    quotient="exact",
    least=0.0,
    tensor_scale=True,
    interval=None,
    inner_interval=0,
    fused=True,
    threads=0,
    out=None,
    progress=None,
):
    """D = A * B, in float32, of float32, float16 or bfloat16 matrices on a Unit or an Engine.

    A (M x K) and B (K x N) are quantised to the unit's formats, `block_a` and `block_b` being the rows
    and columns that share a scale (0: all); `scale`, `quotient` and `least` are those of quantise().
    The unit adds up the products of `interval` elements of K (0: all; None: 128); that sum, times the
    scales, is added to a float32 sum, fused or in two roundings. After `inner_interval` elements the
    unit's sum is added to a float32 sum of the interval. A unit with block scales is given these in
    the place of blocks; its default interval is all of K; `tensor_scale` is of units as those of
    NVFP4. D does not depend on threads. progress(done, all) is told of partial sums.
    """
    a, b = np.asarray(a), np.asarray(b)
    formats = [number_format_of(name, array) for name, array in (("a", a), ("b", b))]
    views = [matrix_of(*each) for each in zip("ab", (a, b), formats)]
    if out is None:
        out = np.zeros((a.shape[0], b.shape[1]), np.float32)
    elif not isinstance(out, np.ndarray) or not out.flags.writeable or out.dtype != np.float32:
        raise TypeError("out must be an array of float32 that can be written")
    elif np.may_share_memory(out, a) or np.may_share_memory(out, b):
        raise ValueError("out shares memory with an operand; pass an array of its own")
    engine = unit._own_engine() if isinstance(unit, Unit) else unit

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
                    block_a=block_of("block_a", block_a),
                    block_b=block_of("block_b", block_b),
                    scale=optional_text(scale, "scale"),
                    quotient=text(quotient, "quotient"),
                    least_greatest=least,
                    no_tensor_scale=not tensor_scale,
                    interval=-1 if interval is None else _count("interval", interval),
                    inner_interval=_count("inner_interval", inner_interval),
                    two_step=not fused,
                    threads=operator.index(threads),
                    progress=PROGRESS(lambda context, done, all: stop(done, all)),
                ),
            )
        )

    run_interruptibly(call, progress)
    return out


def _count(name, value):
    if not 0 <= operator.index(value) < 2**63:
        raise ValueError(f"{name} is {value}; it must be 0 or more")
    return operator.index(value)
