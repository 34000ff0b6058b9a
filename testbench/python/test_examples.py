# SPDX-License-Identifier: Apache-2.0
"""The Python of the documents prints what stands below it."""

import contextlib
import io
import os
import pathlib
import re
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]


class Examples(unittest.TestCase):
    def setUp(self):  # examples name files of the project, and write some
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(folder.name)
        os.symlink(ROOT / "gpu_golden", "gpu_golden")

    def run_examples(self, document):
        text = (ROOT / document).read_text()
        for own in re.findall(r"^```toml\n(.*?)^```$", text, re.M | re.S):
            pathlib.Path("mine.toml").write_text(own)
        examples = re.findall(r"^```python\n(.*?)^```\n+```\n(.*?)^```$", text, re.M | re.S)
        self.assertEqual(len(examples), text.count("```python\n"))
        self.assertGreater(len(examples), 0)
        for code, expected in examples:
            printed = io.StringIO()
            with contextlib.redirect_stdout(printed):
                exec(compile(code, document, "exec"), {})
            self.assertEqual(printed.getvalue(), expected)

    def test_readme(self):
        self.run_examples("README.md")

    def test_library(self):
        self.run_examples("docs/library.md")
