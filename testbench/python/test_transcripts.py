# SPDX-License-Identifier: Apache-2.0
"""Each transcripts/*.txt: lines that begin with two blanks are Python's as one types it, and what it
prints; an exception is a line "! TYPE: MESSAGE". All others are prose. MMASC_UPDATE=1 writes what is
printed now."""

import contextlib
import io
import os
import pathlib
import tempfile
import unittest

FOLDER = pathlib.Path(__file__).parent / "transcripts"


def printed(code, names):
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        try:
            exec(compile(code + "\n", "transcript", "single"), names)
        except Exception as error:
            print(f"! {type(error).__name__}: {error}")
    return "".join(f"  {line}\n" for line in out.getvalue().splitlines())


def rerun(text):
    """The text with what is printed now behind each statement."""
    now, names, lines = "", {}, text.splitlines()
    while lines:
        line = lines.pop(0)
        if not line.startswith("  "):
            now += line + "\n"
        elif line.startswith("  >>> "):
            typed = [line]
            while lines and lines[0].startswith("  ... "):
                typed.append(lines.pop(0))
            now += "\n".join(typed) + "\n" + printed("\n".join(each[6:] for each in typed), names)
    return now


class Transcripts(unittest.TestCase):
    maxDiff = None

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(folder.name)


def add(path):
    def test(self):
        text = path.read_text()
        now = rerun(text)
        self.assertIn("  >>> ", text)
        if "MMASC_UPDATE" in os.environ:
            path.write_text(now)
        else:
            self.assertEqual(text, now, path)

    setattr(Transcripts, "test_" + path.stem, test)


for each in sorted(FOLDER.glob("*.txt")):
    add(each)
