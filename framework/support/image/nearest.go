package image

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"ebim/framework/points"
	"ebim/framework/support"
)

// Nearest implements support.Support: it solves min_z |f(z) - x|^2 over the latent box for every point by itself, by
// Levenberg and Marquardt's method (paper, appendix B.1), from z = g(x) and, in up to three latent dimensions, from
// the code of a grid whose image is nearest to x, whichever leads to the nearer point.
func (m *Image) Nearest(ctx context.Context, x *points.Set) (*support.Projection, error) {
	search, _, err := m.searchNearest(ctx, x)
	if err != nil {
		return nil, err
	}
	return search.projection(), nil
}

// searchNearest also returns the grid of codes that it started from, nil where there is none.
func (m *Image) searchNearest(ctx context.Context, x *points.Set) (*latentSearch, *latentGrid, error) {
	around, err := m.newLatentGrid(ctx, x.Dim)
	if err != nil {
		return nil, nil, err
	}
	z, err := m.Encode(ctx, m.engine(), x)
	if err != nil {
		return nil, nil, err
	}
	search, err := m.search(ctx, x, z)
	if err != nil || around == nil {
		return search, nil, err
	}
	starts := make([]int, x.Len())
	for i := range starts {
		starts[i] = around.nearest(x.At(i))
	}
	other, err := m.search(ctx, x, around.codes.Select(starts))
	if err != nil {
		return nil, nil, err
	}
	search.takeNearer(other)
	return search, around, nil
}

// search runs one search for each target, from the given codes.
func (m *Image) search(ctx context.Context, target, z *points.Set) (*latentSearch, error) {
	decoding, err := m.newDecoding()
	if err != nil {
		return nil, err
	}
	search := newLatentSearch(target, z, m.latent.Environment().Box)
	if search.image, err = decode(ctx, decoding, search.z); err != nil {
		return nil, err
	}
	const iterations = 60
	for k := 0; k < iterations && len(search.open) > 0; k++ {
		trial := search.propose()
		image, err := decode(ctx, decoding, trial)
		if err != nil {
			return nil, err
		}
		search.judge(trial, image)
	}
	return search, nil
}

// latentSearch is the state of one search per point.
type latentSearch struct {
	target, z *points.Set
	box       points.Box // which codes don't leave
	image     *decoded
	damping   []float64
	open      []int // searches that have not settled
}

func newLatentSearch(target, z *points.Set, box points.Box) *latentSearch {
	box.Clip(z)
	return &latentSearch{target: target, z: z, box: box, damping: slices.Repeat([]float64{1e-3}, z.Len()),
		open: points.Range(0, z.Len())}
}

func (s *latentSearch) projection() *support.Projection {
	found := &support.Projection{Points: s.image.points, Residual: make([]float64, s.z.Len()),
		Unconverged: len(s.open), Moving: make([]bool, s.z.Len())}
	for _, i := range s.open {
		found.Moving[i] = true
	}
	return found
}

// takeNearer replaces what another search of the same targets found nearer.
func (s *latentSearch) takeNearer(other *latentSearch) {
	var open []int
	for i := range s.z.Len() {
		from := s
		if !(s.error(s.image, i, i) <= other.error(other.image, i, i)) { // nor is one kept that is NaN
			s.take(i, other.z, other.image, i)
			from = other
		}
		if _, unsettled := slices.BinarySearch(from.open, i); unsettled {
			open = append(open, i)
		}
	}
	s.open = open
}

// take makes the code at index k of others that of search i.
func (s *latentSearch) take(i int, z *points.Set, image *decoded, k int) {
	copy(s.z.At(i), z.At(k))
	copy(s.image.points.At(i), image.points.At(k))
	s.image.jacobians[i] = image.jacobians[k]
}

// propose is the next codes of the open searches.
func (s *latentSearch) propose() *points.Set {
	trial := s.z.Select(s.open)
	for k, i := range s.open {
		step, ok := s.step(i)
		if !ok {
			continue
		}
		for j, d := range step {
			trial.At(k)[j] += d
		}
	}
	s.box.Clip(trial)
	return trial
}

// step solves (J^T J + damping diag(J^T J)) step = J^T (x - f(z)) in the coordinates that don't push against the box.
func (s *latentSearch) step(i int) ([]float64, bool) {
	n, m := s.target.Dim, s.z.Dim
	jacobian := mat.NewDense(n, m, s.image.jacobians[i])
	residual := mat.NewVecDense(n, nil)
	residual.SubVec(mat.NewVecDense(n, s.target.At(i)), mat.NewVecDense(n, s.image.points.At(i)))
	var normal mat.Dense
	normal.Mul(jacobian.T(), jacobian)
	var right, step mat.VecDense
	right.MulVec(jacobian.T(), residual)
	for j := range m {
		normal.Set(j, j, normal.At(j, j)*(1+s.damping[i])+1e-12)
		if !s.pushes(s.z.At(i)[j], j, right.AtVec(j)) {
			continue
		}
		for k := range m {
			normal.Set(j, k, 0)
			normal.Set(k, j, 0)
		}
		normal.Set(j, j, 1)
		right.SetVec(j, 0)
	}
	if step.SolveVec(&normal, &right) != nil {
		return nil, false
	}
	return step.RawVector().Data, true
}

// pushes says whether a step of the given sign would take coordinate j of a code out of the box.
func (s *latentSearch) pushes(z float64, j int, slope float64) bool {
	return z <= s.box[j][0] && slope <= 0 || z >= s.box[j][1] && slope >= 0
}

// judge accepts the steps of the open searches that bring the image nearer, and ends searches whose image or distance
// no longer changes.
func (s *latentSearch) judge(trial *points.Set, image *decoded) {
	var open []int
	for k, i := range s.open {
		before, after := s.error(s.image, i, i), s.error(image, k, i)
		if !(after < before) {
			if s.damping[i] *= 4; s.damping[i] <= 1e8 {
				open = append(open, i)
			}
			continue
		}
		moved := points.SquaredDistance(s.image.points.At(i), image.points.At(k))
		s.take(i, trial, image, k)
		s.damping[i] = max(s.damping[i]/3, 1e-9)
		if math.Sqrt(moved) >= 1e-6 && before-after >= 1e-7*before {
			open = append(open, i)
		}
	}
	s.open = open
}

// error is the squared distance of image k to target i.
func (s *latentSearch) error(image *decoded, k, i int) float64 {
	return points.SquaredDistance(s.target.At(i), image.points.At(k))
}
