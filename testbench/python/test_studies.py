# SPDX-License-Identifier: Apache-2.0
"""Numbers as elements, vector files, two units side by side."""

import pathlib
import tempfile
import unittest

import mmasc
import numpy as np

ADA = "ada/mma.m16n8k16.f32.f16.f16.f32"
HOPPER = "hopper/wgmma.m64nNk16.f32.f16.f16"
VOLTA = "volta/mma.m8n8k4.f32.f16.f16.f32"
BUNDLED = pathlib.Path(__file__).resolve().parents[2] / "gpu_golden" / "bundled"


def bits(array):
    return np.asarray(array).view(f"u{np.asarray(array).itemsize}").tolist()


class Numbers(unittest.TestCase):
    def test_convert(self):
        self.assertEqual(bits(mmasc.convert([0.1, -1000, 1], "e4m3"))[::2], [0x1D, 0x38])
        self.assertEqual(
            bits(mmasc.convert([0.1, -1000], "e4m3", rounding="toward_zero", saturate=True)),
            [0x1C, 0xFE],
        )
        self.assertEqual(bits(mmasc.convert([1e6], "f16", rounding="toward_zero")), [0x7BFF])
        ends = mmasc.convert([np.inf, -np.inf], "f16", saturate=True)
        self.assertEqual(bits(ends), [0x7BFF, 0xFBFF])
        self.assertEqual(bits(mmasc.convert([1 + 0.75 * 2**-10], "tf32")), [0x3F802000])
        half = mmasc.convert(np.float32([[1 / 3, 65520]]), "f16")
        self.assertEqual(half.dtype, np.float16)
        self.assertEqual(half.tolist(), [[np.float16(1 / 3), np.inf]])
        self.assertEqual(bits(mmasc.convert(0.1, "f32")), bits(np.float32(0.1)))

    def test_decode(self):
        every = np.arange(256, dtype=np.uint8)
        numbers = mmasc.decode(every, "e4m3")
        self.assertEqual(numbers.dtype, np.float64)
        self.assertEqual(numbers[0x38], 1)
        self.assertEqual(np.isnan(numbers).sum(), 2)
        finite = ~np.isnan(numbers)
        self.assertEqual(bits(mmasc.convert(numbers[finite], "e4m3")), every[finite].tolist())
        halves = np.arange(65536, dtype=np.uint16).view(np.float16)
        np.testing.assert_array_equal(mmasc.decode(halves, "f16"), halves.astype(np.float64))

    def test_formats_of_a_file(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "mine.toml"
            path.write_text("[format.mine]\nexponent_bits = 4\nfraction_bits = 3\nbias = 9\n")
            elements = mmasc.convert([1, 1.0625, -2], f"{path}:mine")
            self.assertEqual(bits(elements), [9 << 3, 9 << 3, 0x80 | 10 << 3])
            self.assertEqual(elements.dtype, np.uint8)
            self.assertEqual(mmasc.decode(elements, f"{path}:mine").tolist(), [1, 1, -2])


class Verify(unittest.TestCase):
    def test_bundled(self):
        told = []
        found = mmasc.verify(BUNDLED / "rtx4060", progress=lambda *args: told.append(args))
        self.assertEqual(found.total, mmasc.Tally(23, 0, 0, 0, 0))
        self.assertEqual(found.total.vectors, 23)
        self.assertEqual(sum(row.vectors for row in found.rows.values()), 23)
        self.assertIn(ADA, found.rows)
        self.assertEqual(found.replays, ())
        self.assertEqual({all for done, all in told}, {2})

    def test_own_unit_and_mismatch(self):
        unit = mmasc.parse(mmasc.unit(VOLTA).toml())
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "own.vec"
            path.write_text(
                f"# mmasc-vectors 1\n# instruction: {unit.id}\n"
                "# formats: a=f16 b=f16 c=f32 d=f32 k=4\n# provenance: this test\n"
                "# nan: exact\n# columns: a b c d\n"
                "3c00000000000000 3c00000000000000 00000000 40000000\n"
            )
            found = mmasc.verify(path, engine="reference", units=[unit])
            self.assertEqual(found.rows, {unit.id: mmasc.Tally(0, 0, 1, 0, 1)})
            self.assertIn("expected 40000000 (2), got 3f800000 (1)", found.replays[0])
        with self.assertRaisesRegex(mmasc.InvalidArgument, "own.vec"):
            mmasc.verify(path)

    def test_a_given_unit_stands_for_its_row(self):
        changed = mmasc.unit(VOLTA).with_("dot.fraction_bits", 0)
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "volta.vec"
            path.write_text(
                f"# mmasc-vectors 1\n# instruction: {VOLTA}\n"
                "# formats: a=f16 b=f16 c=f32 d=f32 k=4\n# provenance: this test\n"
                "# nan: exact\n# columns: a b c d\n"
                "3c003c0000000000 3c00380000000000 00000000 3fc00000\n"  # 1 + 1/2
            )
            self.assertEqual(mmasc.verify(path).total.mismatches, 0)
            found = mmasc.verify(path, units=changed)
            self.assertEqual(found.rows, {VOLTA: mmasc.Tally(0, 0, 1, 0, 1)})
            self.assertIn(f"mmasc eval {VOLTA} --set dot.fraction_bits=0 --a", found.replays[0])

    def test_own_files(self):
        with tempfile.TemporaryDirectory() as folder:
            toml = pathlib.Path(folder) / "mine.toml"
            toml.write_text(mmasc.unit(VOLTA).toml())
            unit = mmasc.unit(toml)
            path = pathlib.Path(folder) / "own.vec"
            path.write_text(
                f"# mmasc-vectors 1\n# instruction: {unit.id}\n# unit: mine.toml\n"
                "# formats: a=f16 b=f16 c=f32 d=f32 k=4\n# provenance: this test\n"
                "# nan: exact\n# columns: a b c d\n"
                "3c00000000000000 3c00000000000000 00000000 40000000\n"
            )
            with self.assertRaisesRegex(
                mmasc.InvalidArgument, "own.vec:3: unit: mine.toml: no such file; give"
            ):
                mmasc.verify(path)
            for units in (toml, str(toml), unit, [unit], [toml]):
                found = mmasc.verify(path, units=units)
                self.assertEqual(found.rows, {unit.id: mmasc.Tally(0, 0, 1, 0, 1)})
            self.assertIn(f"mmasc eval {toml}:{unit.id} --a", found.replays[0])
            path.write_text(
                path.read_text().replace("mine.toml", "mine.toml --set dot.fraction_bits=9")
            )
            found = mmasc.verify(path, units=toml)
            self.assertEqual(list(found.rows), [f"{unit.id} --set dot.fraction_bits=9"])

    def test_what_progress_raises_comes_out(self):
        def progress(done, all):
            raise ZeroDivisionError("enough")

        with self.assertRaisesRegex(ZeroDivisionError, "enough"):
            mmasc.verify(BUNDLED, progress=progress)


class Compare(unittest.TestCase):
    def test_ada_and_hopper(self):
        a = np.float16([[-8192, -0.5, -0.25, -0.125]])
        b = np.float16([[1024], [1], [1], [1]])
        c = np.float32([[8388608]])
        found = mmasc.compare(mmasc.unit(ADA), mmasc.unit(HOPPER), a, b, c)
        self.assertEqual((found.elements, found.differing), (1, 1))
        first = found.first
        self.assertEqual((first.row, first.column, first.d), (0, 0, (-0.5, -0.75)))
        self.assertEqual((first.steps, first.stage), ((1, 1), "aligner"))
        self.assertEqual((first.what, first.values), ("p2 aligned for dot", ("0", "-0.25")))
        for lines in first.witness:
            self.assertEqual(len(lines), 1)
            self.assertIn("--c 4b000000", lines[0])

    def test_no_difference(self):
        unit = mmasc.unit(ADA)
        ones = np.ones((3, 5), np.float16)
        self.assertEqual(mmasc.compare(unit, unit, ones, ones.T), mmasc.Comparison(9, 0, None))
