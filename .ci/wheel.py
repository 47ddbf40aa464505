"""Writes a wheel of the Python package with the program in it: wheel.py FOLDER VERSION PLATFORMS PROGRAM LICENSES.

PLATFORMS are the platform tags, separated by dots. Called by .ci/wheel.
"""

import base64
import hashlib
import os
import re
import sys
import time
import zipfile
from pathlib import Path

MOST = 25e6  # bytes of a wheel

METADATA = """\
Metadata-Version: 2.4
Name: ebim
Version: {version}
Summary: Learn the curve or surface that points lie on, of any dimension and topology, and the density there
License-Expression: Apache-2.0
License-File: LICENSE
License-File: LICENSES-OF-DEPENDENCIES.txt
Requires-Python: >=3.9
Requires-Dist: numpy>=1.21
Provides-Extra: sklearn
Requires-Dist: scikit-learn>=1.6; extra == "sklearn"
Description-Content-Type: text/markdown

{description}"""

WHEEL = """\
Wheel-Version: 1.0
Generator: .ci/wheel
Root-Is-Purelib: false
{tags}
"""


def pep440(version):
    """The version of a package for one of git describe: v1.2.3, v1.2.3-4-gabc, abc, each perhaps -dirty."""
    if not re.match(r"v?\d+\.\d+", version):
        version = "0.0.0+" + version
    version = re.sub(r"^v", "", version)
    version = re.sub(r"^([\d.]+)-(\d+)-g", r"\1.post\2+g", version)
    public, _, local = re.sub(r"^([\d.]+)-", r"\1+", version).partition("+")
    local = re.sub(r"[^a-z0-9]+", ".", local.lower()).strip(".")
    return public + ("+" + local if local else "")


def description(text):
    """The page of the package without links to other pages, which lead nowhere there."""
    return re.sub(r"\[([^\]]*)\]\((?!https?:)[^)]*\)", r"\1", text)


def write(folder, version, platforms, program, licenses):
    root = Path(__file__).parents[1]
    version, tag = pep440(version), "py3-none-" + platforms
    info, scripts = f"ebim-{version}.dist-info", f"ebim-{version}.data/scripts"
    files = {f"ebim/{path.name}": path.read_bytes() for path in sorted((root / "python/ebim").glob("*.py"))}
    files[f"{scripts}/{Path(program).name}"] = Path(program).read_bytes()
    files[f"{info}/licenses/LICENSE"] = (root / "LICENSE").read_bytes()
    files[f"{info}/licenses/LICENSES-OF-DEPENDENCIES.txt"] = Path(licenses).read_bytes()
    files[f"{info}/METADATA"] = METADATA.format(
        version=version, description=description((root / "docs/python.md").read_text("utf-8"))).encode()
    files[f"{info}/WHEEL"] = WHEEL.format(tags="\n".join(f"Tag: py3-none-{p}" for p in platforms.split("."))).encode()
    record = "".join(f"{name},sha256={digest(data)},{len(data)}\n" for name, data in files.items())
    files[f"{info}/RECORD"] = (record + f"{info}/RECORD,,\n").encode()

    wheel = Path(folder, f"ebim-{version}-{tag}.whl")
    when = time.gmtime(int(os.environ.get("SOURCE_DATE_EPOCH", 1767225600)))[:6]
    with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, data in files.items():
            entry = zipfile.ZipInfo(name, when)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = (0o100755 if "/scripts/" in name else 0o100644) << 16
            archive.writestr(entry, data)
    size, installed = wheel.stat().st_size, sum(map(len, files.values()))
    if size > MOST:
        sys.exit(f"{wheel.name} has {size / 1e6:.1f} MB; {MOST / 1e6:.0f} is the most")
    print(f"{wheel.name}: {size / 1e6:.1f} MB, installed {installed / 1e6:.1f} MB")


def digest(data):
    return base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()


if __name__ == "__main__":
    write(*sys.argv[1:])
