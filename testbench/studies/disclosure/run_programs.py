#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""run_programs.py FILE: runs the programs of FILE, which a test writes: calls of check()."""

import sys

units = results = different = 0


def check(name, program, cases):
    """Each case is the arguments of the program's function `dot` and the d that it must give."""
    global units, results, different
    scope = {}
    exec(compile(program, name, "exec"), scope)
    units += 1
    for line, (arguments, d) in enumerate(cases):
        try:
            found = scope["dot"](*arguments)
        except Exception as error:  # of the program, which must have none
            found = -1
            print(f"{name}: {type(error).__name__}: {error}")
        results += 1
        different += found != d
        if found != d:
            print(f"{name}: case {line}: {found:x} instead of {d:x}")


exec(compile(open(sys.argv[1]).read(), sys.argv[1], "exec"))
print(f"{units} programs, {results} results, {different} different")
