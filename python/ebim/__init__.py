"""Learn the curve or surface that points lie on, of any dimension and topology, and the density there.

    manifold = ebim.Manifold().fit(X)
    manifold.verdict_                   # good, doubtful or wrong; manifold.reason_ says why
    manifold.score_samples(X)           # log density at the nearest points of the manifold
    manifold.sample(1000)

The work is done by the program ebim, which comes with this package. See docs/python.md.
"""

from ._estimator import NotFittedError
from ._manifold import Manifold, Mesh, load
from ._program import Error

__all__ = ["Error", "Manifold", "Mesh", "NotFittedError", "load"]
