# SPDX-License-Identifier: Apache-2.0
"""The study of a network trained on units, on a few epochs."""

import importlib.util
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree

STUDY = pathlib.Path(__file__).resolve().parents[2] / "python" / "examples" / "network" / "digits.py"


def missing():
    for module, package in (("torch", "python3-torch"), ("sklearn", "python3-sklearn")):
        if importlib.util.find_spec(module) is None:
            return f"skipped: no {module}; install {package}"


if missing():
    print(missing())


@unittest.skipIf(missing(), missing())
class Network(unittest.TestCase):
    def test_tables_and_figure(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "figure.svg"
            done = subprocess.run(
                [sys.executable, STUDY, path, "--epochs", "8", "--seeds", "1", "--bits", "10", "2"],
                env={**os.environ, "OMP_NUM_THREADS": "1"},
                capture_output=True,
                text=True,
            )
            self.assertEqual(done.returncode, 0, done.stderr)
            rows = [
                [cell.strip() for cell in line.split("|")[1:-1]]
                for line in done.stdout.splitlines()
                if line.startswith("| ")
            ]
            accuracy = {row[0]: float(row[5].split()[0]) for row in rows[1:9]}
            self.assertGreater(accuracy["f32, by PyTorch"], 90)
            self.assertGreater(accuracy["FP8, 10-bit accumulator"], 90)
            self.assertEqual([row[0] for row in rows[9:]], ["bits", "10", "2"])
            self.assertLess(float(rows[11][1].split()[0]), 50)
            self.assertGreater(float(rows[11][4].split()[0]), 60)
            curves = xml.etree.ElementTree.parse(path).getroot().iter(
                "{http://www.w3.org/2000/svg}path"
            )
            self.assertEqual(sum(each.get("class") == "curve" for each in curves), 2 * (8 + 5))


if __name__ == "__main__":
    unittest.main()
