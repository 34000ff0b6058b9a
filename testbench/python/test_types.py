# SPDX-License-Identifier: Apache-2.0
import unittest

import mmasc
import numpy as np

try:
    import ml_dtypes
except ImportError:
    ml_dtypes = None

FP8 = "hopper/wgmma.m64nNk32.f32.e4m3.e4m3"
F16 = "hopper/mma.m16n8k16.f32.f16.f16.f32"
TF32 = "hopper/mma.m16n8k8.f32.tf32.tf32.f32"
F64 = "hopper/mma.m8n8k4.f64.f64.f64.f64"


class Types(unittest.TestCase):
    def test_bits_and_numbers_are_the_same(self):
        for id, number in ((F16, np.float16), (TF32, np.float32), (F64, np.float64)):
            unit = mmasc.unit(id)
            a = np.arange(unit.shape.k).astype(number)
            d = unit.dot(a, a)
            self.assertEqual(d, np.dot(a.astype(float), a))
            self.assertEqual(d.dtype, np.float64 if id == F64 else np.float32)
            self.assertEqual(unit.dot(a.view(f"u{a.itemsize}"), a), d)

    def test_integers(self):
        unit = mmasc.unit("ampere/mma.m16n8k32.satfinite.s32.s8.u8.s32")
        a = np.arange(-40, 24, dtype=np.int8).reshape(2, 32)
        b = np.arange(96, dtype=np.uint8).reshape(32, 3)
        d = unit.gemm(a, b)
        self.assertEqual(d.dtype, np.int32)
        self.assertTrue((d == a.astype(int) @ b.astype(int)).all())
        most = np.int32(2**31 - 1)
        self.assertEqual(unit.dot(np.ones(32, np.int8), np.ones(32, np.uint8), most), most)
        self.assertEqual(mmasc.convert([1.5, -300.0], "s8").tolist(), [2, -128])

    @unittest.skipIf(ml_dtypes is None, "no ml_dtypes")
    def test_ml_dtypes(self):
        tried = 0
        for id in mmasc.catalog():
            unit = mmasc.unit(id)
            a, b = (
                mmasc._arrays.result_dtype(unit.format(operand)) for operand in ("a", "b")
            )
            if unit.shape.scales or "ml_dtypes" not in str(a.type):
                continue
            d = unit.dot(np.ones(unit.shape.k, a), np.full(unit.shape.k, 0.5, b))
            self.assertEqual(d, unit.shape.k / 2, id)
            tried += 1
        self.assertGreater(tried, 50)
        with self.assertRaisesRegex(TypeError, "convert"):
            mmasc.unit(FP8).dot(np.ones(32, ml_dtypes.float8_e5m2), np.zeros(32, np.uint8))
