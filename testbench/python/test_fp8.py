# SPDX-License-Identifier: Apache-2.0
import unittest

import mmasc
import numpy as np

WGMMA = "hopper/wgmma.m64nNk32.f32.e4m3.e4m3"
NVFP4 = "blackwell/tcgen05.mma.m128nNk64.mxf4nvf4.f32.e2m1.e2m1.4X.ue4m3"


def operand(rows, columns, seed=1):
    return np.random.default_rng(seed).standard_normal((rows, columns)).astype(np.float32)


def bits(array):
    return array.view(f"u{array.dtype.itemsize}")


class Quantise(unittest.TestCase):
    def test_scales_take_blocks_to_the_greatest_number(self):
        x = operand(5, 300)
        q = mmasc.quantise(x, "e4m3")
        self.assertEqual(q.scales.shape, (5, 3))
        self.assertEqual(q.block, (1, 128))
        self.assertEqual((q.format, q.scale_format, q.tensor_scale), ("e4m3", "f32", 1.0))
        greatest = np.abs(x[:, :128]).max(1)
        self.assertEqual(q.scales[:, 0].tobytes(), (greatest / np.float32(448)).tobytes())
        elements = mmasc.convert(x[:, :128].astype(np.float64) / q.scales[:, :1], "e4m3")
        self.assertEqual(bits(q.elements)[:, :128].tolist(), bits(elements).tolist())
        self.assertLess(np.abs(q.numbers() - x).max() / np.abs(x).max(), 2**-4)

    def test_every_order_and_type(self):
        x = operand(40, 96)
        for to in ("e4m3", "mxfp4", "nvfp4", "e5m6"):
            expected = mmasc.quantise(x, to)
            for array in (np.asfortranarray(x), np.repeat(x, 2, 1)[:, ::2]):
                q = mmasc.quantise(array, to)
                self.assertEqual(bits(q.elements).tolist(), bits(expected.elements).tolist())
                self.assertEqual(bits(q.scales).tolist(), bits(expected.scales).tolist())
        half = x.astype(np.float16)
        self.assertEqual(
            bits(mmasc.quantise(half, "mxfp8_e5m2").elements).tolist(),
            bits(mmasc.quantise(half.astype(np.float32), "mxfp8_e5m2").elements).tolist(),
        )

    def test_two_levels(self):
        x = operand(4, 64)
        q = mmasc.quantise(x, "nvfp4")
        self.assertEqual(np.float32(q.tensor_scale), np.abs(x).max() / np.float32(2688))
        self.assertEqual(bits(q.scales).max(), 0x7E)
        self.assertLess(np.abs(q.numbers() - x).max() / np.abs(x).max(), 0.2)
        whole = mmasc.quantise(x, "e4m3", block=(10**15, 10**15))
        self.assertEqual(whole.numbers().shape, x.shape)

    def test_options(self):
        x = operand(4, 64)
        q = mmasc.quantise(x, "e4m3", block=(0, 0), scale="power_of_two", scale_format="ue8m0")
        self.assertEqual(q.scales.shape, (1, 1))
        self.assertEqual(q.block, (4, 64))
        x[1, 2] = np.nan
        q = mmasc.quantise(x, "mxfp8_e4m3", nan_blocks=True)
        self.assertEqual(bits(q.scales)[1, 0], 0xFF)
        self.assertTrue((bits(q.elements)[1, :32] == 0x7F).all())


class Fp8Gemm(unittest.TestCase):
    def test_is_promoted_sums_of_quantised_operands(self):
        a, b = operand(6, 256), operand(256, 5, 2)
        unit = mmasc.unit(WGMMA)
        qa, qb = mmasc.quantise(a, "e4m3"), mmasc.quantise(b, "e4m3", block=(128, 128))
        sums = np.zeros((6, 5), np.float32)
        for block in range(2):
            part = slice(128 * block, 128 * block + 128)
            partial = unit.gemm(qa.elements[:, part], qb.elements[part])
            scales = qa.scales[:, block : block + 1] * qb.scales[block]
            exact = partial.astype(np.float64) * scales  # 48 bits
            sums = (sums + (exact.astype(np.float32))).astype(np.float32)
        d = mmasc.fp8gemm(unit, a, b, two_step=True)
        self.assertEqual(d.tobytes(), sums.tobytes())
        self.assertLess(np.abs(d - a @ b).max(), 0.1 * np.abs(a @ b).max())

    def test_options_out_and_engines(self):
        a, b = operand(6, 256), operand(256, 5, 2)
        unit = mmasc.unit(WGMMA)
        expected = mmasc.fp8gemm(unit, a, b)
        out = np.zeros((5, 6), np.float32).T
        self.assertIs(mmasc.fp8gemm(unit.engine("reference"), a, b, out=out, threads=2), out)
        self.assertEqual(out.tobytes(), expected.tobytes())
        whole = mmasc.fp8gemm(unit, a, b, block_a=(0, 0), block_b=(0, 0), promote_k=0)
        inner = mmasc.fp8gemm(unit, a, b, promote_k=128, inner_k=64)
        self.assertNotEqual(whole.tobytes(), expected.tobytes())
        self.assertNotEqual(inner.tobytes(), expected.tobytes())
        fp4 = mmasc.fp8gemm(mmasc.unit(NVFP4), a, b)
        self.assertLess(np.abs(fp4 - a @ b).max(), 0.5 * np.abs(a @ b).max())

    def test_seeds(self):
        unit = (
            mmasc.unit(WGMMA)
            .with_("result.significand_fraction", 3)
            .with_("result.rounding", '{ mode = "stochastic", random_bits = 8 }')
        )
        a, b = operand(6, 256), operand(256, 5, 2)
        first, again, other = (mmasc.fp8gemm(unit, a, b, seed=seed).tobytes() for seed in (1, 1, 2))
        self.assertEqual(first, again)
        self.assertNotEqual(first, other)
        self.assertEqual(
            mmasc.fp8gemm(unit, a, b).tobytes(), mmasc.fp8gemm(unit, a, b, seed=0).tobytes()
        )
        qa, qb = mmasc.quantise(a, "e4m3"), mmasc.quantise(b, "e4m3", block=(128, 128))
        self.assertEqual(mmasc.scaled_gemm(unit, qa, qb, seed=1).tobytes(), first)

    def test_of_what_is_quantised_already(self):
        a, b = operand(6, 256), operand(256, 5, 2)
        unit = mmasc.unit(WGMMA)
        expected = mmasc.fp8gemm(unit, a, b)
        qa, qb = mmasc.quantise(a, "e4m3"), mmasc.quantise(b, "e4m3", block=(128, 128))
        pairs = (qa.elements, qa.scales), (qb.elements, qb.scales)
        for left, right in ((qa, qb), pairs, (qa, pairs[1])):
            d = mmasc.scaled_gemm(unit, left, right)
            self.assertEqual(d.tobytes(), expected.tobytes())
        # Blocks of one's own, and scales that are powers of two in a byte.
        wide = mmasc.quantise(a, "e4m3", block=(0, 64), scale="power_of_two", scale_format="ue8m0")
        d = mmasc.scaled_gemm(unit, wide, qb, promote_k=64, two_step=True)
        scales = mmasc.decode(wide.scales, "ue8m0").astype(np.float32)
        again = mmasc.scaled_gemm(
            unit, (wide.elements, scales), qb, block_a=(0, 64), promote_k=64, two_step=True
        )
        self.assertEqual(d.tobytes(), again.tobytes())
        self.assertLess(np.abs(d - a @ b).max(), 0.1 * np.abs(a @ b).max())
        # C and D.
        c = operand(6, 5, 3)
        d = mmasc.scaled_gemm(unit, qa, qb, c)
        self.assertEqual(d.tobytes(), (expected + c).tobytes())
        half = mmasc.scaled_gemm(unit, qa, qb, c, d="f16")
        self.assertEqual(half.dtype, np.float16)
        self.assertEqual(half.tobytes(), d.astype(np.float16).tobytes())
        narrow = mmasc.scaled_gemm(unit, qa, qb, c, d="bf16")
        self.assertEqual(bits(narrow).tolist(), bits(mmasc.convert(d, "bf16")).tolist())
        out = np.zeros((5, 6), np.float16).T
        self.assertIs(mmasc.scaled_gemm(unit, qa, qb, half, d="f16", out=out, threads=2), out)
        self.assertEqual(out.tobytes(), (expected + half).astype(np.float16).tobytes())

    def test_of_what_is_quantised_already_with_block_scales(self):
        a, b = operand(6, 256), operand(256, 5, 2)
        unit = mmasc.unit(NVFP4)
        qa, qb = mmasc.quantise(a, "nvfp4"), mmasc.quantise(b, "nvfp4", block=(16, 1))
        expected = mmasc.fp8gemm(unit, a, b)
        self.assertEqual(mmasc.scaled_gemm(unit, qa, qb).tobytes(), expected.tobytes())
        self.assertNotEqual(
            mmasc.scaled_gemm(unit, (qa.elements, qa.scales), qb).tobytes(), expected.tobytes()
        )

    def test_progress_that_raises_ends_it(self):
        def progress(done, all):
            raise RuntimeError("enough")

        with self.assertRaisesRegex(RuntimeError, "enough"):
            mmasc.fp8gemm(
                mmasc.unit(WGMMA), operand(64, 256), operand(256, 64), progress=progress
            )


if __name__ == "__main__":
    unittest.main()
