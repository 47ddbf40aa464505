package transport

import (
	"ebim/framework/points"
)

// Cost is the price of moving one unit of mass from x to y.
type Cost int

// The costs.
const (
	Euclidean        Cost = iota // |x - y|
	SquaredEuclidean             // |x - y|^2
)

// Tolerance is how far the returned potentials may exceed a cost, in units of Result.Scale.
const Tolerance = 1e-12

// DefaultMatrixBytes is the largest cost matrix kept in memory unless Problem says otherwise: 192 MiB, 5000 x 5000
// points.
const DefaultMatrixBytes = 192 << 20

// Problem is two point sets of one dimension with their masses.
type Problem struct {
	From, To *points.Set
	// Supply and Demand are the points' masses: finite, not negative, with equal positive totals (to 1e-9 of them).
	// They are divided by their total, so that the cost is per unit of mass. Nil means equal masses.
	Supply, Demand []float64
	Cost           Cost
	// MatrixBytes bounds the memory of a stored distance matrix; beyond it distances are computed when they are needed.
	// 0 means DefaultMatrixBytes, a negative value never stores. In up to 4 dimensions distances are never stored,
	// because computing them is as fast as fetching them.
	MatrixBytes int64
}

// Flow is the mass, as a share of the total, that goes from one point to another.
type Flow struct {
	From, To int
	Mass     float64
}

// Result is an optimal plan with its proof of optimality: for every pair,
//
//	FromPotential[i] + ToPotential[j] <= c(x_i, y_j) + Tolerance * Scale,
//
// so no plan costs less than Dual - Tolerance * Scale, where Dual = sum a_i FromPotential[i] + sum b_j ToPotential[j].
type Result struct {
	Cost          float64   // sum of mass times cost over the plan
	Dual          float64   // value of the potentials, equal to Cost up to rounding
	Plan          []Flow    // positive flows, at most len(From) + len(To) - 1, ordered by From, then To
	FromPotential []float64 // u_i
	ToPotential   []float64 // v_j
	Scale         float64   // a cost at least as large as every c(x_i, y_j)
	Pivots        int       // basis changes on the finest level
	Pricings      int       // passes over all arcs on the finest level
}
