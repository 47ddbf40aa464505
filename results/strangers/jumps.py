"""Curves that are slow in places and sudden in others, for run.py: python3 jumps.py FOLDER [SEED]

Oscillators that relax, steep hysteresis, slip after stick, falls of a current, steep sigmoids: most points lie where a
curve is slow. Nine kinds, each of 250, 800 and 2500 rows, with noise of 0.4 and 1.2 % of a column's range.
"""
import json, math, os, random, sys


def cycle(field, state, dt, settle):
    """States of one period after transients, each dt, from where the first coordinate rises through 0 until again."""
    step = rk4(field)
    for _ in range(settle):
        state = step(state, dt)
    states, turns = [], 0
    while turns < 2:
        before, state = state, step(state, dt)
        turns += before[0] < 0 <= state[0]
        if turns == 1:
            states.append(state)
    return states


def rk4(field):
    def step(s, dt):
        add = lambda a, b, h: [x + h * y for x, y in zip(a, b)]
        k1 = field(s)
        k2 = field(add(s, k1, dt / 2))
        k3 = field(add(s, k2, dt / 2))
        k4 = field(add(s, k3, dt))
        return [x + dt / 6 * (a + 2 * b + 2 * c + d) for x, a, b, c, d in zip(s, k1, k2, k3, k4)]
    return step


def van_der_pol(mu, lienard):
    if lienard:
        field = lambda s: [mu * (s[0] - s[0] ** 3 / 3 - s[1]), s[0] / mu]
    else:
        field = lambda s: [s[1], mu * (1 - s[0] ** 2) * s[1] - s[0]]
    return cycle(field, [1.0, 0.1], 0.002, 40000)


def nagumo():
    field = lambda s: [(s[0] - s[0] ** 3 / 3 - s[1] + 0.6), 0.08 * (s[0] + 0.7 - 0.8 * s[1])]
    return [s + [math.tanh(s[0] + s[1])] for s in cycle(field, [1.0, 0.1], 0.01, 40000)]


def along(path):
    """The path's points with equal density in time: path is a list."""
    return lambda draw: path[draw.randrange(len(path))]


def hysteresis(steep):
    """A response that lags by 0.6 rad and saturates, but for a linear part."""
    def at(draw):
        t = draw.random() * 2 * math.pi
        late = math.cos(t - 0.6)
        return [math.cos(t), math.tanh(steep * late) + 0.25 * late]
    return at


def stick_slip(share):
    def at(draw):
        t = draw.random()
        if t < share:
            u = t / share
            return [u, u, 0.05]
        u = (t - share) / (1 - share)
        return [1 - u, 1 - u, 0.05 + math.sin(math.pi * u)]
    return at


def franck(peaks, sharp):
    def at(draw):
        v = draw.random() * peaks
        i = 0.7 * v
        for k in range(1, peaks + 1):
            i -= 0.9 * k / peaks / (1 + math.exp(-sharp * (v - k + 0.15)))
        return [v, i]
    return at


def sigmoid(steep):
    return lambda draw: (lambda x: [x, 1 / (1 + math.exp(-steep * x)), 0.3 * x])(draw.uniform(-1, 1))


def thermostat(band, lag):
    """Heat on and off: temperature and a heater's current that switches within a share of lag."""
    def at(draw):
        t = draw.random()
        up = t < 0.45
        u = t / 0.45 if up else (t - 0.45) / 0.55
        temperature = u if up else 1 - u
        current = math.tanh(u / lag) if up else 1 - math.tanh(u / lag)
        return [20 + band * temperature, 3 * current]
    return at


def cam():
    def at(draw):
        a = draw.random() * 2 * math.pi
        lift = max(0, math.cos(a)) ** 0.6
        return [math.cos(a), math.sin(a), lift]
    return at


KINDS = {
    "van_der_pol": (lambda mu: along(van_der_pol(mu, False)), (2, 4, 7), True),
    "lienard": (lambda mu: along(van_der_pol(mu, True)), (3, 5, 9), True),
    "nagumo": (lambda _: along(nagumo()), (0, 0, 0), True),
    "hysteresis": (hysteresis, (3, 6, 12), True),
    "stick_slip": (stick_slip, (0.8, 0.9, 0.95), True),
    "thermostat": (lambda s: thermostat(3, s), (0.2, 0.1, 0.05), True),
    "cam": (lambda _: cam(), (0, 0, 0), True),
    "franck_hertz": (lambda s: franck(5, s), (8, 16, 25), False),
    "sigmoid": (sigmoid, (10, 20, 40), False),
}


def write(folder, name, at, closed, rows, noise, draw, truths):
    points = [at(draw) for _ in range(rows)]
    spreads = [max(c) - min(c) for c in zip(*points)]
    with open(os.path.join(folder, name + ".csv"), "w") as f:
        f.write(",".join("abcdefg"[:len(spreads)]) + "\n")
        for p in points:
            f.write(",".join("%.5f" % (x + noise * s * draw.gauss(0, 1)) for x, s in zip(p, spreads)) + "\n")
    truths[name] = dict(doc=name.replace("_", " "), points=rows, columns=len(spreads), unfit=False, dimension=1,
                        components=1, boundary=0 if closed else 2,
                        euler=0 if closed else 1, orientable=True,
                        half=name.rsplit("_", 1)[0])


def main(folder, seed):
    os.makedirs(folder, exist_ok=True)
    draw, truths = random.Random(seed), {}
    for kind, (make, settings, closed) in KINDS.items():
        for rows, setting in zip((250, 800, 2500), settings):
            for noise in (0.004, 0.012):
                write(folder, "%s_%d_%g" % (kind, rows, 100 * noise), make(setting), closed, rows, noise, draw, truths)
    with open(os.path.join(folder, "truth.json"), "w") as f:
        json.dump(truths, f, indent=1)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 1)
