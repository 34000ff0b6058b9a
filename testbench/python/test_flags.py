# SPDX-License-Identifier: Apache-2.0
import pickle
import unittest

import mmasc
import numpy as np
from mmasc import Flags

FMA = """
[datapath."my.fma"]
lanes     = 1
zero_sign = "ieee"
sum       = [{ name = "fma", terms = ["products", "c"] }]
result    = { format = "f16", nan = "7e00", flags = "ieee" }
[instruction."my/fma"]
formats  = { a = "f16", b = "f16", c = "f16" }
datapath = "my.fma"
shape    = { m = 1, n = 1, k = 1 }
"""


class StatusFlags(unittest.TestCase):
    A = np.float16([[65504], [1], [2**-24], [0]])
    B = np.float16([[2], [1], [2**-24], [np.inf]])
    FLAGS = [Flags.OF | Flags.NX, Flags(0), Flags.UF | Flags.NX, Flags.NV]

    def test_stand_beside_d(self):
        unit = mmasc.parse(FMA)
        self.assertTrue(unit.raises_flags)
        self.assertTrue(pickle.loads(pickle.dumps(unit)).raises_flags)
        for engine in (unit, unit.engine("reference"), unit.engine("batch", threads=1)):
            d, flags = engine.dot_with_flags(self.A, self.B)
            self.assertEqual(flags.tolist(), self.FLAGS)
            self.assertEqual(flags.dtype, np.uint8)
            bits = d.view(np.uint16)
            self.assertTrue((bits == engine.dot(self.A, self.B).view(np.uint16)).all())
        d, flags = unit.dot_with_flags(self.A[0], self.B[0], np.float16(1))
        self.assertEqual((float(d), Flags(flags)), (np.inf, Flags.OF | Flags.NX))

    def test_of_many_operations(self):
        unit = mmasc.parse(FMA)
        a = np.tile(self.A, (1 << 15, 1))
        d, flags = unit.dot_with_flags(a, np.tile(self.B, (1 << 15, 1)))
        self.assertEqual(d.shape, flags.shape)
        self.assertTrue((flags.reshape(-1, 4) == np.uint8(self.FLAGS)).all())

    def test_differ_alone(self):
        unit = mmasc.parse(FMA)
        a, b = np.float16([[19 * 2**-13]]), np.float16([[431 * 2**-14]])
        found = mmasc.compare(unit, unit.with_("result.rounding", "up"), a, b)
        self.assertEqual(found.differing, 1)
        self.assertEqual((found.first.what, found.first.values), ("flags", ("UF NX", "NX")))
        self.assertEqual(*found.first.d)


if __name__ == "__main__":
    unittest.main()
