package images

import (
	"context"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"

	"ebim/framework/parallel"
	"ebim/framework/points"
)

// supportVectorMachines separate each of several classes from the others (Cortes and Vapnik 1995), by
// d(x) = sum_i w_i k(x_i, x) with k(x, y) = exp(-width |x - y|^2) and no bias.
type supportVectorMachines struct {
	width   float64
	trained *points.Set // [n, d]
	weights [][]float64 // of each class, [n]: 0 but at its support vectors
}

// Settings of the dual problem: the bound of its variables, how far the conditions for its solution may be missed, and
// the most passes.
const (
	dualBound     = 10
	dualTolerance = 0.001
	dualPasses    = 1000
)

// trainSupportVectors trains one machine a class on features [n, d], whose classes are 0, ..., classes-1. Its memory
// is 4 n^2 bytes.
func trainSupportVectors(ctx context.Context, features *points.Set, of []int, classes int, width float64,
	rng *rand.Rand) (*supportVectorMachines, error) {
	s := &supportVectorMachines{width: width, trained: features, weights: make([][]float64, classes)}
	kernel, order := s.kernels(features), rng.Perm(features.Len())
	parallel.Each(classes, func(class int) {
		sign := make([]float64, features.Len())
		for i, c := range of {
			sign[i] = -1
			if c == class {
				sign[i] = 1
			}
		}
		s.weights[class] = solveDual(ctx, kernel, sign, order)
	})
	return s, ctx.Err()
}

// solveDual minimizes a^T Q a / 2 - sum a over 0 <= a <= dualBound, Q_ij = s_i s_j k_ij, coordinate by coordinate
// (Hsieh et al. 2008), and returns w_i = a_i s_i. Diagonal elements of k are 1.
func solveDual(ctx context.Context, kernel [][]float32, sign []float64, order []int) []float64 {
	n := len(sign)
	a, w, decision := make([]float64, n), make([]float64, n), make([]float64, n)
	for range dualPasses {
		worst := 0.0
		for _, i := range order {
			gradient := sign[i]*decision[i] - 1
			next := min(dualBound, max(0, a[i]-gradient))
			change := next - a[i]
			if change == 0 {
				continue
			}
			worst = max(worst, math.Abs(change))
			a[i], w[i] = next, next*sign[i]
			for j, k := range kernel[i] {
				decision[j] += change * sign[i] * float64(k)
			}
		}
		if worst < dualTolerance || ctx.Err() != nil {
			break
		}
	}
	return w
}

// kernels are k(x, x_i) of each row x of a set and all training points.
func (s *supportVectorMachines) kernels(set *points.Set) [][]float32 {
	rows := make([][]float32, set.Len())
	parallel.Each(len(rows), func(i int) {
		rows[i] = make([]float32, s.trained.Len())
		for j := range rows[i] {
			d := floats.Distance(set.At(i), s.trained.At(j), 2)
			rows[i][j] = float32(math.Exp(-s.width * d * d))
		}
	})
	return rows
}

// decide returns the decision values [n, classes] of features [n, d].
func (s *supportVectorMachines) decide(features *points.Set) *points.Set {
	values := points.New(features.Len(), len(s.weights))
	for i, row := range s.kernels(features) {
		for class, w := range s.weights {
			for j, k := range row {
				values.At(i)[class] += w[j] * float64(k)
			}
		}
	}
	return values
}
