# SPDX-License-Identifier: Apache-2.0
"""libmmasc.so by ctypes: mmasc.h in Python."""

import ctypes
import os
import pathlib
from ctypes import POINTER, c_char_p, c_float, c_int, c_int64, c_size_t, c_uint64, c_void_p
from typing import NamedTuple

from mmasc._errors import OF_STATUS, EnvironmentFailure, Error

ABI_VERSION = 2


def _load():
    """Loads the library: that of MMASC_LIBRARY, else one beside this file, else the loader's."""
    named = os.environ.get("MMASC_LIBRARY")
    soname = f"libmmasc.so.{ABI_VERSION}"
    beside = pathlib.Path(__file__).with_name(soname)
    path = named or (str(beside) if beside.exists() else soname)
    try:
        library = ctypes.CDLL(path)
        abi_version = library.mmasc_abi_version()
    except (OSError, AttributeError) as error:
        raise EnvironmentFailure(
            f"{error}; install libmmasc.so (cmake --install build/release), or name it by "
            "MMASC_LIBRARY"
        ) from None
    if abi_version != ABI_VERSION:
        raise EnvironmentFailure(
            f"{path} has the binary interface {abi_version}, this module wants {ABI_VERSION}; "
            "install the two of one version"
        )
    return library


lib = _load()


class COperandRow(ctypes.Structure):
    _fields_ = [(name, c_char_p) for name in ("name", "what", "lacks")] + [
        (name, c_int) for name in ("is_whole", "is_drawn", "may_be_left_out")
    ]


class OperandRow(NamedTuple):
    """What mmasc.h says of an operand."""

    number: int  # mmasc_operand
    name: str
    what: str  # "the block scales of a"
    lacks: str  # of a unit without it: "has no block scales"
    is_whole: bool  # whole numbers, in any array that holds them
    is_drawn: bool  # from a product's seed
    may_be_left_out: bool  # of a product


def _operand(number):
    """None for a number that is no operand's."""
    lib.mmasc_operand_row_of.restype = POINTER(COperandRow)
    row = lib.mmasc_operand_row_of(number)
    if not row:
        return None
    values = (getattr(row.contents, name) for name, _ in COperandRow._fields_)
    return OperandRow(number, *(x.decode() if isinstance(x, bytes) else bool(x) for x in values))


def _inputs():
    """Those of units, in the order of mmasc.h's arrays."""
    rows = []
    while row := _operand(len(rows)):
        rows.append(row)
    return rows


OPERANDS = {row.name: row for row in (_operand(-1), *_inputs())}  # the result, then the inputs
INPUTS = tuple(OPERANDS)[1:]


class Format(NamedTuple):
    name: str
    storage_bits: int
    element_bytes: int


class CSparsity(ctypes.Structure):
    _fields_ = [
        (name, c_int) for name in ("keep", "of", "together", "products", "metadata")
    ]


class CShape(ctypes.Structure):
    _fields_ = [
        (name, c_int)
        for name in ("m", "n", "k", "n_max", "n_step", "blocks", "scales", "scale_block")
    ]


class CFormat(ctypes.Structure):
    _fields_ = [("name", c_char_p), ("storage_bits", c_int), ("element_bytes", c_int)]


class CEngineOptions(ctypes.Structure):
    _fields_ = [("struct_size", c_size_t), ("threads", c_int), ("target", c_char_p)]


class CBits(ctypes.Structure):
    _fields_ = [("data", c_void_p), ("size", c_size_t)]


class CDotArgs(ctypes.Structure):
    _fields_ = [("struct_size", c_size_t), ("d", CBits), ("operands", CBits * len(INPUTS))]


class CShrinkArgs(ctypes.Structure):
    _fields_ = [("struct_size", c_size_t), ("operands", CBits * len(INPUTS))]


class CMatrix(ctypes.Structure):
    _fields_ = [
        ("data", c_void_p),
        ("rows", c_int64),
        ("columns", c_int64),
        ("row_stride", c_int64),
        ("column_stride", c_int64),
        ("element_bits", c_int),
    ]


PROGRESS = ctypes.CFUNCTYPE(c_int, c_void_p, c_int64, c_int64)


class CGemmArgs(ctypes.Structure):
    _fields_ = [
        ("struct_size", c_size_t),
        ("d", CMatrix),
        ("operands", CMatrix * len(INPUTS)),
        ("promote_k", c_int64),
        ("promote_rounding", c_char_p),
        ("seed", c_uint64),
        ("progress", PROGRESS),
        ("progress_context", c_void_p),
    ]


class CDgemmArgs(ctypes.Structure):
    _fields_ = [
        ("struct_size", c_size_t),
        ("a", CMatrix),
        ("b", CMatrix),
        ("d", CMatrix),
        ("slices", c_int),
        ("slice_bits", c_int),
        ("full", c_int),
        ("correct", c_int),
        ("threads", c_int),
        ("block_k", c_int64),
        ("progress", PROGRESS),
        ("progress_context", c_void_p),
    ]


class CDgemmSummary(ctypes.Structure):
    _fields_ = [(name, c_int) for name in ("slice_bits", "slices_a", "slices_b", "whole")] + [
        (name, c_int64) for name in ("slice_products", "block_k")
    ]


class CQuantiseArgs(ctypes.Structure):
    _fields_ = (
        [("struct_size", c_size_t), ("numbers", CMatrix)]
        + [(name, c_char_p) for name in ("number_format", "to", "scale", "scale_format", "quotient")]
        + [("block_rows", c_int64), ("block_columns", c_int64), ("least_greatest", c_float)]
        + [("nan_blocks", c_int), ("threads", c_int), ("elements", CMatrix), ("scales", CMatrix)]
        + [("progress", PROGRESS), ("progress_context", c_void_p)]
    )


class CQuantisedShape(ctypes.Structure):
    _fields_ = [("element", CFormat), ("scale", CFormat)] + [
        (name, c_int64) for name in ("rows", "columns", "block_rows", "block_columns")
    ]


class CFp8GemmArgs(ctypes.Structure):
    _fields_ = (
        [("struct_size", c_size_t), ("a", CMatrix), ("b", CMatrix)]
        + [("a_format", c_char_p), ("b_format", c_char_p), ("d", CMatrix)]
        + [(f"block_{side}", c_int64 * 2) for side in "ab"]
        + [("scale", c_char_p), ("quotient", c_char_p), ("least_greatest", c_float)]
        + [("no_tensor_scale", c_int), ("promote_k", c_int64), ("inner_k", c_int64)]
        + [("two_step", c_int), ("threads", c_int), ("seed", c_uint64)]
        + [("progress", PROGRESS), ("progress_context", c_void_p)]
    )


class CScaledOperand(ctypes.Structure):
    _fields_ = [
        ("elements", CMatrix),
        ("scales", POINTER(CMatrix)),
        ("block_rows", c_int64),
        ("block_columns", c_int64),
        ("tensor_scale", c_float),
    ]


class CScaledGemmArgs(ctypes.Structure):
    _fields_ = (
        [("struct_size", c_size_t), ("a", CScaledOperand), ("b", CScaledOperand)]
        + [("c", POINTER(CMatrix)), ("d", CMatrix), ("c_format", c_char_p), ("d_format", c_char_p)]
        + [("promote_k", c_int64), ("inner_k", c_int64), ("two_step", c_int)]
        + [("threads", c_int), ("seed", c_uint64)]
        + [("progress", PROGRESS), ("progress_context", c_void_p)]
    )


class CConvertArgs(ctypes.Structure):
    _fields_ = [
        ("struct_size", c_size_t),
        ("from_", c_char_p),
        ("to", c_char_p),
        ("rounding", c_char_p),
        ("saturate", c_int),
        ("in_", CBits),
        ("out", CBits),
    ]


class CTally(ctypes.Structure):
    _fields_ = [
        (name, c_uint64) for name in ("recorded", "stated", "derived", "own", "mismatches")
    ]


class CVerifyArgs(ctypes.Structure):
    _fields_ = [
        ("struct_size", c_size_t),
        ("paths", POINTER(c_char_p)),
        ("path_count", c_size_t),
        ("engine", c_char_p),
        ("units", POINTER(c_void_p)),
        ("unit_count", c_size_t),
        ("progress", PROGRESS),
        ("progress_context", c_void_p),
    ]


class CCompareArgs(ctypes.Structure):
    _fields_ = [
        ("struct_size", c_size_t),
        ("x", c_void_p),
        ("y", c_void_p),
        ("operands", CMatrix * len(INPUTS)),
        ("progress", PROGRESS),
        ("progress_context", c_void_p),
    ]


class CDifference(ctypes.Structure):
    _fields_ = [
        ("elements", c_int64),
        ("differing", c_int64),
        ("row", c_int64),
        ("column", c_int64),
        ("d", c_uint64 * 2),
        ("steps", c_int * 2),
        ("stage", c_char_p),
        ("what", c_char_p),
        ("values", c_char_p * 2),
    ]


# Result and arguments; c_int as a result is an mmasc_status but for mmasc_abi_version().
_FUNCTIONS = {
    "mmasc_abi_version": (c_int, []),
    "mmasc_version": (c_char_p, []),
    "mmasc_last_error": (c_char_p, []),
    "mmasc_catalog_size": (c_size_t, []),
    "mmasc_catalog_id": (c_char_p, [c_size_t]),
    "mmasc_unit_find": (c_int, [c_char_p, POINTER(c_void_p)]),
    "mmasc_unit_read": (c_int, [c_char_p, c_size_t, POINTER(c_void_p)]),
    "mmasc_unit_parse": (c_int, [c_char_p, c_char_p, POINTER(c_void_p)]),
    "mmasc_unit_with": (c_int, [c_void_p, c_char_p, c_char_p, POINTER(c_void_p)]),
    "mmasc_unit_free": (None, [c_void_p]),
    "mmasc_unit_id": (c_char_p, [c_void_p]),
    "mmasc_unit_toml": (c_int, [c_void_p, POINTER(c_void_p)]),
    "mmasc_text_free": (None, [c_void_p]),
    "mmasc_unit_shape": (c_int, [c_void_p, POINTER(CShape)]),
    "mmasc_unit_format": (c_int, [c_void_p, c_int, POINTER(CFormat)]),
    "mmasc_unit_sparsity": (c_int, [c_void_p, POINTER(CSparsity)]),
    "mmasc_unit_elements": (c_int, [c_void_p, c_int, POINTER(c_size_t), POINTER(c_int)]),
    "mmasc_engine_create": (
        c_int,
        [c_void_p, c_char_p, POINTER(CEngineOptions), POINTER(c_void_p)],
    ),
    "mmasc_engine_free": (None, [c_void_p]),
    "mmasc_dot": (c_int, [c_void_p, POINTER(CDotArgs)]),
    "mmasc_dot_with_flags": (c_int, [c_void_p, POINTER(CDotArgs), POINTER(CBits)]),
    "mmasc_unit_flags": (c_int, [c_void_p, POINTER(c_int)]),
    "mmasc_shrinker_create": (c_int, [c_void_p, POINTER(CShrinkArgs), POINTER(c_void_p)]),
    "mmasc_shrinker_free": (None, [c_void_p]),
    "mmasc_shrinker_operand": (c_int, [c_void_p, c_int, POINTER(CBits)]),
    "mmasc_shrinker_answer": (c_int, [c_void_p, c_int, POINTER(c_int)]),
    "mmasc_format_find": (c_int, [c_char_p, POINTER(CFormat)]),
    "mmasc_convert": (c_int, [POINTER(CConvertArgs)]),
    "mmasc_verify": (c_int, [POINTER(CVerifyArgs), POINTER(c_void_p)]),
    "mmasc_verification_free": (None, [c_void_p]),
    "mmasc_verification_total": (c_int, [c_void_p, POINTER(CTally)]),
    "mmasc_verification_row": (c_char_p, [c_void_p, c_size_t, POINTER(CTally)]),
    "mmasc_verification_replay": (c_char_p, [c_void_p, c_size_t]),
    "mmasc_compare": (c_int, [POINTER(CCompareArgs), POINTER(c_void_p)]),
    "mmasc_comparison_free": (None, [c_void_p]),
    "mmasc_comparison_difference": (c_int, [c_void_p, POINTER(CDifference)]),
    "mmasc_comparison_witness": (c_char_p, [c_void_p, c_int, c_size_t]),
    "mmasc_dgemm": (c_int, [c_void_p, POINTER(CDgemmArgs), POINTER(CDgemmSummary)]),
    "mmasc_quantise_shape": (c_int, [POINTER(CQuantiseArgs), POINTER(CQuantisedShape)]),
    "mmasc_quantise": (c_int, [POINTER(CQuantiseArgs), POINTER(c_float)]),
    "mmasc_fp8gemm": (c_int, [c_void_p, POINTER(CFp8GemmArgs)]),
    "mmasc_scaled_gemm": (c_int, [c_void_p, POINTER(CScaledGemmArgs)]),
    "mmasc_gemm": (c_int, [c_void_p, POINTER(CGemmArgs)]),
}

for _name, (_result, _arguments) in _FUNCTIONS.items():
    _function = getattr(lib, _name)
    _function.restype, _function.argtypes = _result, _arguments


def check(status):
    """Raises the exception of a status, which must be that of this thread's last call."""
    if status != 0:
        raise OF_STATUS.get(status, Error)(lib.mmasc_last_error().decode())


def text(value, what):
    """The bytes of a text that C takes."""
    letters = str(value)
    if "\0" in letters:
        raise ValueError(f"{what} has a character 0")
    return letters.encode()


def new_handle(function, *arguments):
    """Calls the function and returns what it writes to its `out`."""
    handle = c_void_p()
    check(function(*arguments, ctypes.byref(handle)))
    return handle


def version():
    return lib.mmasc_version().decode()
