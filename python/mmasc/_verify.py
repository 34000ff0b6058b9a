# SPDX-License-Identifier: Apache-2.0
"""Vector files against an engine."""

import ctypes
import os
from collections.abc import Iterable
from typing import NamedTuple

from mmasc._interrupt import run_interruptibly
from mmasc._library import PROGRESS, CTally, CVerifyArgs, check, lib, new_handle, text
from mmasc._unit import Unit, units_in


class Tally(NamedTuple):
    """Vectors, by where their d comes from, and how many results differ from it."""

    recorded: int  # from a GPU
    stated: int
    derived: int  # computed
    own: int  # of the derived: computed by mmasc itself
    mismatches: int

    @property
    def vectors(self):
        return self.recorded + self.stated + self.derived


class Verification(NamedTuple):
    total: Tally
    rows: dict  # by the ids of the units with vectors; where a file changes one, "ID --set ..."
    replays: tuple  # of the first mismatches: a command that shows it, and both results


def verify(*paths, engine="batch", units=(), progress=None):
    """Runs vector files, the index.csv of recordings, or folders of these on an engine, "batch" or
    "reference", and compares every bit of d. Vectors may be of the catalogue and of `units`: a
    Unit, the path of a TOML file, or a list of these.
    progress(done, all) is told of files; an exception that it raises, or Ctrl-C, ends the call."""
    names = [os.fsencode(path) for path in paths]
    own = _units_of(units)
    made = []

    def call(stop):
        made.append(
            new_handle(
                lib.mmasc_verify,
                CVerifyArgs(
                    ctypes.sizeof(CVerifyArgs),
                    (ctypes.c_char_p * len(names))(*names),
                    len(names),
                    text(engine, "engine"),
                    (ctypes.c_void_p * len(own))(*(unit._handle for unit in own)),
                    len(own),
                    PROGRESS(lambda context, done, all: stop(done, all)),
                ),
            )
        )

    run_interruptibly(call, progress)
    try:
        return _read(made[0])
    finally:
        lib.mmasc_verification_free(made[0])


def _units_of(units):
    """The units that the caller names."""
    if isinstance(units, Unit):
        return [units]
    if isinstance(units, (str, os.PathLike)):
        return units_in(units)
    if isinstance(units, Iterable):
        return [unit for each in units for unit in _units_of(each)]
    raise TypeError(
        f"units has {units!r}; give a Unit, the path of a TOML file, or a list of these"
    )


def _read(handle):
    tally = CTally()

    def values():
        return Tally(*(getattr(tally, name) for name in Tally._fields))

    check(lib.mmasc_verification_total(handle, ctypes.byref(tally)))
    total, rows, replays = values(), {}, []
    while id := lib.mmasc_verification_row(handle, len(rows), ctypes.byref(tally)):
        rows[id.decode()] = values()
    while replay := lib.mmasc_verification_replay(handle, len(replays)):
        replays.append(replay.decode(errors="replace"))
    return Verification(total, rows, tuple(replays))
