# SPDX-License-Identifier: Apache-2.0
"""libmmasc.so by ctypes: mmasc.h in Python."""

import ctypes
import os
import pathlib
from ctypes import POINTER, c_char_p, c_int, c_int64, c_size_t, c_void_p

from mmasc._errors import OF_STATUS, EnvironmentFailure, Error

ABI_VERSION = 1
OPERANDS = {"a": 0, "b": 1, "c": 2, "d": 3, "scale": 4}


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
    _fields_ = [("struct_size", c_size_t)] + [
        (name, CBits) for name in ("a", "b", "c", "sa", "sb", "d")
    ]


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
        ("a", CMatrix),
        ("b", CMatrix),
        ("c", POINTER(CMatrix)),
        ("sa", POINTER(CMatrix)),
        ("sb", POINTER(CMatrix)),
        ("d", CMatrix),
        ("promotion_interval", c_int),
        ("promotion_rounding", c_char_p),
        ("progress", PROGRESS),
        ("progress_context", c_void_p),
    ]


# Result and arguments; c_int as a result is an mmasc_status but for mmasc_abi_version().
_FUNCTIONS = {
    "mmasc_abi_version": (c_int, []),
    "mmasc_version": (c_char_p, []),
    "mmasc_last_error": (c_char_p, []),
    "mmasc_catalog_size": (c_size_t, []),
    "mmasc_catalog_id": (c_char_p, [c_size_t]),
    "mmasc_unit_find": (c_int, [c_char_p, POINTER(c_void_p)]),
    "mmasc_unit_parse": (c_int, [c_char_p, c_char_p, POINTER(c_void_p)]),
    "mmasc_unit_with": (c_int, [c_void_p, c_char_p, c_char_p, POINTER(c_void_p)]),
    "mmasc_unit_free": (None, [c_void_p]),
    "mmasc_unit_id": (c_char_p, [c_void_p]),
    "mmasc_unit_toml": (c_int, [c_void_p, POINTER(c_void_p)]),
    "mmasc_text_free": (None, [c_void_p]),
    "mmasc_unit_shape": (c_int, [c_void_p, POINTER(CShape)]),
    "mmasc_unit_format": (c_int, [c_void_p, c_int, POINTER(CFormat)]),
    "mmasc_engine_create": (
        c_int,
        [c_void_p, c_char_p, POINTER(CEngineOptions), POINTER(c_void_p)],
    ),
    "mmasc_engine_free": (None, [c_void_p]),
    "mmasc_dot": (c_int, [c_void_p, POINTER(CDotArgs)]),
    "mmasc_gemm": (c_int, [c_void_p, POINTER(CGemmArgs)]),
}


def _load():
    """The library that MMASC_LIBRARY names, else one beside this file, else the loader's."""
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
    for name, (result, arguments) in _FUNCTIONS.items():
        function = getattr(library, name)
        function.restype, function.argtypes = result, arguments
    return library


lib = _load()


def check(status):
    """Raises the error of a status, which must be of this thread's last call."""
    if status != 0:
        raise OF_STATUS.get(status, Error)(lib.mmasc_last_error().decode())


def new_handle(function, *arguments):
    """What the function writes to its `out`."""
    handle = c_void_p()
    check(function(*arguments, ctypes.byref(handle)))
    return handle


def version():
    return lib.mmasc_version().decode()
