# SPDX-License-Identifier: Apache-2.0
"""The matrix units of GPUs, bit by bit: NumPy arrays in and out of libmmasc.so.

    unit = mmasc.unit("hopper/wgmma.m64nNk32.f32.e4m3.e4m3").with_("dot.fraction_bits", 17)
    d = unit.gemm(a, b)

Arrays have the unit's own types: float16, float32, float64, those of ml_dtypes (bfloat16,
float8_e4m3fn, ...), or unsigned integers that hold the elements' bits. Nothing is rounded on the
way in: an array of another type is a TypeError.

Units and engines never change, and may be used from several threads at once.
"""

from mmasc._compare import Comparison, Difference, compare
from mmasc._dgemm import DgemmSummary, dgemm
from mmasc._errors import EnvironmentFailure, Error, InvalidArgument, InvalidRow, OutOfMemory
from mmasc._fp8gemm import fp8gemm
from mmasc._library import Format
from mmasc._library import version as _version
from mmasc._numbers import convert, decode
from mmasc._quantise import Quantised, quantise
from mmasc._scaled_gemm import scaled_gemm
from mmasc._shrinker import Shrinker
from mmasc._unit import Engine, Flags, Shape, Sparsity, Unit, catalog, parse, unit
from mmasc._verify import Tally, Verification, verify

__version__ = _version()
__all__ = [
    "Comparison",
    "DgemmSummary",
    "Difference",
    "Engine",
    "EnvironmentFailure",
    "Error",
    "Flags",
    "Format",
    "InvalidArgument",
    "InvalidRow",
    "OutOfMemory",
    "Quantised",
    "Shape",
    "Shrinker",
    "Sparsity",
    "Tally",
    "Unit",
    "Verification",
    "catalog",
    "compare",
    "convert",
    "decode",
    "dgemm",
    "fp8gemm",
    "parse",
    "quantise",
    "scaled_gemm",
    "unit",
    "verify",
]
