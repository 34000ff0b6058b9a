# SPDX-License-Identifier: Apache-2.0
"""run.py MODULE: its tests; none is a failure."""

import sys
import unittest

try:
    import numpy  # noqa: F401
except ImportError:
    print("skipped: no numpy; install python3-numpy")
    sys.exit(0)

result = unittest.main(sys.argv[1], argv=sys.argv[:1], verbosity=2, exit=False).result
if result.testsRun == 0:
    sys.exit("no tests in " + sys.argv[1])
sys.exit(not result.wasSuccessful())
