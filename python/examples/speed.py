"""How long it takes: to learn an ellipse, and to score points by it."""

import tempfile
import time

import numpy as np

import ebim


def seconds(work):
    begin = time.perf_counter()
    work()
    return time.perf_counter() - begin


angles = np.random.default_rng(0).uniform(0, 2 * np.pi, 300)
X = np.column_stack([3 * np.cos(angles), np.sin(angles)])
with tempfile.TemporaryDirectory() as runs:
    manifold = ebim.Manifold(runs=runs)
    print(f"fit of 300 points: {seconds(lambda: manifold.fit(X)):.0f} s, {manifold.verdict_}")
    for count in [1, 1, 1000, 1_000_000]:
        near = np.resize(X, (count, 2)) + 0.01
        print(f"score_samples of {count} points: {seconds(lambda: manifold.score_samples(near)):.2g} s")
