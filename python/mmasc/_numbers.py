# SPDX-License-Identifier: Apache-2.0
"""Numbers as elements of a format, and back."""

import ctypes
import os
import tempfile

import numpy as np

from mmasc._arrays import bits_dtype, bits_of, result_dtype
from mmasc._errors import InvalidArgument
from mmasc._library import CBits, CConvertArgs, CFormat, Format, check, lib, text


def find_format(name):
    """The format with this name: "f16", "e4m3", "e3m3", ..., or "FILE.toml:NAME"."""
    out = CFormat()
    check(lib.mmasc_format_find(text(name, "format"), ctypes.byref(out)))
    return Format(out.name.decode(), out.storage_bits, out.element_bytes)


def convert(numbers, to, *, rounding="nearest_even", saturate=False):
    """The numbers rounded to the format `to`, each once, as an array of the format's own type or, where
    NumPy and ml_dtypes have none, of its bits. A format of your own is "FILE.toml:NAME". A number
    beyond the greatest becomes infinity, or the greatest where the rounding goes toward it; a format
    without infinity has NaN in its place. With saturate=True it becomes the greatest, and so does an
    infinity."""
    numbers = np.asarray(numbers)
    wide = numbers.astype(np.float64)
    if numbers.dtype.kind in "iu" and np.any(wide.astype(numbers.dtype) != numbers):
        raise ValueError("an integer is not a float64; round it yourself")
    format = find_format(to)
    bits = _converted("f64", to, wide.view(np.uint64), rounding, saturate)
    return bits.astype(bits_dtype(format)).view(result_dtype(format))[()]


def is_own(format):
    """Whether a unit's format has its definition in the unit's TOML alone."""
    try:
        find_format(format.name)
    except InvalidArgument:
        return True
    return False


def convert_as(toml, numbers, format, **options):
    """convert() to a format that the TOML text of a unit defines."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "unit.toml")
        with open(path, "w", encoding="utf-8") as file:
            file.write(toml)
        return convert(numbers, f"{path}:{format.name}", **options)


def decode(elements, format):
    """The numbers that elements of a format stand for, as float64: all of them exactly, or
    InvalidArgument. Elements are an array of the format's own type, or of its bits."""
    of = find_format(format)
    bits = bits_of("elements", elements, of).astype(np.uint64)
    numbers = _converted(format, "f64", bits)
    again = _converted("f64", format, numbers)
    if np.any(again != _converted(format, format, bits)):
        raise InvalidArgument(f"float64 does not hold every one of these {of.name} numbers")
    return numbers.view(np.float64)[()]


def _converted(from_, to, bits, rounding=None, saturate=False):
    bits = np.asarray(bits, order="C")  # of any shape, of one element without one too
    out = np.empty(bits.shape, np.uint64)
    check(
        lib.mmasc_convert(
            CConvertArgs(
                ctypes.sizeof(CConvertArgs),
                text(from_, "format"),
                text(to, "format"),
                None if rounding is None else text(rounding, "rounding"),
                bool(saturate),
                CBits(bits.ctypes.data, bits.size),
                CBits(out.ctypes.data, out.size),
            )
        )
    )
    return out
