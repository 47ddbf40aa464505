"""The builder of wheels."""

import importlib.util
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[2] / ".ci/wheel.py"


@pytest.mark.parametrize("described, version", [
    ("v1.2.3", "1.2.3"), ("1.2.3", "1.2.3"), ("v1.2.3-4-gabc12", "1.2.3.post4+gabc12"), ("abc1234", "0.0.0+abc1234"),
    ("v1.2-dirty", "1.2+dirty"), ("v1.2.3-4-gabc-dirty", "1.2.3.post4+gabc.dirty"), ("v0.0.0-ci", "0.0.0+ci"),
])
def test_versions(described, version):
    spec = importlib.util.spec_from_file_location("wheel", SCRIPT)
    wheel = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(wheel)
    assert wheel.pep440(described) == version
    packaging = pytest.importorskip("packaging.version")
    assert str(packaging.Version(version)) == version
