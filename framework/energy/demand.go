package energy

import (
	"math"
	"strings"

	"ebim/framework/chains"
	"ebim/framework/loss"
	"ebim/framework/support"
	"ebim/framework/train"
)

// Demands returns those of fitting E to the given number of points in R^dim, on a manifold or, of codimension 0, in a
// box.
func (e *Energy[S]) Demands(dim, codimension, points int) []train.Demand {
	f := train.NewLedger(&e.Training)
	on := loss.Support{Manifold: codimension > 0, Dimension: dim - codimension, Ambient: dim}
	if placed := e.placed(); placed != nil {
		return placedDemand(f, placed, points, on)
	}
	needs, batch, rowsField := e.lossOn(on).Needs(on), float64(e.Training.BatchOf(points)), "energy.training.batch"
	each := 1. // row or more beside a data point
	for _, amount := range []loss.Amount{needs.Uniform, needs.Probes} {
		each = math.Max(each, float64(amount.Count))
		if amount.Count > 1 {
			rowsField = blamed(amount)
		}
	}
	rows := batch * (1 + each)
	if pool := float64(needs.Pool.Count); pool > 0 && on.Manifold {
		f.Add(blamed(needs.Pool), (train.Bytes64+train.Bytes32)*pool*float64(dim),
			"a pool of %.4g points in R^%d", pool, dim)
	}
	if needs.Quadrature != nil {
		rowsField = blamed(needs.Quadrature.Cells)
		rows = quadratureDemand(f, needs.Quadrature.Cells.Count, on, rowsField)
	}
	f.Network("energy.network", e.architecture(), dim, 1, rows, rowsField)
	if needs.Samples && any(e.Sampler) != nil { // Check refuses none
		chains.Demand(f, "energy.sampler", e.Sampler.ChainSettings(), e.architecture(), dim, 1, codimension, points)
	}
	return f.Demands
}

// blamed is the setting of a loss that an amount comes from.
func blamed(amount loss.Amount) string { return strings.TrimSuffix("energy.loss."+amount.Setting, ".") }

// quadratureDemand adds the nodes of an integral over the support, and those of its check in cells of half the size;
// it returns the number of the former. A curve or surface meets some of the box's cells only.
func quadratureDemand(f *train.Ledger, cells int, on loss.Support, field string) float64 {
	// triangles that a surface has for each cell of a face of the box, or so
	const perCell = 6
	if on.Dimension < 1 || on.Dimension > support.MostCovered { // CheckDimension refuses it
		return 0
	}
	nodes, factor := float64(cells), 1.0
	if on.Manifold {
		factor = perCell
	}
	count := func(cells float64) float64 { return factor * math.Pow(cells, float64(on.Dimension)) }
	// coordinates, weight, its logarithm and the sums that draw by it
	each := float64(train.Bytes64*(on.Ambient+3) + train.Bytes32*on.Ambient)
	f.Add(field, each*(2*count(nodes)+count(2*nodes)), "a quadrature of %.4g nodes and its check of %.4g",
		count(nodes), count(2*nodes))
	return count(nodes)
}
