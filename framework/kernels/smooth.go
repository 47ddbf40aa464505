package kernels

import (
	"errors"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"ebim/framework/neighbors"
	"ebim/framework/parallel"
	"ebim/framework/points"
)

// Smooth is densities exp(sum_j c_j exp(-|x - z_j|^2 / (2 s^2)) + log), of logarithms that change little over the
// width s, each times its weight in a mixture.
type Smooth struct {
	Landmarks    *points.Set // z
	Widths       []float64   // s, [densities]
	Coefficients []float64   // c, [densities, len(Landmarks)]
	Logs         []float64   // logarithm of each one's weight over its integral
}

// Padded is the coefficients with zeros for landmarks that are missing to Landmarks.
func (s *Smooth) Padded() []float64 {
	count := s.Landmarks.Len()
	all := make([]float64, len(s.Widths)*Landmarks)
	for i := range s.Widths {
		copy(all[i*Landmarks:], s.Coefficients[i*count:(i+1)*count])
	}
	return all
}

// Landmarks is the number of them, unless there are fewer nodes and data.
const Landmarks = 128

// SmoothWork is how many numbers fitting smooth densities to the given number of points makes, with as many nodes as
// quadratures have.
func SmoothWork(count int) float64 {
	const nodes = 1 << 13
	return 2 * float64(len(smoothWidths)) * Landmarks * (float64(count) + nodes)
}

// smoothness is one way to choose a smooth density: functions of a width, and the penalty on how much of them is taken.
type smoothness struct{ width, penalty int }

// Widths as shares of the data's extent, and penalties, which end where a function's norm is free within some tens of
// nats.
var (
	smoothWidths = []float64{1.4, 0.7, 0.35}
	penalties    = []float64{1e-1, 1e-2, 1e-3, 1e-4, 1e-5}
)

// smoothCandidates of all.
func smoothCandidates() (all []smoothness) {
	for width := range smoothWidths {
		for penalty := range penalties {
			all = append(all, smoothness{width, penalty})
		}
	}
	return all
}

// smoother fits smooth densities by maximum penalized likelihood (Good and Gaskins 1971; Gu and Qiu 1993): the
// logarithm is a function f of the reproducing kernel's space that Gaussians around the landmarks span, less the
// logarithm of its integral, and
//
//	-mean of f(data) + log integral of exp(f) + penalty/2 |f|^2
//
// is least. It is convex in f, and its optimum is as smooth as the data bear.
type smoother struct {
	landmarks  *points.Set
	bases      []*basis
	atNodes    []*mat.Dense // of each basis, [nodes, rank]
	atData     []*mat.Dense // [data, rank]
	logWeights []float64    // of the nodes
	counts     []float64    // of the data
}

// newSmoother is nil without nodes among the data.
func (o *Options) newSmoother(at *places) (*smoother, error) {
	if o.Smooth == 0 || o.Nodes == nil || o.Nodes.At.Len() == 0 || !o.resolved(at.set) {
		return nil, nil
	}
	s := &smoother{landmarks: landmarksAmong(at.set, o.Nodes.At), logWeights: o.Nodes.LogWeights, counts: at.counts,
		bases:   make([]*basis, len(smoothWidths)),
		atNodes: make([]*mat.Dense, len(smoothWidths)), atData: make([]*mat.Dense, len(smoothWidths))}
	failed := make([]error, len(smoothWidths))
	parallel.Each(len(smoothWidths), func(i int) {
		if s.bases[i], failed[i] = newBasis(s.landmarks, smoothWidths[i]*o.Extent); failed[i] == nil {
			s.atNodes[i], s.atData[i] = s.bases[i].at(o.Nodes.At), s.bases[i].at(at.set)
		}
	})
	return s, errors.Join(failed...)
}

// resolved reports whether enough nodes lie among data, within the least width, that their quadrature sees a density of
// these: between few, where the data cover a small part of the manifold, a function may rise as it likes, and its
// integral misses that.
func (o *Options) resolved(data *points.Set) bool {
	const eachLandmark, ofAll = 4, 8
	tree, among := neighbors.New(data), 0
	for i := range o.Nodes.At.Len() {
		if tree.Distance(o.Nodes.At.At(i), 1) <= smoothWidths[len(smoothWidths)-1]*o.Extent {
			among++
		}
	}
	return among >= min(eachLandmark*Landmarks, o.Nodes.At.Len()/ofAll)
}

// landmarksAmong is points far from each other: half of them data, which may fill little of the manifold, and half
// nodes.
func landmarksAmong(data, nodes *points.Set) *points.Set {
	distances := func(of *points.Set) []float64 {
		all := make([]float64, of.Len())
		for i := range all {
			all[i] = math.Inf(1)
		}
		return all
	}
	chosen, fromData, fromNodes := points.New(0, data.Dim), distances(data), distances(nodes)
	for k := range Landmarks {
		set, far := data, fromData
		if k%2 == 1 {
			set, far = nodes, fromNodes
		}
		farthest := 0
		for i, d := range far {
			if d > far[farthest] {
				farthest = i
			}
		}
		if far[farthest] == 0 {
			continue
		}
		z := set.At(farthest)
		chosen.Data = append(chosen.Data, z...)
		for i := range fromData {
			fromData[i] = min(fromData[i], points.SquaredDistance(data.At(i), z))
		}
		for i := range fromNodes {
			fromNodes[i] = min(fromNodes[i], points.SquaredDistance(nodes.At(i), z))
		}
	}
	return chosen
}

// basis is orthonormal functions in the reproducing kernel's space: Gaussians around the landmarks times a matrix.
// |f|^2 is the square of f's coefficients.
type basis struct {
	landmarks *points.Set
	width     float64
	matrix    *mat.Dense // [landmarks, rank]
}

func newBasis(landmarks *points.Set, width float64) (*basis, error) {
	const least = 1e-5 // of the largest eigenvalue: what is below needs coefficients too large for 32 bits
	count, b := landmarks.Len(), &basis{landmarks: landmarks, width: width}
	gram := mat.NewSymDense(count, nil)
	for i := range count {
		for j := i; j < count; j++ {
			gram.SetSym(i, j, b.kernel(landmarks.At(i), landmarks.At(j)))
		}
	}
	var eigen mat.EigenSym
	if !eigen.Factorize(gram, true) {
		return nil, errors.New("the eigenvalues of a Gram matrix did not converge: the data are not finite, or too " +
			"far apart for 64 bits")
	}
	var vectors mat.Dense
	eigen.VectorsTo(&vectors)
	values := eigen.Values(nil)
	first := 0
	for values[first] < least*values[count-1] {
		first++
	}
	b.matrix = mat.NewDense(count, count-first, nil)
	for i := range count {
		for j := first; j < count; j++ {
			b.matrix.Set(i, j-first, vectors.At(i, j)/math.Sqrt(values[j]))
		}
	}
	return b, nil
}

func (b *basis) kernel(x, z []float64) float64 {
	return math.Exp(-points.SquaredDistance(x, z) / (2 * b.width * b.width))
}

// at is the functions at points, [points, rank].
func (b *basis) at(x *points.Set) *mat.Dense {
	kernels := mat.NewDense(x.Len(), b.landmarks.Len(), nil)
	for i := range x.Len() {
		for j := range b.landmarks.Len() {
			kernels.Set(i, j, b.kernel(x.At(i), b.landmarks.At(j)))
		}
	}
	var at mat.Dense
	at.Mul(kernels, b.matrix)
	return &at
}

// crossValidate appends, to the log densities at the points left out, those of all smooth candidates that are fitted
// to the others.
func (s *smoother) crossValidate(fitted, left []int, logs [][]float64) error {
	found := make([][][]float64, len(s.bases)) // [bases, penalties, left]
	failed := make([]error, len(s.bases))
	parallel.Each(len(s.bases), func(b int) {
		fits, err := s.fit(b, fitted, len(penalties))
		failed[b] = err
		for _, fit := range fits {
			values := make([]float64, len(left))
			for i, row := range left {
				values[i] = floats.Dot(fit.theta, s.atData[b].RawRowView(row)) - fit.logIntegral
			}
			found[b] = append(found[b], values)
		}
	})
	if err := errors.Join(failed...); err != nil {
		return err
	}
	for i := range left {
		for _, c := range smoothCandidates() {
			logs[i] = append(logs[i], found[c.width][c.penalty][i])
		}
	}
	return nil
}

// smoothFit is a function's coefficients and the logarithm of the integral of its exponential.
type smoothFit struct {
	theta       []float64
	logIntegral float64
}

// fit is the optima for the first penalties of a basis, each found from the one before.
func (s *smoother) fit(b int, data []int, count int) (fits []smoothFit, err error) {
	_, rank := s.atData[b].Dims()
	mean, total := make([]float64, rank), 0.0
	for _, row := range data {
		total += s.counts[row]
	}
	for _, row := range data {
		floats.AddScaled(mean, s.counts[row]/total, s.atData[b].RawRowView(row))
	}
	p := &penalized{nodes: s.atNodes[b], logWeights: s.logWeights, mean: mean}
	theta := make([]float64, rank)
	for _, penalty := range penalties[:count] {
		if theta, err = p.minimize(theta, penalty); err != nil {
			return nil, err
		}
		_, logIntegral := p.value(theta, penalty, nil)
		fits = append(fits, smoothFit{theta, logIntegral})
	}
	return fits, nil
}

// addTo adds a candidate, fitted to all points.
func (s *smoother) addTo(m *Smooth, c smoothness, data []int, log float64) error {
	fits, err := s.fit(c.width, data, c.penalty+1)
	if err != nil {
		return err
	}
	fit, b := fits[c.penalty], s.bases[c.width]
	coefficients := mat.NewVecDense(s.landmarks.Len(), nil)
	coefficients.MulVec(b.matrix, mat.NewVecDense(len(fit.theta), fit.theta))
	m.Widths, m.Coefficients = append(m.Widths, b.width), append(m.Coefficients, coefficients.RawVector().Data...)
	m.Logs = append(m.Logs, log-fit.logIntegral)
	return nil
}

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
