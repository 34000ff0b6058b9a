# SPDX-License-Identifier: Apache-2.0
"""The exceptions of the library."""


class Error(Exception):
    """Any failure that libmmasc.so reports."""


class InvalidArgument(Error, ValueError):
    """Sizes that do not agree, an unknown name, ..."""


class InvalidRow(InvalidArgument):
    """A field of a unit, a text that is not a row, a unit without a plan."""


class OutOfMemory(Error, MemoryError):
    """Memory ran out inside the library."""


class EnvironmentFailure(Error, OSError):
    """The system refused a file or a process, or libmmasc.so was not found."""


class Stopped(Error):
    """The progress function ended the call. The caller sees its reason instead of this."""


# By mmasc_status.
OF_STATUS = {1: InvalidArgument, 2: InvalidRow, 3: OutOfMemory, 4: EnvironmentFailure, 5: Stopped}
