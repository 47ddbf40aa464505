"""The processes: what happens when they end, or are interrupted."""

import json
import multiprocessing
import os
import signal
import subprocess
import sys

import numpy as np
import pytest
from conftest import ellipse

import ebim
from ebim import _program


def test_a_worker_that_has_ended_is_started_again(fitted):
    before = fitted.distance(ellipse(3, 0))
    _program.worker.process.kill()
    np.testing.assert_array_equal(fitted.distance(ellipse(3, 0)), before)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_a_forked_process_has_a_worker_of_its_own(fitted):
    fitted.distance(ellipse(3, 0))
    with multiprocessing.get_context("fork").Pool(2) as pool:
        found = pool.map(fitted.distance, [ellipse(5, s) for s in range(6)])
    for seed, distances in enumerate(found):
        np.testing.assert_array_equal(distances, fitted.distance(ellipse(5, seed)))


def test_a_worker_ends_with_python():
    code = "import ebim; from ebim._program import worker; worker.call('--version'); print(worker.process.pid)"
    pid = int(subprocess.run([sys.executable, "-c", code], capture_output=True, check=True).stdout)
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


def test_a_missing_program_is_said(monkeypatch, tmp_path):
    monkeypatch.setenv("EBIM_PROGRAM", "")
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(_program.sysconfig, "get_path", lambda *_: str(tmp_path))
    with pytest.raises(ebim.Error, match="install this package again"):
        _program.program()


@pytest.mark.skipif(os.name == "nt", reason="sends a signal")
def test_control_c_leaves_a_training_that_goes_on(tmp_path):
    code = ("import ebim, sys; sys.path.insert(0, sys.argv[1]); from conftest import ellipse\n"
            "m = ebim.Manifold(dimension=1, model='ebim', runs='runs', progress=True).fit(ellipse(3000, 1)); print(m.verdict_)")
    line = [sys.executable, "-c", code, os.path.dirname(__file__)]
    process = subprocess.Popen(line, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8")
    messages = ""
    while "ebim seed 0 manifold" not in messages:
        read = process.stderr.read(1)
        assert read, messages
        messages += read
    process.send_signal(signal.SIGINT)
    out, rest = process.communicate(timeout=60)
    assert process.returncode != 0 and out == "" and "KeyboardInterrupt" in rest
    record = json.loads(next(tmp_path.glob("runs/*/ebim/*/record.json")).read_text())
    assert record["status"] == "interrupted"
    kept = [*tmp_path.glob("runs/stages/manifold-*.checkpoints/*"),  # or, on a fast machine, what had just ended
            *(stage for stage in tmp_path.glob("runs/stages/manifold-*") if not stage.suffix)]
    assert kept, list(tmp_path.glob("runs/stages/*"))
    again = subprocess.run(line, cwd=tmp_path, capture_output=True, encoding="utf-8", check=True)
    assert again.stdout.strip() in ("good", "doubtful", "wrong")


def test_without_scikit_learn(tmp_path):
    code = """
import sys; sys.modules["sklearn"] = None
import numpy as np, ebim, pickle
X = np.random.default_rng(0).normal(size=(30, 2))
m = ebim.Manifold(runs="runs", name="n")
print(m.get_params()["name"], m.set_params(random_state=2))
for wrong in [X[:, 0], X * np.nan, X * 1j, X[:1]]:
    try: m.fit(wrong)
    except ValueError as e: print("refused", e)
try: m.sample()
except ebim.NotFittedError as e: print(e)
try: m.set_params(seed=1)
except ValueError as e: print(e)
print(m.fit_transform(X).shape, m.score(X) == pickle.loads(pickle.dumps(m)).score(X), m.verdict_)
try: m.distance(X[:, :1])
except ValueError as e: print(e)
"""
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, encoding="utf-8")
    assert done.returncode == 0, done.stderr
    for want in ("n Manifold(", "random_state=2", "2D array", "NaN", "Complex", "shape (1, 2)", "not fitted yet", "'seed'",
                 "(30, 2) True wrong", "1 features, but Manifold is expecting 2"):
        assert want in done.stdout, want
