# SPDX-License-Identifier: Apache-2.0
import fractions
import unittest

import mmasc
import numpy as np

F16 = "hopper/mma.m16n8k16.f32.f16.f16.f32"


def operands(m, n, k, dtype=np.float64):
    state = np.random.default_rng(3)
    return (
        (state.random((m, k)) - 0.5).astype(dtype),
        ((state.random((k, n)) - 0.5) * np.exp(state.standard_normal((k, n)))).astype(dtype),
    )


def exact(a, b):
    rows = [[fractions.Fraction(float(x)) for x in row] for row in a]
    columns = [[fractions.Fraction(float(x)) for x in column] for column in b.T]
    return [[sum(x * y for x, y in zip(row, column)) for column in columns] for row in rows]


class Dgemm(unittest.TestCase):
    def test_is_correctly_rounded_with_all_slices(self):
        a, b = operands(4, 3, 30)
        expected = np.array([[float(x) for x in row] for row in exact(a, b)])
        for unit in (mmasc.unit(F16), mmasc.unit(F16).engine("reference")):
            d, summary = mmasc.dgemm(unit, a, b, slices="all", correct=True, summary=True)
            self.assertEqual(d.tobytes(), expected.tobytes())
            self.assertTrue(summary.whole)
            self.assertEqual(summary.slice_products, summary.slices_a * summary.slices_b)

    def test_any_strides_and_out_give_the_same_bits(self):
        a, b = operands(5, 4, 40)
        unit = mmasc.unit(F16)
        expected = mmasc.dgemm(unit, a, b)
        self.assertLess(np.abs(expected - a @ b).max(), 1e-13)
        out = np.zeros((4, 5)).T
        self.assertIs(mmasc.dgemm(unit, np.asfortranarray(a), b[:, ::1], out=out), out)
        self.assertEqual(out.tobytes(), expected.tobytes())
        self.assertEqual(mmasc.dgemm(unit, a, b, block_k=16).tobytes(), expected.tobytes())

    def test_float32(self):
        a, b = operands(3, 3, 20, np.float32)
        d = mmasc.dgemm(mmasc.unit(F16), a, b)
        self.assertEqual(d.dtype, np.float32)
        self.assertLess(np.abs(d - a.astype(np.float64) @ b).max(), 1e-6)

    def test_options(self):
        a, b = operands(3, 3, 20)
        d, summary = mmasc.dgemm(
            mmasc.unit(F16), a, b, slices=2, slice_bits=6, full=True, summary=True
        )
        self.assertEqual((summary.slice_bits, summary.slices_a, summary.slice_products), (6, 2, 4))
        self.assertFalse(summary.whole)
        self.assertGreater(np.abs(d - a @ b).max(), 1e-8)

    def test_progress_that_raises_ends_it(self):
        def progress(done, all):
            if done > 1:
                raise RuntimeError("enough")

        with self.assertRaisesRegex(RuntimeError, "enough"):
            mmasc.dgemm(mmasc.unit(F16), *operands(40, 40, 40), progress=progress)


if __name__ == "__main__":
    unittest.main()
