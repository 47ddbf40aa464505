package kernels

import (
	"errors"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// penalized is the problem of a smooth density: -mean.theta + log sum_k exp(logWeights[k] + theta.nodes[k]) +
// penalty/2 |theta|^2 is to be least.
type penalized struct {
	nodes      *mat.Dense // [nodes, rank]
	logWeights []float64
	mean       []float64 // of the functions at the data
}

// value is that of the problem and the logarithm of the sum, whose shares it writes unless they are nil.
func (p *penalized) value(theta []float64, penalty float64, shares []float64) (value, logSum float64) {
	at := mat.NewVecDense(len(p.logWeights), nil)
	at.MulVec(p.nodes, mat.NewVecDense(len(theta), theta))
	logs, largest := at.RawVector().Data, math.Inf(-1)
	for k, w := range p.logWeights {
		logs[k] += w
		largest = max(largest, logs[k])
	}
	sum := 0.0
	for _, v := range logs {
		sum += math.Exp(v - largest)
	}
	logSum = largest + math.Log(sum)
	for k := range shares {
		shares[k] = math.Exp(logs[k] - logSum)
	}
	return logSum - floats.Dot(p.mean, theta) + penalty/2*floats.Dot(theta, theta), logSum
}

// minimize is Newton's method from a start, with steps that are halved until the value falls. The problem is strictly
// convex.
func (p *penalized) minimize(start []float64, penalty float64) ([]float64, error) {
	const iterations, halvings, enough, converged = 50, 40, 1e-4, 1e-7
	rank, theta := len(start), append([]float64(nil), start...)
	shares, scaled := make([]float64, len(p.logWeights)), mat.NewDense(len(p.logWeights), rank, nil)
	gradient, step := mat.NewVecDense(rank, nil), mat.NewVecDense(rank, nil)
	value, _ := p.value(theta, penalty, shares)
	for range iterations {
		gradient.MulVec(p.nodes.T(), mat.NewVecDense(len(shares), shares))
		for k, share := range shares {
			root, row, node := math.Sqrt(share), scaled.RawRowView(k), p.nodes.RawRowView(k)
			for j, v := range node {
				row[j] = root * v
			}
		}
		hessian := mat.NewSymDense(rank, nil)
		hessian.SymOuterK(1, scaled.T())
		hessian.SymRankOne(hessian, -1, gradient)
		for j, v := range theta {
			hessian.SetSym(j, j, hessian.At(j, j)+penalty)
			gradient.SetVec(j, gradient.AtVec(j)-p.mean[j]+penalty*v)
		}
		var cholesky mat.Cholesky
		if !cholesky.Factorize(hessian) || cholesky.SolveVecTo(step, gradient) != nil {
			return nil,
				errors.New("a smooth density can't be fitted: the data are not finite, or too far apart for 64 bits")
		}
		decrement := mat.Dot(step, gradient)
		moved := false
		for size, left := 1., halvings; left > 0 && !moved; size, left = size/2, left-1 {
			next := make([]float64, rank)
			for j := range next {
				next[j] = theta[j] - size*step.AtVec(j)
			}
			if lower, _ := p.value(next, penalty, nil); lower <= value-enough*size*decrement {
				theta, moved = next, true
			}
		}
		if !moved || decrement < converged { // not moved: rounding
			break
		}
		value, _ = p.value(theta, penalty, shares)
	}
	return theta, nil
}
