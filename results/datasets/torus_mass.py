"""What a run's kernels and clusters on the torus of RNA's angles integrate to, and its score by that, from outside.

python3 torus_mass.py rna.tsv SEED RUN [DRAWS]

Reads the parameters of the run's energy. The integral of each kernel and cluster is a mean over draws from normal
distributions of its axes, 1.15 to 8 times as wide, and uniform ones: of that many draws for a kernel (80 unless given)
and ten times as many for a cluster. Prints the mass and the mean negative log density of the test points of the split,
with the standard errors of the mass, and how much of it a single draw is; then the score and the normalizer's error
that the run reports.
"""
import glob, gzip, json, sys

import numpy as np

from torus_kernels import read, split

PARTS, UNIFORM, ANGLES = ((0.35, 1.15), (0.3, 2.0), (0.2, 4.0), (0.1, 8.0)), 0.05, 7


def parameters(run):
    (name,) = glob.glob(run + "/energy/parameters/*.json")
    raw = open(name[:-len("json")] + "bin", "rb").read()
    raw = gzip.decompress(raw[raw.index(b"\x1f\x8b"):])
    return {v["ParameterName"].removeprefix("var://"):
            np.frombuffer(raw, np.float32, v["Length"] // 4, v["Pos"]).reshape(v["Dimensions"]).astype(float)
            for v in json.load(open(name))["Variables"]}


class Normals:
    """Kernels or clusters: exp(logs - (across |x - z|^2 + sum_j along_j (axes_j.(x - z))^2)/2) around centers z."""

    def __init__(self, found, prefix):
        used = found[prefix + "logs"] > -1e29
        self.centers, self.along, self.across, self.logs = (
            found[prefix + name][used] for name in ("centers", "along", "across", "logs"))
        self.axes = found[prefix + "axes"].reshape(len(used), ANGLES, 2 * ANGLES)[used]

    def log(self, x):
        """Of each at one point, or at one of as many points."""
        away = x - self.centers
        along = np.square(np.einsum("kjn,kn->kj", self.axes, away))
        return self.logs - (self.across * np.square(away).sum(1) + (self.along * along).sum(1)) / 2

    def integrals(self, draws, rng):
        """Mean, its variance, and the largest draw, of the sum over all."""
        count, m = len(self.logs), ANGLES
        at = np.arctan2(self.centers[:, 1::2], self.centers[:, ::2])
        circles = np.stack([-np.sin(at), np.cos(at)], 2)
        axes = np.einsum("kjdc,kdc->kjd", self.axes.reshape(count, m, m, 2), circles)  # along the angles
        back, deviations = np.linalg.inv(axes), 1 / np.sqrt(self.across[:, None] + self.along)
        volume = np.log(np.abs(np.linalg.det(axes))) - np.log(deviations).sum(1) - m / 2 * np.log(2 * np.pi)
        total, squares, largest = np.zeros(count), np.zeros(count), 0
        widths = np.array([width for _, width in PARTS] + [0])
        for _ in range(draws):
            part = rng.choice(len(PARTS) + 1, count, p=[share for share, _ in PARTS] + [UNIFORM])
            steps = np.einsum("kdj,kj->kd", back,
                              rng.standard_normal((count, m)) * deviations * widths[part][:, None])
            uniform = part == len(PARTS)
            steps[uniform] = rng.uniform(-np.pi, np.pi, (uniform.sum(), m))
            square = np.square(np.einsum("kjd,kd->kj", axes, steps) / deviations).sum(1)
            log = np.full(count, np.log(UNIFORM) - m * np.log(2 * np.pi))
            for share, width in PARTS:
                log = np.logaddexp(log, np.log(share) - m * np.log(width) + volume - square / (2 * width ** 2))
            inside = (np.abs(steps) <= np.pi).all(1)  # a torus cut open, on which no draw stands for two
            weights = np.where(inside, np.exp(self.log(on_circles(at + steps)) - log), 0)
            total, squares, largest = total + weights, squares + weights ** 2, max(largest, weights.max())
        mean = total / draws
        return mean.sum(), ((squares / draws - mean ** 2) / draws).sum(), largest / draws


def on_circles(angles):
    return np.stack([np.cos(angles), np.sin(angles)], 2).reshape(len(angles), -1)


if __name__ == "__main__":
    table, seed, run = sys.argv[1:4]
    draws, found, rng = int(sys.argv[4]) if len(sys.argv) > 4 else 80, parameters(run), np.random.default_rng(0)
    parts = [(Normals(found, ""), draws)]
    if "cluster_logs" in found:
        parts.append((Normals(found, "cluster_"), 10 * draws))
    mass, variances, largest = np.array([of.integrals(count, rng) for of, count in parts]).T
    _, _, test = split(read(table), int(seed))
    logs = [np.logaddexp.reduce(np.concatenate([of.log(x) for of, _ in parts])) for x in on_circles(test)]
    print("mass %.3f +- %.3f, the largest draw %.3f; score %.3f" % (
        mass.sum(), variances.sum() ** 0.5, largest.max(), np.log(mass.sum()) - np.mean(logs)), end="")
    reported = json.load(open(run + "/metrics.json")).get("likelihood")
    print("; reported %.3f, %.3f" % (-reported["value"], reported["normalizer_error"]) if reported else "")
