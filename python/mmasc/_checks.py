# SPDX-License-Identifier: Apache-2.0
"""Refuses what ctypes and NumPy would wrap around or cut."""

import operator

import numpy as np


def count(value, what, bits=31):
    """An int from 0 to 2**bits - 1: ctypes would take 2**32 for 0."""
    if not 0 <= operator.index(value) < 2**bits:
        raise ValueError(f"{what} is {value}; it must be 0 to 2**{bits} - 1")
    return operator.index(value)


def multiple(value, what, step):
    """Elements of K, from 0 on, that a unit of shape.k = step takes in whole instructions."""
    elements = count(value, what, 63)
    if elements % step != 0:
        raise ValueError(f"{what} is {elements}; it must be a multiple of {step}, the unit's k, or 0")
    return elements


def whole_numbers(name, array, most):
    """An array of whole numbers from 0 to `most`, one for all or for each of the last dimension, as
    uint64."""
    array = np.asarray(array)
    if array.dtype.kind in "biuf":
        bad = ~((array >= 0) & (array <= most) & (array == np.floor(array)))
    else:
        bad = np.ones(array.shape, bool)
    if bad.any():
        at = tuple(map(int, np.argwhere(bad)[0]))
        greatest = np.broadcast_to(most, array.shape)[at]
        raise ValueError(f"{name}{list(at)} is {array[at]}, none of 0 to {greatest}")
    return array.astype(np.uint64)


def check_output(out, operands, dtype=None):
    """An array for results, of a type, that shares no memory with an operand."""
    good = isinstance(out, np.ndarray) and out.flags.writeable
    if not good or (dtype is not None and out.dtype != dtype):
        of_type = "" if dtype is None else f" of {dtype}"
        raise TypeError(f"out must be an array{of_type} that can be written")
    if any(np.may_share_memory(out, each) for each in operands):
        raise ValueError("out shares memory with an operand; pass an array of its own")
