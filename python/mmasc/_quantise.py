# SPDX-License-Identifier: Apache-2.0
"""Matrices as elements of a small format and scales of their blocks."""

import ctypes
import operator
from typing import Any, NamedTuple

import numpy as np

from mmasc._arrays import bits_dtype, matrix_of, result_dtype
from mmasc._interrupt import run_interruptibly
from mmasc._library import PROGRESS, CQuantiseArgs, CQuantisedShape, Format, check, lib, text
from mmasc._numbers import decode

NUMBER_FORMATS = {
    "float32": Format("f32", 32, 4),
    "float16": Format("f16", 16, 2),
    "bfloat16": Format("bf16", 16, 2),
}


class Quantised(NamedTuple):
    """elements[i, j] stands for elements[i, j] * scales[i // rows, j // columns] * tensor_scale,
    where `block` is (rows, columns)."""

    elements: Any
    scales: Any
    tensor_scale: float
    format: str
    scale_format: str
    block: tuple

    def numbers(self):
        """The numbers that the elements stand for, as float64."""
        scales = decode(self.scales, self.scale_format) * self.tensor_scale
        for axis, (size, all_of) in enumerate(zip(self.block, self.elements.shape)):
            scales = np.repeat(scales, min(size, all_of), axis).take(range(all_of), axis)
        return decode(self.elements, self.format) * scales


def quantise(
    numbers,
    to,
    *,
    block=None,
    scale=None,
    scale_format=None,
    quotient="exact",
    least_greatest=0.0,
    nan_blocks=False,
    progress=None,
):
    """A float32, float16 or bfloat16 matrix as Quantised elements and scales of its blocks.

    `to` is "mxfp8_e4m3", "mxfp8_e5m2", "mxfp6_e3m2", "mxfp6_e2m3", "mxfp4", "nvfp4", or a format of
    elements ("e4m3", "e5m6", "FILE.toml:NAME", ...) with scales in f32 of blocks of 1 x 128. `block` is the pair of rows
    and columns that share a scale, 0 for all. `scale` is "float" (greatest magnitude / greatest
    number), "power_of_two" (no smaller) or "mx" (floor(log2) of the one less that of the other).
    `quotient` is "exact" (rounded once), "f32" (divided in f32) or "reciprocal" (multiplied by 1 /
    scale in f32). A block's greatest magnitude counts as no smaller than `least_greatest`. A NaN or an infinity
    is refused, or makes the scale of its block NaN. Unlike convert(), which rounds number by number.
    """
    numbers = np.asarray(numbers)
    format = number_format_of("numbers", numbers)
    arguments = CQuantiseArgs(
        struct_size=ctypes.sizeof(CQuantiseArgs),
        numbers=matrix_of("numbers", numbers, format),
        number_format=text(format.name, "format"),
        to=text(to, "to"),
        scale=optional_text(scale, "scale"),
        scale_format=optional_text(scale_format, "scale_format"),
        quotient=text(quotient, "quotient"),
        least_greatest=least_greatest,
        nan_blocks=bool(nan_blocks),
    )
    sizes = (-1, -1) if block is None else block_of("block", block)
    arguments.block_rows, arguments.block_columns = sizes
    shape = CQuantisedShape()
    check(lib.mmasc_quantise_shape(arguments, shape))
    element, of_scale = (
        Format(each.name.decode(), each.storage_bits, each.element_bytes)
        for each in (shape.element, shape.scale)
    )
    order = "F" if numbers.flags.f_contiguous and not numbers.flags.c_contiguous else "C"
    elements = np.zeros(numbers.shape, bits_dtype(element), order)
    scales = np.zeros((shape.rows, shape.columns), bits_dtype(of_scale), order)
    arguments.elements = matrix_of("elements", elements, element)
    arguments.scales = matrix_of("scales", scales, of_scale)
    tensor_scale = ctypes.c_float(1)

    def call(stop):
        arguments.progress = PROGRESS(lambda context, done, all: stop(done, all))
        check(lib.mmasc_quantise(arguments, tensor_scale))

    run_interruptibly(call, progress)
    return Quantised(
        elements.view(result_dtype(element)),
        scales.view(result_dtype(of_scale)),
        tensor_scale.value,
        element.name,
        of_scale.name,
        tuple(
            size or all_of for size, all_of in zip((shape.block_rows, shape.block_columns), numbers.shape)
        ),
    )


def number_format_of(name, array):
    """The format of an array of numbers."""
    format = NUMBER_FORMATS.get(array.dtype.name)
    if format is None or not array.dtype.isnative:
        raise TypeError(f"{name} has dtype {array.dtype}; give float32, float16 or bfloat16")
    return format


def block_of(name, block):
    """Rows and columns that share a scale."""
    rows, columns = map(operator.index, block)
    if not (0 <= rows < 2**63 and 0 <= columns < 2**63):
        raise ValueError(f"{name} is {block}; give rows and columns, 0 for all")
    return rows, columns


def optional_text(value, what):
    return None if value is None else text(value, what)
