"""scikit-learn's own checks of estimators."""

import pytest

import ebim

sklearn = pytest.importorskip("sklearn.utils.estimator_checks")


@sklearn.parametrize_with_checks([ebim.Manifold()])
def test_scikit_learn(estimator, check, tmp_path, monkeypatch):
    monkeypatch.setenv("EBIM_RUNS", str(tmp_path))
    check(estimator)
