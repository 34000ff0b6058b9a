# SPDX-License-Identifier: Apache-2.0
import gc
import unittest

import mmasc
import numpy as np

FP8 = "hopper/wgmma.m64nNk32.f32.e4m3.e4m3"
F16 = "hopper/mma.m16n8k16.f32.f16.f16.f32"
MXFP8 = "blackwell/tcgen05.mma.m128nNk32.mxf8f6f4.f32.e4m3.e4m3.1X.ue8m0"


def sparse(*elements):
    a = np.zeros(32, np.uint8)
    a[: len(elements)] = elements
    return a


class Dot(unittest.TestCase):
    A, B = sparse(0x38, 0x04), sparse(0x38, 0x02)  # 1 * 1 + 2^-7 * 2^-8

    def test_bits(self):
        unit = mmasc.unit(FP8)
        wider = (
            unit.with_("dot.fraction_bits", 17)
            .with_("result.significand_fraction", 23)
            .with_("result.rounding", "nearest_even")
        )
        self.assertEqual(unit.dot(self.A, self.B).view(np.uint32), 0x3F800000)
        self.assertEqual(wider.dot(self.A, self.B).view(np.uint32), 0x3F800100)
        self.assertEqual(wider.dot(self.A, self.B).dtype, np.float32)

    def test_random_bits_of_stochastic_roundings(self):
        unit = mmasc.unit(F16).with_(
            "result.rounding", '{ mode = "stochastic", random_bits = 8 }'
        ).with_("dot.fraction_bits", 30)
        self.assertEqual(unit.random_bits(), (8,) * len(unit.random_bits()))
        a = np.zeros(unit.shape.k, np.float16)
        a[0] = 2.0**-12
        count = len(unit.random_bits())
        random = np.zeros((2, count), np.uint64)
        random[:, -1] = (0x7F, 0x80)  # half of the last bit of 1 is lost
        d = unit.dot(a, a, np.float32(1), random=random)
        self.assertEqual(d.view(np.uint32).tolist(), [0x3F800000, 0x3F800001])
        self.assertEqual(unit.dot(a, a, random=[255.0] * count), unit.dot(a, a, random=[255] * count))
        b = np.full((unit.shape.k, 64), 2.0**-12, np.float16)
        c = np.ones((1, 64), np.float32)
        first, second = (unit.gemm(a[None], b, c, seed=seed) for seed in (1, 2))
        self.assertTrue((first != second).any())
        self.assertTrue((first == unit.gemm(a[None], b, c, seed=1)).all())
        self.assertTrue((unit.gemm(a[None], b, c) == unit.gemm(a[None], b, c, seed=0)).all())

    def test_metadata_of_a_sparse_a(self):
        unit = mmasc.unit("ampere/mma.sp.m16n8k32.f32.f16.f16.f32")
        self.assertEqual(unit.sparsity, (2, 4, 1, 16, 16))
        self.assertIsNone(mmasc.unit(F16).sparsity)
        a, metadata = np.zeros(16, np.float16), np.zeros((2, 16), np.uint8)
        a[0] = 1
        metadata[1, 0] = 3
        b = np.arange(32).astype(np.float16) + 1
        self.assertEqual(unit.dot(a, b, metadata=metadata).tolist(), [1, 4])
        # A GEMM takes A with its zeros.
        dense = np.zeros((2, 40), np.float16)
        dense[0, 3] = dense[1, 39] = 1
        b = np.arange(40).astype(np.float16)[:, None] + 1
        self.assertEqual(unit.gemm(dense, b).ravel().tolist(), [4, 40])
        # Or without, and with metadata.
        kept, places = np.zeros((2, 20), np.float16), np.zeros((2, 20), int)
        kept[0, 1] = kept[1, 18] = 1
        places[0, 1], places[1, 18] = 3, 2
        self.assertEqual(unit.gemm(kept, b, metadata=places).ravel().tolist(), [4, 39])
        reference = unit.engine("reference")
        self.assertEqual(reference.gemm(kept, b, metadata=places.T.copy().T).tolist(), [[4], [39]])

    def test_shapes_are_broadcast(self):
        unit = mmasc.unit(FP8)
        c = np.float32([[0], [2], [4]])
        d = unit.dot(np.stack([self.A, self.B]), self.B, c)
        self.assertEqual(d.shape, (3, 2))
        for i in range(3):
            self.assertEqual(d[i, 0], unit.dot(self.A, self.B, c[i, 0]))
            self.assertEqual(d[i, 1], unit.dot(self.B, self.B, c[i, 0]))
        self.assertEqual(d[2, 0], 5)
        self.assertEqual(unit.dot(np.zeros((0, 32), np.uint8), self.B).shape, (0,))

    def test_strides(self):
        a = np.zeros((32, 2), np.uint8)
        a[:, 1] = self.A
        self.assertEqual(mmasc.unit(FP8).dot(a[::-1, 1], self.B[::-1]), 1)

    def test_engines_agree(self):
        state = np.random.default_rng(1)
        a, b = state.integers(0, 0x7C00, (2, 70000, 16), np.uint16)  # more than are done at once
        a[::2] |= 0x8000
        unit = mmasc.unit(F16)
        batch = unit.engine("batch", threads=2).dot(a.view(np.float16), b)
        reference = unit.engine("reference")
        for first in (0, 65530, 69990):
            part = slice(first, first + 10)
            expected = reference.dot(a[part], b[part])
            self.assertEqual(batch[part].tobytes(), expected.tobytes())

    def test_scales(self):
        unit = mmasc.unit(MXFP8)
        two, one = np.uint8([128]), np.uint8([127])
        self.assertEqual(unit.dot(self.A, sparse(0x38), sa=two, sb=one), 2)

    def test_an_engine_outlives_its_unit(self):
        engine = mmasc.unit(FP8).engine("reference")
        gc.collect()
        self.assertEqual(engine.dot(self.A, self.B), 1)
