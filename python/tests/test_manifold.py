"""Manifold on points whose manifold is known, and against the shell."""

import copy
import json
import pickle
import subprocess
import sys

import numpy as np
import pytest
from conftest import ellipse

import ebim
from ebim import _program


def shell(*arguments):
    return subprocess.run([_program.program(), *map(str, arguments)], capture_output=True, encoding="utf-8", check=True).stdout


def test_an_ellipse_is_learned(fitted):
    assert (fitted.model_, fitted.dimension_, fitted.n_features_in_) == ("ebim", 1, 2)
    assert (fitted.verdict_, fitted.reason_) == ("good", "")
    assert {k: fitted.topology_[k] for k in ("components", "closed", "euler_characteristic")} == {
        "components": 1, "closed": 1, "euler_characteristic": 0}
    on, off = ellipse(500, 1), np.array([[0, 0], [3.5, 0], [0, 1.25]])
    assert np.median(fitted.distance(on)) < 0.01
    np.testing.assert_allclose(fitted.distance(off), [1, 0.5, 0.25], atol=0.05)
    assert np.mean(fitted.is_anomaly(on, rate=0.1)) < 0.4  # of 30 held-out points
    assert fitted.is_anomaly(off).all()
    feet = fitted.project(off)
    assert np.max(fitted.distance(feet)) < 1e-4
    np.testing.assert_array_equal(fitted.transform(off), feet)


def test_the_density_integrates_to_one(fitted):
    mesh = fitted.mesh_
    assert mesh.elements.shape[1] == 2 and mesh.elements.max() < len(mesh.vertices)
    lengths = np.linalg.norm(np.diff(mesh.vertices[mesh.elements], axis=1)[:, 0], axis=1)
    density = np.exp(fitted.score_samples(mesh.vertices))
    assert abs(np.sum(lengths * density[mesh.elements].mean(axis=1)) - 1) < 0.02
    np.testing.assert_allclose(mesh.log_density, np.log(density), atol=0.05)
    assert fitted.score(mesh.vertices) == pytest.approx(np.log(density).mean())


def test_samples(fitted):
    drawn = fitted.sample(200, random_state=3)
    assert drawn.shape == (200, 2) and np.max(fitted.distance(drawn)) < 1e-4
    np.testing.assert_array_equal(drawn, fitted.sample(200, random_state=3))
    assert not np.array_equal(fitted.sample(5), fitted.sample(5))
    with pytest.raises(ebim.Error, match="allowed: 1 or more"):
        fitted.sample(0)


def test_numbers_are_those_of_the_shell(fitted, tmp_path):
    points = ellipse(40, 2) * 1.01
    np.save(tmp_path / "x.npy", points)
    shell("score", fitted.run_, tmp_path / "x.npy", "--rate", 0.2, "--output", tmp_path / "y.npy")
    mine = fitted.measure(points, rate=0.2)
    np.testing.assert_array_equal(np.column_stack(list(mine.values())), np.load(tmp_path / "y.npy"))
    assert list(mine) == ["log_density", "distance", "quantile", "edge_distance", "anomaly"]
    np.testing.assert_array_equal(fitted.distance(points), mine["distance"])


def test_the_same_points_give_the_same_run(fitted, runs):
    again = ebim.Manifold(runs=runs, name="ellipse").fit(ellipse(300, 0))
    assert again.run_ == fitted.run_ and again.record_ == fitted.record_
    listed = json.loads(shell("runs", "list", "--runs", runs, "--format", "json"))
    assert fitted.run_ in json.dumps(listed)


def test_what_is_pickled_needs_no_folder(fitted, tmp_path):
    points = ellipse(20, 3)
    np.save(tmp_path / "x.npy", points)
    dumped = pickle.dumps(fitted)
    assert len(dumped) < 200_000
    (tmp_path / "m.pickle").write_bytes(dumped.replace(fitted.run_.encode(), b"x" * len(fitted.run_)))  # as elsewhere
    code = ("import pickle, numpy as np; m = pickle.load(open('m.pickle', 'rb')); m = pickle.loads(pickle.dumps(m));"
            "np.save('y.npy', m.score_samples(np.load('x.npy'))); print(m.verdict_, len(m.mesh_.vertices))")
    said = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, encoding="utf-8", check=True)
    assert said.stdout == f"good {len(fitted.mesh_.vertices)}\n"
    np.testing.assert_array_equal(np.load(tmp_path / "y.npy"), fitted.score_samples(points))
    np.testing.assert_array_equal(copy.deepcopy(fitted).distance(points), fitted.distance(points))


def test_load(fitted, runs):
    run = ebim.load(fitted.run_)
    file = ebim.load(fitted.run_.split("/ebim/")[0] + f"/{fitted.record_['experiment']}.yaml", model="ebim", seed=0, runs=runs)
    points = ellipse(9, 4)
    for loaded in run, file:
        assert loaded.record_ == fitted.record_ and loaded.n_features_in_ == 2
        np.testing.assert_array_equal(loaded.score_samples(points), fitted.score_samples(points))
    with pytest.raises(ValueError, match="3 features"):
        run.distance(np.zeros((1, 3)))
    with pytest.raises(ebim.Error, match="not computed with seed 5"):
        ebim.load(file.run_.split("/ebim/")[0] + f"/{fitted.record_['experiment']}.yaml", seed=5, runs=runs)


def test_columns_that_do_not_vary(runs):
    points = np.insert(np.random.default_rng(5).normal(size=(40, 3)), 1, 7, axis=1)
    manifold = ebim.Manifold(runs=runs).fit(points)
    assert manifold.n_features_in_ == 4 and (manifold.sample(5)[:, 1] == 7).all()
    assert (manifold.project(points)[:, 1] == 7).all()
    moved = points + [0, 2, 0, 0]
    np.testing.assert_allclose(manifold.distance(moved), np.hypot(manifold.distance(points), 2))
    assert manifold.is_anomaly(moved).all()


def test_names_of_columns(runs):
    pandas = pytest.importorskip("pandas")
    points = pandas.DataFrame(np.random.default_rng(6).normal(size=(50, 3)), columns=["x [mm]", 'a "b", c', "ü"])
    manifold = ebim.Manifold(runs=runs, name="named").fit(points)
    assert list(manifold.feature_names_in_) == list(points.columns) == manifold.record_["columns"]
    assert list(ebim.load(manifold.run_).feature_names_in_) == list(points.columns)
    plain = ebim.Manifold(runs=runs).fit(points.to_numpy())
    np.testing.assert_array_equal(manifold.score_samples(points), plain.score_samples(points.to_numpy()))
    with pytest.raises(ValueError, match="feature names"):
        manifold.distance(points[["ü", "x [mm]", 'a "b", c']])


@pytest.mark.parametrize("dimension", [1, 3])
def test_points_that_fill_their_space_are_no_manifold(runs, dimension):
    manifold = ebim.Manifold(runs=runs).fit(np.random.default_rng(7).normal(size=(40, dimension)))
    assert (manifold.model_, manifold.dimension_, manifold.verdict_) == ("ebm", dimension, "wrong")
    assert "no manifold" in manifold.reason_ and manifold.mesh_ is None
    assert np.isfinite(manifold.score_samples(manifold.sample(10))).all()


def test_errors_are_those_of_the_program(runs):
    points = np.random.default_rng(8).normal(size=(20, 3))
    for manifold, x, want in [
        (ebim.Manifold(), points[:5], "5 different points are too few to learn from; at least 10 are needed"),
        (ebim.Manifold(), np.ones((20, 3)), "no column is left as a coordinate"),
        (ebim.Manifold(dimension=7), points, "dimension"),
        (ebim.Manifold(model="ebin"), points, 'unknown model of --model "ebin"; known: ebim, ridge'),
        (ebim.Manifold(random_state=-1), points, "--seeds"),
    ]:
        with pytest.raises(ebim.Error, match=want):
            manifold.set_params(runs=runs).fit(x)
        with pytest.raises(ebim.NotFittedError):
            manifold.score_samples(x)
    with pytest.raises(ebim.Error, match="is not a run's folder"):
        ebim.load(runs)
