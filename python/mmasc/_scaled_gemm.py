# SPDX-License-Identifier: Apache-2.0
"""Products of matrices that are quantised already."""

import ctypes

import numpy as np

from mmasc._arrays import bits_of, matrix_of, result_dtype
from mmasc._checks import check_output, count, multiple
from mmasc._interrupt import run_interruptibly
from mmasc._library import PROGRESS, CScaledGemmArgs, CScaledOperand, check, lib, text
from mmasc._numbers import decode
from mmasc._quantise import NUMBER_FORMATS, Quantised, block_of
from mmasc._unit import Unit

_F32 = NUMBER_FORMATS["float32"]
_BY_NAME = {format.name: format for format in NUMBER_FORMATS.values()}


def scaled_gemm(
    unit,
    a,
    b,
    c=None,
    *,
    block_a=None,
    block_b=None,
    d="f32",
    promote_k=None,
    inner_k=0,
    two_step=False,
    seed=None,
    threads=0,
    out=None,
    progress=None,
):
    """D = C + A * B of matrices that are quantised already, on a Unit or an Engine: what fp8gemm()
    does with them.

    A (M x K) and B (K x N) are what quantise() gives, or pairs of elements and float32 scales, of
    which `block_a` rows and columns ((1, 128)) of A and `block_b` ((128, 128)) of B share one (0:
    all). A unit with block scales takes pairs with its own. C is float32, or of D's format; D is
    "f32", "f16" or "bf16". C is added to the float32 sum; that is rounded, and then to D's format.
    The other options are those of fp8gemm(). D does not depend on threads.
    """
    engine = unit._own_engine() if isinstance(unit, Unit) else unit
    if not isinstance(d, str) or d not in _BY_NAME:
        raise ValueError(f"d is {d!r}; one of {', '.join(map(repr, _BY_NAME))}")
    d_format = _BY_NAME[d]
    left, left_arrays = _operand("a", a, block_a, (1, 128), engine)
    right, right_arrays = _operand("b", b, block_b, (128, 128), engine)
    arrays = [*left_arrays, *right_arrays]
    c_format, c_view = _F32, None
    if c is not None:
        c = np.asarray(c)
        c_format = _F32 if c.dtype == np.float32 else d_format
        arrays.append(bits_of("c", c, c_format))
        c_view = ctypes.pointer(matrix_of("c", arrays[-1], c_format))
    if out is None:
        shape = (left.elements.rows, right.elements.columns)
        out = np.zeros(shape, result_dtype(d_format))
    else:
        check_output(out, arrays, result_dtype(d_format))

    def call(stop):
        check(
            lib.mmasc_scaled_gemm(
                engine._handle,
                CScaledGemmArgs(
                    struct_size=ctypes.sizeof(CScaledGemmArgs),
                    a=left,
                    b=right,
                    c=c_view,
                    d=matrix_of("out", bits_of("out", out, d_format), d_format),
                    c_format=text(c_format.name, "c"),
                    d_format=text(d, "d"),
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


def _operand(name, given, block, usual, engine):
    """The CScaledOperand, and the arrays that it looks into."""
    format, of_unit = engine._formats[name], engine._formats["sa"]
    tensor_scale = 1.0
    if isinstance(given, Quantised):
        if block is not None:
            raise ValueError(f"block_{name} is given, and {name} is Quantised, which says its own")
        elements, scales, block, tensor_scale = _parts(name, given, format, of_unit)
    else:
        if not isinstance(given, (tuple, list)) or len(given) != 2:
            raise TypeError(f"{name} is neither Quantised nor a pair of elements and scales")
        elements, scales = given
        if of_unit is not None and block is not None:
            raise ValueError(f"block_{name} is given, and the unit takes block scales of its own")
        if of_unit is not None:
            block = (0, 0)
        else:
            block = block_of(f"block_{name}", usual if block is None else block)
    arrays = (
        bits_of(name, elements, format),
        bits_of(f"the scales of {name}", scales, of_unit or _F32),
    )
    operand = CScaledOperand(
        elements=matrix_of(name, arrays[0], format),
        scales=ctypes.pointer(matrix_of(f"the scales of {name}", arrays[1], of_unit or _F32)),
        tensor_scale=tensor_scale,
    )
    operand.block_rows, operand.block_columns = block
    return operand, arrays


def _parts(name, given, format, of_unit):
    """The parts of a Quantised: elements, scales as the unit or the sum outside it takes them,
    block, the tensor's scale."""
    if given.format != format.name:
        raise ValueError(f"{name} is quantised to {given.format}; the unit takes {format.name}")
    scales = given.scales
    if of_unit is None and given.scale_format != _F32.name:
        scales = decode(scales, given.scale_format).astype(np.float32)  # all are numbers of f32
    elif of_unit is not None and given.scale_format != of_unit.name:
        raise ValueError(
            f"{name} has scales in {given.scale_format}; the unit takes them in {of_unit.name}"
        )
    return given.elements, scales, given.block, given.tensor_scale
