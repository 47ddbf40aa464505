"""Times of PyTorch, NumPy and JAX for rows of results/benchmarks.md, on one core.

    python peers.py denoiser [STEPS]    # ms a step: plain, channels_last, and under bfloat16 autocast
    python peers.py products [SIDE ...] # ms a product: NumPy's BLAS, PyTorch, JAX

Prints the least and the median processor time of several repetitions, which take turns. With DEVICE=cuda the denoiser
is on a GPU, also compiled, in float32 products, and the times are the clock's.
"""
import os

for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(name, "1")
os.environ.setdefault("XLA_FLAGS", "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1")
import statistics
import sys
import time

import numpy
import torch
from torch import nn

torch.set_num_threads(int(os.environ["OMP_NUM_THREADS"]))
device = os.environ.get("DEVICE", "cpu")
torch.set_default_device(device)
torch.backends.cudnn.allow_tf32 = False  # as ebim; torch's matmul has none by default
clock = time.process_time if device == "cpu" else time.perf_counter


def double(inward, outward):
    return nn.Sequential(nn.Conv2d(inward, outward, 3, padding=1), nn.SiLU(),
                         nn.Conv2d(outward, outward, 3, padding=1), nn.SiLU())


class UNet(nn.Module):
    """The network of experiments/small/mnist_denoising.yaml."""

    def __init__(self, width=16, hidden=512):
        super().__init__()
        self.down = nn.ModuleList([double(1, width), double(width, 2 * width)])
        self.bottom = double(2 * width, 4 * width)
        whole = 49 * 4 * width
        self.dense = nn.Sequential(nn.Flatten(), nn.Linear(whole, hidden), nn.SiLU(), nn.Linear(hidden, hidden),
                                   nn.SiLU(), nn.Linear(hidden, whole))
        self.up = nn.ModuleList([nn.ConvTranspose2d(4 * width, 2 * width, 2, stride=2),
                                 nn.ConvTranspose2d(2 * width, width, 2, stride=2)])
        self.joined = nn.ModuleList([double(4 * width, 2 * width), double(2 * width, width)])
        self.last = nn.Conv2d(width, 1, 1)

    def forward(self, x):
        skipped = []
        for down in self.down:
            x = down(x)
            skipped.append(x)
            x = nn.functional.avg_pool2d(x, 2)
        x = self.bottom(x)
        x = x + self.dense(x).view(x.shape)
        for up, joined in zip(self.up, self.joined):
            x = joined(torch.cat([up(x), skipped.pop()], 1))
        return self.last(x)


def denoiser(form, autocast, compiled, batch=64):
    """A step: noise, loss, gradient, its bound, Adam, the average."""
    torch.manual_seed(0)
    network = UNet().to(memory_format=form)
    parameters = list(network.parameters())
    averages = [p.detach().clone() for p in parameters]
    adam = torch.optim.Adam(parameters, lr=0.002, fused=True)
    data = torch.randn(640, 1, 28, 28)
    forward = torch.compile(network) if compiled else network

    def step():
        x = data[torch.randint(0, 640, (batch,))]
        deviations = torch.exp(torch.randn(batch, 1, 1, 1))
        noise = deviations * torch.randn_like(x)
        with torch.autocast(device, torch.bfloat16, enabled=autocast):
            predicted = forward((x + noise).contiguous(memory_format=form))
        missed = (noise - predicted.float()).square().sum((1, 2, 3))
        loss = ((missed / deviations.flatten().square()).mean() + missed.mean()) / 784
        with torch.no_grad():  # the norm at some of the data, which is reported
            network(x[:8].contiguous(memory_format=form)).square().mean()
        adam.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(parameters, 1, foreach=True)
        adam.step()
        with torch.no_grad():
            torch._foreach_lerp_(averages, parameters, 0.001)
        loss.item()

    return step


def products(side):
    rng = numpy.random.default_rng(0)
    a, b = (rng.standard_normal((side, side), dtype=numpy.float32) for _ in range(2))
    ta, tb = torch.from_numpy(a), torch.from_numpy(b)
    out, tout = numpy.empty_like(a), torch.empty_like(ta)
    ways = {"numpy": lambda: numpy.matmul(a, b, out=out), "torch": lambda: torch.matmul(ta, tb, out=tout)}
    try:
        import jax
        ja, jb = jax.numpy.asarray(a), jax.numpy.asarray(b)
        dot = jax.jit(jax.numpy.dot)
        ways["jax"] = lambda: dot(ja, jb).block_until_ready()
    except ImportError:
        pass
    return ways


def compare(ways, count, rounds=7):
    for way in ways.values():
        for _ in range(3):
            way()
    times = {name: [] for name in ways}
    for _ in range(rounds):
        for name, way in ways.items():
            began = clock()
            for _ in range(count):
                way()
            times[name].append(1e3 * (clock() - began) / count)
    return {name: (min(t), statistics.median(t)) for name, t in times.items()}


def main():
    what, rest = sys.argv[1], [int(word) for word in sys.argv[2:]]
    print("torch", torch.__version__, "numpy", numpy.__version__, flush=True)
    if what == "denoiser":
        results = {"plain": denoiser(torch.contiguous_format, False, False),
                   "channels_last": denoiser(torch.channels_last, False, False),
                   "bfloat16, channels_last": denoiser(torch.channels_last, True, False)}
        if device != "cpu":
            results["compiled"] = denoiser(torch.channels_last, False, True)
        for name, (least, median) in compare(results, rest[0] if rest else 10).items():
            print(f"{name}: {least:.1f} ms, median {median:.1f}")
        return
    for side in rest or [512, 1024, 2048, 4096]:
        for name, (least, median) in compare(products(side), max(1, 2 * (1024 // side) ** 3)).items():
            print(f"{side} {name}: {least:.2f} ms, median {median:.2f}, {2e-6 * side**3 / least:.0f} GFLOP/s", flush=True)


main()
