# SPDX-License-Identifier: Apache-2.0
import gc
import pathlib
import tempfile
import unittest

import mmasc
import numpy as np

FP8 = "hopper/wgmma.m64nNk32.f32.e4m3.e4m3"
MXFP8 = "blackwell/tcgen05.mma.m128nNk32.mxf8f6f4.f32.e4m3.e4m3.1X.ue8m0"


class Units(unittest.TestCase):
    def test_every_id_is_found(self):
        ids = mmasc.catalog()
        self.assertGreater(len(ids), 300)
        for id in ids:
            self.assertEqual(mmasc.unit(id).id, id)
        gc.collect()

    def test_shape_and_formats(self):
        unit = mmasc.unit(FP8)
        self.assertEqual(unit.shape, (64, 8, 32, 256, 8, 1, 0, 0))
        self.assertEqual(unit.format("a"), ("e4m3", 8, 1))
        self.assertEqual(unit.format("d").name, "f32")
        self.assertEqual(mmasc.unit(MXFP8).shape.scale_block, 32)
        self.assertEqual(mmasc.unit(MXFP8).format("sa").name, "ue8m0")
        self.assertEqual(unit.operands, ("a", "b", "c"))
        self.assertEqual(mmasc.unit(MXFP8).operands, ("a", "b", "c", "sa", "sb"))
        sparse = mmasc.unit("ampere/mma.sp.m16n8k32.f32.f16.f16.f32")
        self.assertEqual(sparse.operands, ("a", "b", "c", "metadata"))

    def test_own_rows(self):
        text = mmasc.unit(FP8).with_("dot.fraction_bits", 17).toml()
        unit = mmasc.parse(text)
        self.assertEqual(unit.toml(), text)
        self.assertEqual(mmasc.parse(text, unit.id).id, unit.id)

    def test_own_files(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "mine.toml"
            path.write_text(mmasc.unit(FP8).toml())
            unit = mmasc.unit(path)
            self.assertEqual(unit.toml(), path.read_text())
            self.assertEqual(mmasc.unit(str(path)).id, unit.id)
            self.assertEqual(mmasc.unit(f"{path}:{unit.id}").id, unit.id)
            self.assertEqual(mmasc.unit(f"{path}:my/").id, unit.id)

    def test_formats_of_ones_own(self):
        text = mmasc.unit(FP8).with_("instruction.formats.a", "e3m3").toml()
        text = text.replace('b = "e4m3"', 'b = "mine"')
        unit = mmasc.parse("[format.mine]\nexponent_bits = 4\nfraction_bits = 3\nbias = 9\n" + text)
        self.assertEqual(unit.format("a"), ("e3m3", 7, 1))
        self.assertEqual(unit.format("b"), ("mine", 8, 1))
        a = np.full(unit.shape.k, 0x18, np.uint8)  # 1
        b = np.full(unit.shape.k, 9 << 3, np.uint8)  # 1
        self.assertEqual(unit.dot(a, b), unit.shape.k)
        self.assertEqual(unit.engine("reference").dot(a, b), unit.shape.k)
        self.assertIn("[format.mine]", unit.with_("dot.fraction_bits", 17).toml())
        with self.assertRaisesRegex(TypeError, "not that of e3m3: .*uint8"):
            unit.dot(np.ones(unit.shape.k, np.float32), b)
