# SPDX-License-Identifier: Apache-2.0
import unittest

import mmasc
import numpy as np

VOLTA = "volta/mma.m8n8k4.f32.f16.f16.f32"
MXFP8 = "blackwell/tcgen05.mma.m128nNk32.mxf8f6f4.f32.e4m3.e4m3.1X.ue8m0"
ONE = {"sa": 0x7F, "sb": 0x7F}  # of ue8m0: what scales become; anything else becomes +0


def bits_of(d):
    return d.view(np.uint32)


class Design:
    """A unit of another field, that counts how often it is asked."""

    def __init__(self, unit, field, value):
        self.unit, self.other, self.asked = unit, unit.with_(field, value), 0

    def fails(self, operands):
        self.asked += 1
        of_dot = {}
        for name, bits in operands.items():
            array = bits.astype(f"u{self.unit.format(name).element_bytes}")
            of_dot[name] = array[0] if name == "c" else array
        right, d = (unit.dot(**of_dot) for unit in (self.unit, self.other))
        return bits_of(right) != bits_of(d)


def shrink(shrinker, fails):
    while shrinker.asks:
        shrinker.answer(fails(shrinker.operands))
    return shrinker.operands


def smaller(operands):
    """The same with one element that is +0 (or a scale of 1), or one bit that is 0."""
    for name, bits in operands.items():
        for i, element in enumerate(bits.tolist()):
            least = ONE.get(name, 0)
            others = {least} if name in ONE else {least} | {
                element & ~(1 << bit) for bit in range(element.bit_length())
            }
            for other in others - {element}:
                changed = bits.copy()
                changed[i] = other
                yield {**operands, name: changed}


class Shrinker(unittest.TestCase):
    A = np.float16([1.5, 3.25, -7.125, 0.3])
    B = np.float16([0.7, -2.5, 1.75, 100])
    C = np.float32(1234.5677)

    def test_finds_operands_of_which_none_can_be_smaller(self):
        unit = mmasc.unit(VOLTA)
        design = Design(unit, "dot.fraction_bits", 11)
        shrinker = unit.shrinker(self.A, self.B, self.C)
        self.assertTrue(design.fails(shrinker.operands))
        smallest = shrink(shrinker, design.fails)
        self.assertEqual(list(smallest), ["a", "b", "c"])
        self.assertTrue(design.fails(smallest))
        self.assertGreater(sum(bits.size for bits in smallest.values()),
                           sum(np.count_nonzero(bits) for bits in smallest.values()))
        for operands in smaller(smallest):
            self.assertFalse(design.fails(operands), operands)
        self.assertGreater(design.asked, 10)

    def test_begins_with_the_operands_as_they_are_and_keeps_them_where_nothing_fails(self):
        unit = mmasc.unit(VOLTA)
        shrinker = unit.shrinker(self.A, self.B, self.C)
        first = shrinker.operands
        self.assertTrue(shrinker.asks)
        self.assertEqual(first["a"].tolist(), self.A.view(np.uint16).tolist())
        self.assertEqual(first["c"].tolist(), [self.C.view(np.uint32)])
        shrinker.answer(False)
        self.assertFalse(shrinker.asks)
        for name, bits in shrinker.operands.items():
            self.assertEqual(bits.tolist(), first[name].tolist())

    def test_takes_the_operands_of_units_with_scales(self):
        unit = mmasc.unit(MXFP8)
        design = Design(unit, "dot.fraction_bits", 10)
        source = np.random.default_rng(1)
        a, b = source.integers(0x20, 0x78, (2, 32)).astype(np.uint8)
        scale = np.uint8([0x81])
        shrinker = unit.shrinker(a, b, sa=scale, sb=scale)
        self.assertTrue(design.fails(shrinker.operands))
        smallest = shrink(shrinker, design.fails)
        self.assertEqual(set(smallest), {"a", "b", "sa", "sb", "c"})
        self.assertTrue(design.fails(smallest))
        for operands in smaller(smallest):
            self.assertFalse(design.fails(operands), operands)


if __name__ == "__main__":
    unittest.main()
