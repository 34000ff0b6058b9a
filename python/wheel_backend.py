# SPDX-License-Identifier: Apache-2.0
"""Makes the wheel for pip (PEP 517): the package's files and, where it was built, the library:
that of MMASC_LIBRARY, or of build/release. The version is CMake's."""

import base64
import hashlib
import os
import pathlib
import re
import sysconfig
import zipfile

HERE = pathlib.Path(__file__).resolve().parent
PROJECT = (HERE / "pyproject.toml").read_text()


def _field(name):
    return re.search(rf'^{name} = "(.*)"$', PROJECT, re.M)[1]


def _version():
    cmake = (HERE.parent / "CMakeLists.txt").read_text()
    return re.search(r"project\(mmasc VERSION ([0-9.]+)", cmake)[1]


def _library():
    """The path of the library, or None."""
    built = HERE.parent / "build" / "release" / "capi" / "libmmasc.so.2"
    path = pathlib.Path(os.environ.get("MMASC_LIBRARY") or built)
    return path if path.is_file() else None


def _record(name, data):
    digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
    return f"{name},sha256={digest},{len(data)}\n"


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    version = _version()
    info = f"mmasc-{version}.dist-info"
    dependencies = re.search(r"^dependencies = \[(.*)\]$", PROJECT, re.M)[1]
    requires = "".join(f"Requires-Dist: {each}\n" for each in re.findall(r'"(.*?)"', dependencies))
    files = {
        f"mmasc/{path.name}": path.read_bytes()
        for path in sorted((HERE / "mmasc").glob("*.py"))
    }
    platform = "any"
    if library := _library():
        files["mmasc/libmmasc.so.2"] = library.read_bytes()
        platform = re.sub("[-.]", "_", sysconfig.get_platform())
    tag = f"py3-none-{platform}"
    files[f"{info}/METADATA"] = (
        f"Metadata-Version: 2.1\nName: mmasc\nVersion: {version}\n"
        f"Summary: {_field('description')}\nRequires-Python: {_field('requires-python')}\n"
        f"License: Apache-2.0\n{requires}"
    ).encode()
    files[f"{info}/WHEEL"] = (
        "Wheel-Version: 1.0\nGenerator: mmasc\n"
        f"Root-Is-Purelib: {'false' if library else 'true'}\nTag: {tag}\n"
    ).encode()
    record = "".join(_record(*file) for file in files.items()) + f"{info}/RECORD,,\n"
    files[f"{info}/RECORD"] = record.encode()

    name = f"mmasc-{version}-{tag}.whl"
    with zipfile.ZipFile(pathlib.Path(wheel_directory) / name, "w", zipfile.ZIP_DEFLATED) as wheel:
        for path, data in files.items():
            wheel.writestr(path, data)
    return name
