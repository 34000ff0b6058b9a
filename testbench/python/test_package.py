# SPDX-License-Identifier: Apache-2.0
"""The wheel: made without a compiler or a download, and found libraries."""

import importlib.util
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest
import zipfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = "import mmasc; print(mmasc.__file__, len(mmasc.catalog()))"


class Package(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = temporary.name
        spec = importlib.util.spec_from_file_location(
            "wheel_backend", ROOT / "python" / "wheel_backend.py"
        )
        self.backend = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(self.backend)

    def run_program(self, **environment):
        """Python with nothing but the folder on its path."""
        return subprocess.run(
            [sys.executable, "-c", PROGRAM],
            env={"PYTHONPATH": self.folder, "PATH": os.environ["PATH"], **environment},
            capture_output=True,
            text=True,
            cwd=self.folder,
        )

    def unpack(self):
        wheel = pathlib.Path(self.folder) / self.backend.build_wheel(self.folder)
        with zipfile.ZipFile(wheel) as files:
            files.extractall(self.folder)
            return files.namelist()

    def test_wheel(self):
        import mmasc

        names = self.unpack()
        modules = {f"mmasc/{path.name}" for path in (ROOT / "python" / "mmasc").glob("*.py")}
        self.assertEqual({name for name in names if name.startswith("mmasc/")}, modules)
        self.assertIn(f"mmasc-{mmasc.__version__}.dist-info/METADATA", names)

        named = self.run_program(MMASC_LIBRARY=os.environ["MMASC_LIBRARY"])
        self.assertEqual(named.returncode, 0, named.stderr)
        self.assertIn(self.folder, named.stdout)
        shutil.copy(os.environ["MMASC_LIBRARY"], self.folder + "/mmasc/libmmasc.so.1")
        beside = self.run_program()
        self.assertEqual(beside.returncode, 0, beside.stderr)

    def test_no_library(self):
        self.unpack()
        for named in ("/no/such/libmmasc.so", "libc.so.6"):
            failed = self.run_program(MMASC_LIBRARY=named)
            self.assertEqual(failed.returncode, 1)
            self.assertIn("install libmmasc.so", failed.stderr)

    def test_pip(self):
        pip = [sys.executable, "-m", "pip"]
        if subprocess.run([*pip, "--version"], capture_output=True).returncode != 0:
            self.skipTest("no pip")
        install = ["install", "--quiet", "--no-index", "--no-deps", "--target", self.folder]
        subprocess.run(
            [*pip, *install, ROOT / "python"],
            check=True,
            env={"PATH": os.environ["PATH"], "HOME": self.folder},
        )
        done = self.run_program(MMASC_LIBRARY=os.environ["MMASC_LIBRARY"])
        self.assertEqual(done.returncode, 0, done.stderr)
