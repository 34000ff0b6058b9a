# SPDX-License-Identifier: Apache-2.0
import os
import signal
import threading
import time
import unittest

import mmasc
import numpy as np

F16 = "hopper/mma.m16n8k16.f32.f16.f16.f32"
FP8 = "hopper/wgmma.m64nNk32.f32.e4m3.e4m3"
MXFP8 = "blackwell/tcgen05.mma.m128nNk32.mxf8f6f4.f32.e4m3.e4m3.1X.ue8m0"


def operands(m, n, k):
    state = np.random.default_rng(2)
    return (
        state.standard_normal((m, k)).astype(np.float16),
        state.standard_normal((k, n)).astype(np.float16),
        state.standard_normal((m, n)).astype(np.float32),
    )


class Gemm(unittest.TestCase):
    def test_is_the_chain_of_dot_products(self):
        unit = mmasc.unit(F16)
        a, b, c = operands(5, 3, 40)
        expected = c
        for k in range(0, 48, 16):
            slices = np.zeros((2, 5, 16), np.float16)
            width = min(40, k + 16) - k
            slices[0, :, :width] = a[:, k : k + width]
            slices[1, :3, :width] = b[k : k + width].T
            expected = unit.dot(slices[0][:, None], slices[1][None, :3], expected)
        self.assertEqual(unit.gemm(a, b, c).tobytes(), expected.tobytes())
        reference = unit.engine("reference").gemm(a, b, c)
        self.assertEqual(reference.tobytes(), expected.tobytes())

    def test_any_strides_give_the_same_bits(self):
        unit = mmasc.unit(F16)
        a, b, c = operands(5, 3, 40)
        expected = unit.gemm(a, b, c).tobytes()
        wide = np.zeros((10, 120), np.float16)
        wide[::2, ::-3] = a
        for a_ in (np.asfortranarray(a), wide[::2, ::-3]):
            for b_ in (np.asfortranarray(b), b[::-1, ::-1].copy()[::-1, ::-1]):
                for c_ in (np.asfortranarray(c), np.repeat(c, 2, 0)[::2]):
                    self.assertEqual(unit.gemm(a_, b_, c_).tobytes(), expected)
        out = np.empty((3, 5), np.float32).T
        self.assertIs(unit.gemm(a, b, c, out=out), out)
        self.assertEqual(out.tobytes(), expected)
        row = np.broadcast_to(np.float32([1, 2, 3]), (5, 3))
        self.assertEqual(
            unit.gemm(a, b, row).tobytes(), unit.gemm(a, b, row.copy()).tobytes()
        )

    def test_promotion(self):
        unit = mmasc.unit(FP8)
        a, b = np.zeros((1, 64), np.uint8), np.zeros((64, 1), np.uint8)
        a[0, ::32] = b[::32, 0] = 0x38
        c = np.float32([[2.0**-20]])
        self.assertEqual(unit.gemm(a, b, c), 2)
        self.assertEqual(unit.gemm(a, b, c, promote_k=32), 2 + 2.0**-20)
        up = unit.gemm(a, b, c / 1024, promote_k=32, promote_rounding="up")
        self.assertEqual(up, np.nextafter(np.float32(2), np.float32(3)))

    def test_nothing_to_do(self):
        unit = mmasc.unit(F16)
        a, b, c = operands(5, 3, 40)
        self.assertEqual(unit.gemm(a[:, :0], b[:0], c).tobytes(), c.tobytes())
        self.assertEqual(unit.gemm(a[:0], b).shape, (0, 3))
        self.assertEqual(unit.gemm(a, b[:, :0]).shape, (5, 0))

    def test_scales(self):
        unit = mmasc.unit(MXFP8)
        a, b = np.full((2, 32), 0x38, np.uint8), np.full((32, 2), 0x38, np.uint8)
        d = unit.gemm(a, b, sa=np.uint8([[128], [127]]), sb=np.uint8([[127, 129]]))
        self.assertEqual(d.tolist(), [[64, 256], [32, 128]])

    def test_rows_of_out_that_overlap_stay(self):
        unit = mmasc.unit(F16)
        a, b, _ = operands(5, 3, 40)
        memory = np.zeros(64, np.float32)
        for strides in ((4, 4), (8, 4), (-4, 8), (0, 4)):
            out = np.lib.stride_tricks.as_strided(memory[32:], (5, 3), strides)
            with self.assertRaisesRegex(mmasc.InvalidArgument, "D's elements overlap"):
                unit.gemm(a, b, out=out)
        self.assertFalse(memory.any())
        apart = np.lib.stride_tricks.as_strided(memory, (5, 3), (12, 4))
        self.assertEqual(unit.gemm(a, b, out=apart).tobytes(), unit.gemm(a, b).tobytes())

    def test_threads_share_a_unit(self):
        unit = mmasc.unit(F16)
        a, b, c = operands(9, 7, 32)
        expected = unit.gemm(a, b, c).tobytes()
        results = []
        threads = [
            threading.Thread(
                target=lambda: results.extend(unit.gemm(a, b, c).tobytes() for _ in range(5))
            )
            for _ in range(4)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(results, [expected] * 20)


class Interrupts(unittest.TestCase):
    def long_gemm(self, **options):
        a, b, _ = operands(1000, 1000, 2000)  # 2 * 10^9 products by the reference: minutes
        mmasc.unit(F16).engine("reference").gemm(a, b, **options)

    def test_ctrl_c_ends_a_gemm(self):
        began = time.monotonic()
        with self.assertRaises(KeyboardInterrupt):
            threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT)).start()
            self.long_gemm()
        self.assertLess(time.monotonic() - began, 20)

    def test_what_progress_raises_comes_out(self):
        seen = []

        def progress(done, all):
            seen.append((done, all))
            if done > 0:
                raise ZeroDivisionError("enough")

        with self.assertRaisesRegex(ZeroDivisionError, "enough"):
            self.long_gemm(progress=progress)
        self.assertEqual(len(seen), 2)
        self.assertEqual(seen[0][1], 1000000)

    def test_a_progress_that_only_looks_changes_nothing(self):
        a, b, c = operands(20, 20, 16)
        seen = []
        unit = mmasc.unit(F16)
        d = unit.gemm(a, b, c, progress=lambda done, all: seen.append(done))
        self.assertEqual(seen[-1], 400)
        self.assertEqual(d.tobytes(), unit.gemm(a, b, c).tobytes())
