"""Kernels on the given torus of angles, on the splits of PyTorch's random_split: what some lines of NumPy score on RNA.

python3 torus_kernels.py rna.tsv SEED ...

Kernels are normal in the wrapped differences of the seven angles, in columns 2 to 8 in degrees, with the covariance of
the k nearest neighbors' differences, of which a part is drawn to its mean variance, times a share. "isotropic" mixes
round kernels of all k and shares, "adaptive" all shapes, both with the uniform density, by weights that maximize the
likelihood of the validation points (50 steps of expectation maximization). Prints negative log likelihoods of the test
points in nats per radian^7. Only the nearest image of a kernel and the nearest 300 kernels count, so that no density
is too high by them.
"""
import sys

import numpy as np

K, SHARES, DRAWN, NEAR = (1, 2, 4, 14, 24, 50, 100, 200, 400), (0.05, 0.1, 0.2, 0.4, 0.8, 1.6), (1, 0.05, 0.005), 300


def split(rows, seed):
    """As torch.utils.data.random_split does with a generator of that seed: 80, 10 and 10 %."""
    generator = np.random.MT19937()
    generator._legacy_seeding(seed)
    order, n = np.arange(len(rows)), len(rows)
    for i, number in enumerate(generator.random_raw(n - 1)):
        j = i + int(number) % (n - i)
        order[i], order[j] = order[j], order[i]
    tenth = n // 10
    return rows[order[:n - 2 * tenth]], rows[order[n - 2 * tenth:n - tenth]], rows[order[n - tenth:]]


def wrapped(difference):
    return difference - 2 * np.pi * np.round(difference / (2 * np.pi))


def nearest(x, centers, count):
    found = []
    for part in np.array_split(x, len(x) // 300 + 1):
        d = sum(wrapped(part[:, None, j] - centers[None, :, j]).astype(np.float32) ** 2 for j in range(x.shape[1]))
        near = np.argpartition(d, count, axis=1)[:, :count]
        found.append(np.take_along_axis(near, np.argsort(np.take_along_axis(d, near, 1), axis=1), 1))
    return np.concatenate(found)


def log_densities(train, x):
    """Of every shape at x, [shapes, len(x)], and which of them are round."""
    m, own, at = train.shape[1], nearest(train, train, max(K) + 1)[:, 1:], nearest(x, train, NEAR)
    difference, logs, rounds = wrapped(x[:, None] - train[at]), [], []
    for k in K:
        apart = wrapped(train[own[:, :k]] - train[:, None])
        covariance = np.einsum("ikj,ikl->ijl", apart, apart) / k
        mean = np.trace(covariance, axis1=1, axis2=2)[:, None, None] / m * np.eye(m)
        for drawn in DRAWN if k > 2 * m - 1 else (1,):
            factor = np.linalg.cholesky((1 - drawn) * covariance + drawn * mean)
            inverse, volume = np.linalg.inv(factor), np.log(np.diagonal(factor, axis1=1, axis2=2)).sum(1)
            square = np.concatenate([np.square(np.einsum("qkjl,qkl->qkj", inverse[at[i:i + 100]],
                                                         difference[i:i + 100])).sum(2) for i in range(0, len(x), 100)])
            for share in SHARES:
                log = -m / 2 * np.log(2 * np.pi * share) - volume[at] - square / (2 * share)
                top = log.max(axis=1)
                logs.append(top + np.log(np.exp(log - top[:, None]).sum(axis=1) / len(train)))
                rounds.append(drawn == 1)
    return np.array(logs), np.array(rounds)


def mixed(validation, test):
    top, weights = validation.max(axis=0), np.full(len(validation), 1 / len(validation))
    for _ in range(50):
        shares = weights[:, None] * np.exp(validation - top)
        weights = (shares / shares.sum(axis=0)).mean(axis=1)
    top = test.max(axis=0)
    return -(np.log(weights @ np.exp(test - top)) + top).mean()


def read(name):
    return np.radians(np.array([line.split("\t")[2:9] for line in open(name)], float))


if __name__ == "__main__":
    angles = read(sys.argv[1])
    scores = []
    for seed in map(int, sys.argv[2:]):
        train, validation, test = split(angles, seed)
        logs, rounds = log_densities(train, np.concatenate([validation, test]))
        uniform = np.full((1, logs.shape[1]), -angles.shape[1] * np.log(2 * np.pi))
        row = []
        for some in (logs[rounds], logs):
            some = np.concatenate([some, uniform])
            row.append(mixed(some[:, :len(validation)], some[:, len(validation):]))
        scores.append(row)
        print(seed, "isotropic %.3f adaptive %.3f" % tuple(row), flush=True)
    print("mean %.3f %.3f" % tuple(np.mean(scores, axis=0)), "s.e. %.3f %.3f" % tuple(
        np.std(scores, axis=0, ddof=1) / len(scores) ** 0.5))
