import numpy as np
import pytest

import ebim


def ellipse(count, seed):
    """Points of an ellipse in the plane, of half axes 3 and 1."""
    angles = np.random.default_rng(seed).uniform(0, 2 * np.pi, count)
    return np.column_stack([3 * np.cos(angles), np.sin(angles)])


@pytest.fixture(scope="session")
def runs(tmp_path_factory):
    return tmp_path_factory.mktemp("runs")


@pytest.fixture(scope="session")
def fitted(runs):
    return ebim.Manifold(runs=runs, name="ellipse").fit(ellipse(300, 0))
