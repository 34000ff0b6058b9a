# SPDX-License-Identifier: Apache-2.0
"""NumPy arrays as raw elements of a format, without a copy."""

import numpy as np

from mmasc._library import CMatrix

# The NumPy types whose bits are a format's, by name: those of ml_dtypes need not be there. A unit
# ignores the low bits of a tf32 and the sign of a ue4m3.
DTYPE_NAMES = {
    "f64": "float64",
    "f32": "float32",
    "tf32": "float32",
    "bf16": "bfloat16",
    "f16": "float16",
    "e5m2": "float8_e5m2",
    "e4m3": "float8_e4m3fn",
    "e5m2fnuz": "float8_e5m2fnuz",
    "e4m3fnuz": "float8_e4m3fnuz",
    "e3m2": "float6_e3m2fn",
    "e2m3": "float6_e2m3fn",
    "e2m1": "float4_e2m1fn",
    "ue8m0": "float8_e8m0fnu",
    "ue4m3": "float8_e4m3fn",
    "s8": "int8",
    "s16": "int16",
    "s32": "int32",
    "s64": "int64",
}


def bits_dtype(format):
    """The unsigned integers that hold the format's bits."""
    return np.dtype(f"u{format.element_bytes}")


def result_dtype(format):
    """The type of results: the format's own, or that of its bits if NumPy has none."""
    name = DTYPE_NAMES.get(format.name)
    if name is None:
        return bits_dtype(format)
    try:
        return np.dtype(name)
    except TypeError:
        pass
    try:
        import ml_dtypes

        return np.dtype(getattr(ml_dtypes, name))
    except (ImportError, AttributeError):
        return bits_dtype(format)


def bits_of(name, array, format):
    """A view of the array as unsigned integers. TypeError if its type is not the format's."""
    if array is None:
        raise TypeError(f"{name} is None")
    array = np.asarray(array)
    own, bits = DTYPE_NAMES.get(format.name), bits_dtype(format)
    if array.dtype.name != own and array.dtype != bits:
        raise TypeError(
            f"{name} has dtype {array.dtype}, not that of {format.name}: round it, as by "
            f"mmasc.convert({name}, {format.name!r}), or pass the elements' bits as {bits}"
        )
    if not array.dtype.isnative:
        raise TypeError(f"{name} has the other byte order; pass {name}.astype('{own or bits.name}')")
    return array.view(bits)


def matrix_of(name, bits, format):
    """The CMatrix of a two-dimensional array of bits_of()."""
    if bits.ndim != 2:
        raise ValueError(f"{name} has {bits.ndim} dimensions; a matrix has 2")
    return CMatrix(
        bits.ctypes.data, *bits.shape, *(8 * stride for stride in bits.strides), format.storage_bits
    )
