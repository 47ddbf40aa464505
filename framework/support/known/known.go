// Package known is the manifold of a known distribution, and its density.
package known

import (
	"context"
	"math"
	"math/rand/v2"

	"ebim/framework/mesh"
	"ebim/framework/points"
	"ebim/framework/support"
)

// Distribution is what is asked of a dataset.Distribution.
type Distribution interface {
	Dimensions() (ambient, manifold int)
	Sample(rng *rand.Rand, n int) *points.Set
	Evenly(n int) (*points.Set, []float64)
	Nearest(x []float64) []float64
	LogDensity(x []float64) float64
}

// Manifold is that of a distribution. It has no mesh.
type Manifold struct{ distribution Distribution }

// String implements fmt.Stringer.
func (*Manifold) String() string { return "the manifold of a known distribution" }

// New is a distribution's manifold, and its density there.
func New(d Distribution) (*Manifold, *Density) { return &Manifold{d}, &Density{&Manifold{d}} }

// Ambient implements support.Support.
func (m *Manifold) Ambient() int {
	ambient, _ := m.distribution.Dimensions()
	return ambient
}

// Dimension implements support.Support.
func (m *Manifold) Dimension() int {
	_, dimension := m.distribution.Dimensions()
	return dimension
}

// Uniform implements support.Support: n of four times as many evenly spaced points, in proportion to the measure
// around each.
func (m *Manifold) Uniform(_ context.Context, rng *rand.Rand, n int) (*points.Set, error) {
	even, measures := m.distribution.Evenly(4 * n)
	logs := make([]float64, len(measures))
	for i, measure := range measures {
		logs[i] = math.Log(measure)
	}
	return support.Resample(even, logs, n, rng)
}

// Nearest implements support.Support.
func (m *Manifold) Nearest(_ context.Context, x *points.Set) (*support.Projection, error) {
	found := &support.Projection{Points: points.New(x.Len(), x.Dim), Residual: make([]float64, x.Len())}
	for i := range x.Len() {
		copy(found.Points.At(i), m.distribution.Nearest(x.At(i)))
	}
	return found, nil
}

// Moved implements support.Support.
func (m *Manifold) Moved(by support.Similarity) support.Support { return m.moved(by) }

func (m *Manifold) moved(by support.Similarity) *Manifold {
	return &Manifold{moved{m.distribution, by, by.Inverse()}}
}

// Density is that of the distribution.
type Density struct{ manifold *Manifold }

// Sample implements support.Density.
func (d *Density) Sample(_ context.Context, rng *rand.Rand, n int) (*points.Set, map[string]float64, error) {
	return d.manifold.distribution.Sample(rng, n), nil, nil
}

// Spread implements support.Density.
func (d *Density) Spread(ctx context.Context, rng *rand.Rand, n int) (*points.Set, []float64, error) {
	even, err := d.manifold.Uniform(ctx, rng, n)
	if err != nil {
		return nil, nil, err
	}
	return even, d.logs(even), nil
}

func (d *Density) logs(x *points.Set) []float64 {
	logs := make([]float64, x.Len())
	for i := range logs {
		logs[i] = d.manifold.distribution.LogDensity(x.At(i))
	}
	return logs
}

// LogDensity implements support.Density. It is exact.
func (d *Density) LogDensity(ctx context.Context, _ *rand.Rand, x *points.Set) (*support.LogDensity, error) {
	nearest, err := d.manifold.Nearest(ctx, x)
	if err != nil {
		return nil, err
	}
	return &support.LogDensity{Values: d.logs(nearest.Points), Nearest: nearest}, nil
}

// Mesh implements support.Density.
func (d *Density) Mesh(ctx context.Context, resolution int) (*mesh.Mesh, error) {
	return support.Mesh(ctx, d.manifold, resolution)
}

// Moved implements support.Density.
func (d *Density) Moved(by support.Similarity) support.Density { return &Density{d.manifold.moved(by)} }

// moved is the distribution of s(x) for x of another one.
type moved struct {
	Distribution
	by, back support.Similarity
}

func (m moved) Sample(rng *rand.Rand, n int) *points.Set {
	return m.by.Points(m.Distribution.Sample(rng, n))
}

func (m moved) Evenly(n int) (*points.Set, []float64) {
	set, shares := m.Distribution.Evenly(n)
	for i := range shares {
		shares[i] *= math.Exp(m.logStretch())
	}
	return m.by.Points(set), shares
}

func (m moved) Nearest(x []float64) []float64 { return m.by.At(m.Distribution.Nearest(m.back.At(x))) }

func (m moved) LogDensity(x []float64) float64 {
	return m.Distribution.LogDensity(m.back.At(x)) - m.logStretch()
}

// logStretch is the logarithm of how much longer, or wider, the moved manifold is.
func (m moved) logStretch() float64 {
	_, dimension := m.Dimensions()
	return float64(dimension) * math.Log(m.by.Factor)
}

var (
	_ support.Support   = (*Manifold)(nil)
	_ support.Projector = (*Manifold)(nil)
	_ support.Density   = (*Density)(nil)
)
