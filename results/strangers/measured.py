"""Curves and surfaces with densities by their length or area, for densities.py."""
import math
from math import log, sqrt


class Curve:
    """A curve f(t), a <= t <= b, whose density along its length is weight(t), up to a factor."""
    dimension, steps = 1, 20000

    def __init__(self, f, domain, weight, closed=False):
        self.f, self.closed, self.weight = f, closed, weight
        (a, b), n = domain, self.steps
        self.step, self.start = (b - a) / n, a
        x = [f(a + self.step * k) for k in range(n + 1)]
        self.lengths = [math.dist(p, q) for p, q in zip(x, x[1:])]
        self.before = [0.0]
        for l in self.lengths:
            self.before.append(self.before[-1] + l)
        self.length = self.before[-1]
        self.masses = [l * weight(a + self.step * (k + 0.5)) for k, l in enumerate(self.lengths)]
        self.log_total = log(sum(self.masses))

    def draw(self, n, rng):
        """Parameters of n points."""
        return [(self.start + self.step * (k + rng.random()),)
                for k in rng.choices(range(self.steps), self.masses, k=n)]

    def place(self, t):
        """The length of the curve up to t."""
        k = min(self.steps - 1, int((t - self.start) / self.step))
        return self.before[k] + self.lengths[k] * ((t - self.start) / self.step - k)


class Surface:
    """A surface f(u, v) whose density by its area is weight(u, v), up to a factor."""
    dimension, cells = 2, 300

    def __init__(self, f, us, vs, weight):
        self.f, self.us, self.vs, self.weight = f, us, vs, weight
        nodes = self.nodes(self.cells)
        masses = [a * weight(*at) for at, a in nodes]
        self.most = 1.05 * max(stretch(f, at) * weight(*at) for at, _ in nodes)
        self.log_total = log(sum(masses))

    def nodes(self, n):
        """n * n parameters, with the area around each."""
        du, dv = (self.us[1] - self.us[0]) / n, (self.vs[1] - self.vs[0]) / n
        all = [(self.us[0] + du * (i + 0.5), self.vs[0] + dv * (j + 0.5)) for i in range(n) for j in range(n)]
        return [(at, du * dv * stretch(self.f, at)) for at in all]

    def draw(self, n, rng):
        out = []
        while len(out) < n:
            at = rng.uniform(*self.us), rng.uniform(*self.vs)
            if rng.random() * self.most < stretch(self.f, at) * self.weight(*at):
                out.append(at)
        return out


def stretch(f, at):
    """The length or area of f's image by that of its parameters, from central differences."""
    h, d = 1e-5, []
    for k in range(len(at)):
        more, less = list(at), list(at)
        more[k], less[k] = at[k] + h, at[k] - h
        d.append([(p - q) / (2 * h) for p, q in zip(f(*more), f(*less))])
    dot = lambda p, q: sum(a * b for a, b in zip(p, q))
    if len(d) == 1:
        return sqrt(dot(d[0], d[0]))
    return sqrt(max(0, dot(d[0], d[0]) * dot(d[1], d[1]) - dot(d[0], d[1]) ** 2))
