#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A black box: a0 * b0 + a1 * b1 + c of f16 into f32, in one rounding to nearest even."""
import math
import struct
import sys
from fractions import Fraction


def numbers(hexes, form):
    return [x for (x,) in struct.iter_unpack(form, bytes.fromhex(hexes))]


def f32(terms):
    if not all(map(math.isfinite, terms)):
        total = sum(terms)
        return "7fc00000" if math.isnan(total) else struct.pack(">f", total).hex()
    exact = sum(map(Fraction, terms))
    if exact == 0:
        return "80000000" if all(math.copysign(1, term) < 0 for term in terms) else "00000000"
    exponent = abs(exact.numerator).bit_length() - exact.denominator.bit_length()
    if abs(exact) < Fraction(2) ** exponent:
        exponent -= 1
    last = Fraction(2) ** (max(exponent, -126) - 23)
    rounded = round(exact / last) * last or math.copysign(0.0, exact)
    if abs(rounded) >= 2**128:
        rounded = math.copysign(math.inf, rounded)
    return struct.pack(">f", float(rounded)).hex()


for line in sys.stdin:
    columns = line.split()
    if not columns:  # all that was asked is answered
        sys.stdout.flush()
    elif columns[0] != "#":
        a, b, c = numbers(columns[0], ">e"), numbers(columns[1], ">e"), numbers(columns[2], ">f")
        print(f32([x * y for x, y in zip(a, b)] + c))
