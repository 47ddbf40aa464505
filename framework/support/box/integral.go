package box

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"ebim/framework/points"
	"ebim/framework/support"
)

// CheckCovered says why a box of a dimension can't be integrated over, or nil.
func CheckCovered(dimension int) error {
	if dimension <= support.MostCovered {
		return nil
	}
	return fmt.Errorf("a box of %d dimensions, of at most %d", dimension, support.MostCovered)
}

// CheckQuadrature implements support.Domain.
func (b *Box) CheckQuadrature() error { return CheckCovered(b.Dimension()) }

// CheckDraw implements support.Domain.
func (b *Box) CheckDraw() error { return CheckCovered(b.Dimension()) }

// Quadrature implements support.Quadrable, with the centers of equal cells, as many as given along each axis. It is of
// second order in the cells' size. The centers are preferred to Gauss-Legendre nodes: these resolve the box's faces,
// where a density that vanishes there (as padding makes it) leaves the midpoint rule without error of any order in the
// size (Euler-Maclaurin), and are pi/2 times sparser in its middle.
func (b *Box) Quadrature(_ context.Context, cells int) (*support.Quadrature, error) {
	total, box := 1, b.env.Box
	for range box {
		total *= cells
	}
	q := &support.Quadrature{Nodes: points.New(total, len(box))}
	weight := math.Exp(box.LogVolume()) / float64(total)
	Even(box, cells-1).Visit(func(i int, at []int) {
		for j, k := range at {
			share := (float64(k) + 0.5) / float64(cells)
			q.Nodes.At(i)[j] = (1-share)*box[j][0] + share*box[j][1]
		}
		q.Add(weight)
	})
	return q, nil
}

// Strata implements support.Domain.
func (b *Box) Strata(ctx context.Context, cells int) (*support.Strata, error) {
	centers, err := b.Quadrature(ctx, cells)
	if err != nil {
		return nil, err
	}
	return &support.Strata{LogWeights: centers.LogWeights, Point: func(i int, x []float64, rng *rand.Rand) {
		for j, center := range centers.Nodes.At(i) {
			x[j] = center + (rng.Float64()-0.5)*(b.env.Box[j][1]-b.env.Box[j][0])/float64(cells)
		}
	}}, nil
}

// LogIntegral implements support.Domain: in up to three dimensions by the trapezoidal rule, with grids of a half and
// a quarter of the steps for the error; above from uniform points.
func (b *Box) LogIntegral(ctx context.Context, rng *rand.Rand, log support.LogFunction) (support.Integral, error) {
	stepsByDimension := [...]int{1: 8192, 2: 512, 3: 96}
	dimension := b.Dimension()
	if dimension > support.MostCovered {
		const draws = 1 << 18
		logs, err := log(ctx, b.env.Box.Uniform(draws, rng))
		mean := support.MeanOfExp(logs, draws)
		return support.Integral{Log: mean.Log + b.env.Box.LogVolume(), Error: support.WithinErrors * mean.Error}, err
	}
	g := Even(b.env.Box, stepsByDimension[dimension])
	logs, err := log(ctx, g.Points())
	if err != nil {
		return support.Integral{}, err
	}
	return support.Refined([3]float64{g.logIntegral(logs, 1), g.logIntegral(logs, 2),
		g.logIntegral(logs, 4)}, logs), nil
}
