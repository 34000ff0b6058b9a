# SPDX-License-Identifier: Apache-2.0
"""What the library refuses, as exceptions."""


class Error(Exception):
    """Any failure that libmmasc.so tells of."""


class InvalidArgument(Error, ValueError):
    """Sizes that do not agree, an unknown name, ..."""


class InvalidRow(InvalidArgument):
    """A field of a unit, a text that is not a row, a unit without a plan."""


class OutOfMemory(Error, MemoryError):
    """Memory ran out inside the library."""


class EnvironmentFailure(Error, OSError):
    """A file or a process that the system refuses; no libmmasc.so."""


class Stopped(Error):
    """The progress function said so; the caller sees why instead."""


# By mmasc_status.
OF_STATUS = {1: InvalidArgument, 2: InvalidRow, 3: OutOfMemory, 4: EnvironmentFailure, 5: Stopped}
