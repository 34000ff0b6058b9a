# SPDX-License-Identifier: Apache-2.0
import unittest

import mmasc
import numpy as np

FP8 = "hopper/wgmma.m64nNk32.f32.e4m3.e4m3"


class TensorScale(unittest.TestCase):
    UNIT = mmasc.unit(FP8).with_("instruction.tensor_scale", "f32")
    ONES = np.full(32, 0x38, np.uint8)

    def test_one_element_of_a_dot_product(self):
        self.assertEqual(self.UNIT.elements("st"), (32,))
        self.assertEqual(self.UNIT.format("st").name, "f32")
        self.assertEqual(mmasc.unit(FP8).elements("st"), ())
        scales = np.float32([[0.25], [-1], [0]])
        d = self.UNIT.dot(self.ONES, self.ONES, np.float32(1), st=scales)
        np.testing.assert_array_equal(d, np.float32([9, -31, 1]))

    def test_one_element_of_a_product_of_matrices(self):
        a, b = np.full((3, 40), 0x38, np.uint8), np.full((40, 2), 0x38, np.uint8)
        d = self.UNIT.gemm(a, b, st=np.float32([[0.5]]))
        np.testing.assert_array_equal(d, np.full((3, 2), 20, np.float32))

    def test_products_with_scales_outside_the_unit(self):
        a, b = np.full((2, 64), 2, np.float32), np.full((64, 3), 0.5, np.float32)
        plain = mmasc.fp8gemm(mmasc.unit(FP8), a, b, scale="power_of_two")
        np.testing.assert_array_equal(mmasc.fp8gemm(self.UNIT, a, b, scale="power_of_two"), plain)
        np.testing.assert_array_equal(plain, np.full((2, 3), 64, np.float32))
