# SPDX-License-Identifier: Apache-2.0
"""Names and keyword arguments of earlier versions. They are refused, and the new ones are told."""

import functools

NAMES = {"quantize": "convert, which rounds number by number; quantise has scales of blocks"}
_LEAST = {"least": "least_greatest"}
_FP8 = {
    "interval": "promote_k",
    "inner_interval": "inner_k",
    "fused": "two_step, the opposite",
}
_SCALES = {"scale_a": "sa", "scale_b": "sb"}
KEYWORDS = {
    "dot": _SCALES,
    "compare": _SCALES,
    "convert": {"format": "to"},
    "gemm": {
        "promote_every": "promote_k, elements of K: instructions times the unit's shape.k",
        **_SCALES,
    },
    "dgemm": {"block": "block_k"},
    "quantise": _LEAST,
    "fp8gemm": {**_FP8, **_LEAST},
    "scaled_gemm": _FP8,
    "Rounded": {"promote_every": "promote_k, elements of K: instructions times the unit's shape.k"},
    "fine_grained": {"rows": "block, the pair of rows and columns", **_FP8, **_LEAST},
}


def refuse_name(name):
    """AttributeError of a module that has no such name."""
    if name in NAMES:
        raise AttributeError(f"mmasc.{name} is now mmasc.{NAMES[name]}")
    raise AttributeError(f"module 'mmasc' has no attribute {name!r}")


def refuse_keywords(function, keywords):
    """TypeError if keywords of a call are retired ones of the function with this name."""
    for name in keywords:
        if name in KEYWORDS[function]:
            raise TypeError(f"{function}(): {name} is now {KEYWORDS[function][name]}")


def refuses_retired(name):
    """Decorates a function so that it refuses the retired keywords of `name`."""

    def decorate(function):
        @functools.wraps(function)
        def call(*args, **keywords):
            refuse_keywords(name, keywords)
            return function(*args, **keywords)

        return call

    return decorate
