package support

import (
	"context"
	"math/rand/v2"

	"ebim/framework/mesh"
	"ebim/framework/network"
	"ebim/framework/points"
	"ebim/framework/train"
)

// Domain is a support on which energies are trained: a box, or a zero set in one.
type Domain interface {
	Support
	Carrier
	// Environment is the engine, the box and the training points.
	Environment() train.Environment
	// Constraint is F; nil in a box.
	Constraint() *network.Trained
	// Onto is the points of the domain that are nearest to x, without those for which none is found; x itself in a box, and in a large codimension
	// x or what annealing makes of it.
	Onto(ctx context.Context, x *points.Set) (*points.Set, error)
	// Start gives starting points for chains of a training, one at a time: from all over the domain.
	Start(ctx context.Context) (func(point []float32, rng *rand.Rand), error)
	// Starts are the training points on the domain. The error is an *EmptyError where there are none.
	Starts(ctx context.Context) (*points.Set, error)
	// Noise fills rows [any, n] with uniform points, on a zero set from a pool of so many that is found once. On one of a large codimension that
	// draws by annealing, where there are no uniform points, they are such draws.
	Noise(ctx context.Context, rng *rand.Rand, pool int) (func(rows []float32, rng *rand.Rand), error)
	// Pool is n uniform points, found at the least cost.
	Pool(ctx context.Context, rng *rand.Rand, n int) (*points.Set, error)
	// CheckQuadrature says why there is no quadrature, or nil.
	CheckQuadrature() error
	// Quadrature has so many cells along the longest axis of the box (along each, where the domain is one).
	Quadrature(ctx context.Context, cells int) (*Quadrature, error)
	// Strata are the cells of such a quadrature.
	Strata(ctx context.Context, cells int) (*Strata, error)
	// LogIntegral is the logarithm of the integral of exp(log) over the domain.
	LogIntegral(ctx context.Context, rng *rand.Rand, log LogFunction) (Integral, error)
	// CheckDraw says why Draw can't be used, or nil.
	CheckDraw() error
	// Draw is n independent points of the density exp(log), and figures of how they were found. The error is an
	// *UndrawableError where the density is too steep, and says that there are no draws where CheckDraw says why.
	Draw(ctx context.Context, rng *rand.Rand, log LogFunction, n int) (*points.Set, map[string]float64, error)
}

// Carrier is a support to which the density of a domain is carried.
type Carrier interface {
	Support
	// Domain is what is carried; itself for one that carries itself.
	Domain() Domain
	// Carry takes points of the domain to the support.
	Carry(ctx context.Context, z *points.Set) (*Carried, error)
	// Fibers are the points of the domain that are carried to the point of the support that is nearest to each of x.
	Fibers(ctx context.Context, x *points.Set) (*Fibers, error)
	// CarriedMesh is Mesh with its vertices in the domain.
	CarriedMesh(ctx context.Context, resolution int) (*mesh.Mesh, *Carried, error)
	// MovedWith is the support's image with a function on its domain.
	MovedWith(by Similarity, f network.Trained) (Carrier, network.Trained)
}

// Carried are points of a domain on the support.
type Carried struct {
	Domain     *points.Set
	Points     *points.Set
	LogStretch func() []float64 // logarithm of the factor of volume at each; nil where there is none
}

// Density is the logarithm of the carried density, given that of the domain at each point.
func (c *Carried) Density(logs []float64) []float64 {
	if c.LogStretch == nil {
		return logs
	}
	return less(logs, c.LogStretch())
}

// Fibers are points of a domain over points of its support: first one for each of them, then further ones.
type Fibers struct {
	Nearest    *Projection
	Domain     *points.Set
	LogStretch []float64 // logarithm of the factor of volume at each; nil where there is none
	Owners     []int     // of the further points: to which of the support's points each belongs
	Sheets     []int     // how many points lie over each of the support's; nil where only one was looked for
}

// Density adds up the carried density over each fiber, given its logarithm at all points of the domain.
func (f *Fibers) Density(logs []float64) []float64 {
	logs = less(logs, f.LogStretch)
	count := f.Nearest.Points.Len()
	sums := logs[:count:count]
	for k, owner := range f.Owners {
		sums[owner] = LogSumExp(sums[owner], logs[count+k])
	}
	return sums
}

func less(logs, logStretch []float64) []float64 {
	differences := make([]float64, len(logs))
	copy(differences, logs)
	for i, stretch := range logStretch {
		differences[i] -= stretch
	}
	return differences
}
