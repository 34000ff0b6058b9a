# SPDX-License-Identifier: Apache-2.0
import inspect
import unittest

import mmasc
from mmasc._library import INPUTS
from mmasc._retired import KEYWORDS, NAMES

FUNCTIONS = {
    "convert": mmasc.convert,
    "compare": mmasc.compare,
    "dot": mmasc.Engine.dot,
    "gemm": mmasc.Engine.gemm,
    "dgemm": mmasc.dgemm,
    "fp8gemm": mmasc.fp8gemm,
    "scaled_gemm": mmasc.scaled_gemm,
    "quantise": mmasc.quantise,
}
try:
    import mmasc.torch

    FUNCTIONS["Rounded"] = mmasc.torch.Rounded.__init__
    FUNCTIONS["fine_grained"] = mmasc.torch.fine_grained
except ModuleNotFoundError:
    pass


class Retired(unittest.TestCase):
    def test_names(self):
        for name, now in NAMES.items():
            with self.assertRaisesRegex(AttributeError, f"mmasc.{name} is now mmasc.{now}"):
                getattr(mmasc, name)
            self.assertNotIn(name, mmasc.__all__)
            self.assertIn(now.split(",")[0], mmasc.__all__)
        self.assertFalse(hasattr(mmasc, "no_such_name"))

    def test_keywords(self):
        for name, function in FUNCTIONS.items():
            for was, now in KEYWORDS[name].items():
                with self.assertRaisesRegex(TypeError, f"{was} is now {now.split(',')[0]}"):
                    function(**{was: 1})
                # fine_grained() hands its options on to fp8gemm().
                known = {**inspect.signature(function).parameters}
                if "options" in known:
                    known |= inspect.signature(mmasc.fp8gemm).parameters
                if "operands" in known:
                    known |= dict.fromkeys(INPUTS)
                self.assertIn(now.split(",")[0], known)
                self.assertNotIn(was, known)

    def test_spelling_decides_nothing(self):
        """What rounds number by number and what scales blocks differ by more than a letter."""
        numbers = [[0.1, 500, -3, 7]]
        self.assertEqual(mmasc.convert(numbers, "e4m3", saturate=True).shape, (1, 4))
        with self.assertRaisesRegex(AttributeError, "mmasc.convert"):
            mmasc.quantize(numbers, "e4m3")

    def test_options_that_are_handed_on(self):
        if "fine_grained" not in FUNCTIONS:
            self.skipTest("no PyTorch")
        unit = mmasc.unit("hopper/wgmma.m64nNk32.f32.e4m3.e4m3")
        with self.assertRaisesRegex(TypeError, "interval is now promote_k"):
            mmasc.torch.Scaled(unit, interval=0)
        with self.assertRaisesRegex(TypeError, r"block is 64; give rows and columns"):
            mmasc.torch.fine_grained(unit, block=64)
        with self.assertRaisesRegex(TypeError, "promote_every is now promote_k"):
            unit.gemm(None, None, promote_every=1)


if __name__ == "__main__":
    unittest.main()
