"""The code of the documents runs, block after block."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("file, blocks", [("docs/python.md", 5), ("README.md", 1)])
def test_blocks(file, blocks, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("EBIM_RUNS", raising=False)
    found = re.findall(r"```python\n(.*?)```", (ROOT / file).read_text("utf-8"), re.S)
    assert len(found) == blocks
    names = {}
    for block in found:
        exec(compile(block, file, "exec"), names)
    assert list(tmp_path.glob("results/runs/*/*/*/record.json"))
