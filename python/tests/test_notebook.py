"""The notebook runs, and its committed outputs are small."""

from pathlib import Path

import pytest

FILE = Path(__file__).parents[1] / "examples/ellipse.ipynb"


def test_notebook(tmp_path, monkeypatch):
    nbclient = pytest.importorskip("nbclient")
    nbformat = pytest.importorskip("nbformat")
    pytest.importorskip("matplotlib")
    monkeypatch.setenv("EBIM_RUNS", str(tmp_path))
    assert FILE.stat().st_size < 100_000
    notebook = nbformat.read(FILE, as_version=4)
    assert any("image/png" in o.get("data", {}) for c in notebook.cells for o in c.get("outputs", []))
    nbclient.NotebookClient(notebook, timeout=300, kernel_name="python3", resources={"metadata": {"path": str(tmp_path)}}).execute()
