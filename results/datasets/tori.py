"""What the kernels and clusters of a given torus make of densities that are known, normalized from outside.

python3 tori.py EBIM FOLDER [LAW ...]

Draws angles of each law into the folder and runs `given_manifold` on them, seed 0, as `ebim new` would write it. Prints
a table in Markdown: the mean log density of 20,000 fresh points less the true one, where the model's integral over the
torus is that of this program; the logarithm of that integral, 0 where the normalizer of the metric `likelihood` is
right; and the error of it that the run reports. The integral is a mean over points of the law, uniform ones, and ones
around the data (von Mises with the concentrations 5 and 60, for narrow laws 1000, 100,000 and 4,000,000 too), all
weighted by their mixture's density, with two standard errors. It needs NumPy and SciPy.
"""
import glob, itertools, json, os, subprocess, sys

import numpy as np
from scipy.special import i0e, logsumexp

from torus_kernels import split

TAU, COUNTS, AROUND = 2 * np.pi, (20000, 15000, 15000), (5., 60.)


def wrapped(x):
    return (x + np.pi) % TAU - np.pi


class VonMises:
    def __init__(self, concentrations, means):
        self.k, self.mean, self.m = np.array(concentrations), np.array(means), len(means)

    def sample(self, rng, n):
        return np.stack([rng.vonmises(m, k, n) for m, k in zip(self.mean, self.k)], 1)

    def log(self, x):
        return (self.k * (np.cos(x - self.mean) - 1) - np.log(TAU * i0e(self.k))).sum(1)


class Wrapped:
    """A normal distribution around the circles."""
    def __init__(self, mean, covariance):
        self.mean, self.covariance, self.m = np.array(mean), np.array(covariance), len(mean)

    def sample(self, rng, n):
        return wrapped(rng.multivariate_normal(self.mean, self.covariance, n))

    def log(self, x):
        precision, away = np.linalg.inv(self.covariance), wrapped(x - self.mean)
        turns = [int((5 * np.sqrt(v) + np.pi) // TAU) for v in np.diag(self.covariance)]
        logs = []
        for turn in itertools.product(*[range(-t, t + 1) for t in turns]):
            d = away + TAU * np.array(turn)
            logs.append(-np.einsum("ni,ij,nj->n", d, precision, d) / 2)
        return logsumexp(logs, axis=0) - np.linalg.slogdet(TAU * self.covariance)[1] / 2


class Cauchy:
    def __init__(self, lengths, means):
        self.r, self.mean, self.m = np.array(lengths), np.array(means), len(means)

    def sample(self, rng, n):
        return wrapped(self.mean - np.log(self.r) * rng.standard_cauchy((n, self.m)))

    def log(self, x):
        return np.log((1 - self.r**2) / TAU / (1 + self.r**2 - 2 * self.r * np.cos(x - self.mean))).sum(1)


class Curve:
    """Von Mises distributions around a closed curve."""
    def __init__(self, m, concentration):
        self.k, self.m, self.along = concentration, m, VonMises([0.8], [0.5])

    def curve(self, t):
        turns = np.arange(1, self.m) % 4 + 1
        return t[:, None] * turns + np.sin(t[:, None] + np.arange(self.m - 1))

    def sample(self, rng, n):
        t = self.along.sample(rng, n)
        return wrapped(np.concatenate([t, self.curve(t[:, 0]) + rng.vonmises(0, self.k, (n, self.m - 1))], 1))

    def log(self, x):
        across = VonMises([self.k] * (self.m - 1), [0] * (self.m - 1))
        return self.along.log(x[:, :1]) + across.log(x[:, 1:] - self.curve(x[:, 0]))


class Knot(Curve):
    def __init__(self, concentration):
        super().__init__(3, concentration)

    def curve(self, t):
        return np.stack([2 * t, 3 * t + np.sin(t)], 1)


class Spikes:
    """Von Mises distributions of one concentration at many places."""
    def __init__(self, seed, m, concentration):
        self.at, self.k, self.m = np.random.default_rng(seed).uniform(-np.pi, np.pi, (300, m)), concentration, m

    def sample(self, rng, n):
        return wrapped(self.at[rng.integers(0, len(self.at), n)] + rng.vonmises(0, self.k, (n, self.m)))

    def log(self, x):
        return around(self.at, x, [self.k])[0]


class Checkers:
    """Four fields along each circle, by turns 1.9 and 0.1 times as dense as evenly."""
    m = 3

    def log(self, x):
        even = np.floor(wrapped(x) * 4 / TAU).astype(int).sum(1) % 2 == 0
        return np.log(np.where(even, 1.9, 0.1)) - self.m * np.log(TAU)

    def sample(self, rng, n):
        x = rng.uniform(-np.pi, np.pi, (8 * n, self.m))
        return x[rng.uniform(0, 1.9, 8 * n) < np.exp(self.log(x) + self.m * np.log(TAU))][:n]


class Mixture:
    def __init__(self, weights, parts):
        self.weights, self.parts, self.m = np.array(weights), parts, parts[0].m

    def sample(self, rng, n):
        counts = rng.multinomial(n, self.weights)
        return rng.permutation(np.concatenate([p.sample(rng, c) for p, c in zip(self.parts, counts)]))

    def log(self, x):
        return logsumexp([np.log(w) + p.log(x) for w, p in zip(self.weights, self.parts)], axis=0)


def five(seed, m):
    """Five wrapped normals of any place and shape."""
    rng, parts = np.random.default_rng(seed), []
    for _ in range(5):
        axes, _ = np.linalg.qr(rng.standard_normal((m, m)))
        parts.append(Wrapped(rng.uniform(-np.pi, np.pi, m),
                             axes * np.exp(rng.uniform(np.log(0.1), np.log(1.5), m))**2 @ axes.T))
    return Mixture(rng.dirichlet(np.full(5, 3.)), parts)


def uniform(m):
    return VonMises([0.] * m, [0.] * m)


LAWS = {  # with their numbers of points
    "uniform, 3": (uniform(3), 1000),
    "uniform, 6": (uniform(6), 500),
    "von Mises, 3": (VonMises([.5, 3, 20], [.3, -2, 3]), 800),
    "von Mises, 5": (VonMises([.5, 1.5, 4, 10, 20], [0, 1, -1, 3, -2.5]), 1000),
    "von Mises, 6": (VonMises([.5, 1, 2, 4, 8, 15], [0, 1, -1, 3, -2.5, 2]), 1500),
    "two wide peaks, 3": (Mixture([.6, .4], [Wrapped([-1.5] * 3, np.eye(3) + .3),
                                             Wrapped([1.6, 1.8, 1.4], 1.4 * np.eye(3) - .3)]), 500),
    "five peaks, 3": (five(11, 3), 1500),
    "five peaks, 4": (five(12, 4), 3000),
    "five peaks, 5": (five(21, 5), 2000),
    "five peaks, 6": (five(13, 6), 1500),
    "Cauchy, 4": (Cauchy([.85, .9, .7, .8], [0, 2, -2, 3]), 1500),
    "Cauchy, 5": (Cauchy([.85, .9, .7, .8, .6], [0, 2, -2, 3, 1]), 1500),
    "a spike on uniform, 5": (Mixture([.5, .5], [VonMises([400.] * 5, [1.] * 5), uniform(5)]), 800),
    "around a knot, 3": (Knot(60.), 1200),
    "checkers, 3": (Checkers(), 3000),
}

NARROW = {
    "300 spikes of 2 degrees, 3": (Mixture([.97, .03], [Spikes(1, 3, 1e3), uniform(3)]), 1000),
    "300 spikes of half a degree, 5": (Mixture([.97, .03], [Spikes(1, 5, 1e4), uniform(5)]), 1000),
    "a curve, half a degree, 4": (Curve(4, 1e4), 1000),
    "a curve, a fifth of a degree, 5": (Curve(5, 1e5), 1000),
    "a spike of 2 minutes of arc, 6": (Mixture([.95, .05], [VonMises([4e6] * 6, [1.] * 6), uniform(6)]), 600),
}


def ebim(program, *arguments):
    environment = dict(os.environ, GOMAXPROCS="1")
    return subprocess.run([program, *arguments], check=True, capture_output=True, text=True, env=environment).stdout


def table(path, x):
    np.savetxt(path, np.degrees(x), delimiter=",", header=",".join("abcdef"[:x.shape[1]]), comments="", fmt="%.6f")


def around(data, x, concentrations):
    """Log densities of von Mises distributions around the data, of each concentration."""
    m, logs = data.shape[1], []
    for k in concentrations:
        parts = [logsumexp(-2 * k * (np.sin((part[:, None] - data[None]) / 2)**2).sum(2), axis=1)
                 for part in np.array_split(x, 1 + len(x) // 500)]
        logs.append(np.concatenate(parts) - m * np.log(TAU * i0e(k)) - np.log(len(data)))
    return logs


def judge(program, folder, name):
    (law, n), concentrations = (LAWS | NARROW)[name], AROUND + (1e3, 1e5, 4e6) * (name in NARROW)
    order = sorted(LAWS) + sorted(NARROW)
    file, rng = name.replace(", ", "_").replace(" ", "_"), np.random.default_rng(order.index(name))
    base = os.path.join(folder, file)
    data = np.round(np.degrees(law.sample(rng, n)), 6)
    table(base + ".csv", np.radians(data))
    with open(base + ".yaml", "w") as f:
        f.write("seeds: 0\nsamples: 50\ndata:\n  source: {angles: {file: %s.csv, columns: [%s]}}\n  split: torch\n"
                "  holdout: 0.1\n  validation: 0.1\nmodels: {given: {given_manifold: {}}}\n"
                "metrics: {likelihood: {reference: held_out}}\n" % (file, ", ".join("abcdef"[:law.m])))
    runs = os.path.join(folder, "runs")
    ebim(program, "run", base + ".yaml", "--figures=false", "--quiet", "--runs", runs)
    run = max(glob.glob(os.path.join(runs, file, "given", "seed-0-*")), key=os.path.getmtime)
    of = json.load(open(os.path.join(run, "metrics.json")))["likelihood"]
    x, held = np.radians(data), np.radians(split(data, 0)[2])
    fresh, flat, near = COUNTS
    near = x[rng.integers(0, n, near)] + rng.vonmises(0, rng.choice(concentrations, (near, 1)), (near, law.m))
    points = np.concatenate([law.sample(rng, fresh), rng.uniform(-np.pi, np.pi, (flat, law.m)), wrapped(near)])
    points = np.radians(np.round(np.degrees(points), 6))
    table(base + "_points.csv", np.concatenate([points, held]))
    lines = ebim(program, "score", run, base + "_points.csv").splitlines()[1:]
    logs = np.array([float(line.split(",")[0]) for line in lines])
    true, shares = law.log(points), np.log(np.array(COUNTS) / len(points))
    proposed = logsumexp([shares[0] + true, np.full(len(points), shares[1] - law.m * np.log(TAU)),
                          *(shares[2] - np.log(len(concentrations)) + part
                            for part in around(x, points, concentrations))], axis=0)
    weights, gap = np.exp(logs[:len(points)] - proposed), (logs[:len(points)] - true)[:fresh]
    integral, error = weights.mean(), 2 * weights.std() / np.sqrt(len(points))
    off = np.log(integral) + of["value"] - logs[len(points):].mean()  # the metric has a normalizer of its own
    print("| %s | %d | %.3f ± %.3f | %.3f ± %.3f | %.3f |" % (
        name, n, gap.mean() - np.log(integral), np.hypot(2 * gap.std() / np.sqrt(fresh), error / integral), off,
        error / integral, of["normalizer_error"] or np.inf), flush=True)


def main(program, folder, *names):
    os.makedirs(folder, exist_ok=True)
    print("| law, circles | points | log density less the true one | integral's logarithm | `normalizer_error` |\n"
          "| --- | --: | --: | --: | --: |")
    for name in names or LAWS | NARROW:
        judge(os.path.abspath(program), folder, name)


if __name__ == "__main__":
    main(*sys.argv[1:])
