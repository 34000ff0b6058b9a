#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""run_programs.py FILE: runs the programs of FILE, which a test writes: calls of check(), with form feeds between."""

import sys

units = results = different = 0


def check(name, program, cases, flagged):
    """Each case is the arguments of the program's function `dot` and the d that it must give; or of
    `dot_with_flags`, with d and the flags."""
    global units, results, different
    scope = {}
    exec(compile(program, name, "exec"), scope)
    units += 1
    results += len(cases)
    for function, calls in (("dot", cases), ("dot_with_flags", flagged)):
        for line, (arguments, expected) in enumerate(calls):
            try:
                found = scope[function](**arguments)
            except Exception as error:  # of the program, which must have none
                found = f"{type(error).__name__}: {error}"
            if found != expected:
                different += 1
                print(f"{name}: {function}, case {line}: {found} instead of {expected}")


for call in open(sys.argv[1]).read().split("\f"):
    exec(call)
print(f"{units} programs, {results} results, {different} different")
