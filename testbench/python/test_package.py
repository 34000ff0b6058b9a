# SPDX-License-Identifier: Apache-2.0
"""The wheel: made without a compiler or a download, with the library; and found libraries."""

import importlib.util
import os
import pathlib
import re
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
        modules.add("mmasc/libmmasc.so.2")
        self.assertEqual({name for name in names if name.startswith("mmasc/")}, modules)
        self.assertIn(f"mmasc-{mmasc.__version__}.dist-info/METADATA", names)

        named = self.run_program(MMASC_LIBRARY=os.environ["MMASC_LIBRARY"])
        self.assertEqual(named.returncode, 0, named.stderr)
        self.assertIn(self.folder, named.stdout)
        beside = self.run_program()
        self.assertEqual(beside.returncode, 0, beside.stderr)

    def test_no_library(self):
        self.unpack()
        os.remove(self.folder + "/mmasc/libmmasc.so.2")
        for named in ("/no/such/libmmasc.so", "libc.so.6"):
            failed = self.run_program(MMASC_LIBRARY=named)
            self.assertEqual(failed.returncode, 1)
            self.assertIn("install libmmasc.so", failed.stderr)

    def test_readme(self):
        """As `make python` does: an environment in which README's first example runs."""
        made = subprocess.run(
            [sys.executable, "-m", "venv", "--system-site-packages", self.folder + "/python"],
            capture_output=True,
        )
        if made.returncode != 0:
            self.skipTest("no venv")
        python = self.folder + "/python/bin/"
        environment = {"PATH": os.environ["PATH"], "HOME": self.folder}
        subprocess.run(
            [python + "pip", "install", "--quiet", "--no-index", ROOT / "python"],
            check=True,
            env={**environment, "MMASC_LIBRARY": os.environ["MMASC_LIBRARY"]},
        )
        readme = (ROOT / "README.md").read_text()
        code, expected = re.search(
            r"^```python\n(.*?)^```\n+```\n(.*?)^```$", readme, re.M | re.S
        ).groups()
        done = subprocess.run(
            [python + "python", "-c", code],
            env=environment,
            capture_output=True,
            text=True,
            cwd=self.folder,
        )
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(done.stdout, expected)
