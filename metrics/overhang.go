package metrics

import (
	"context"
	"errors"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"ebim/framework/experiment"
	"ebim/framework/mesh"
	"ebim/framework/neighbors"
	"ebim/framework/points"
	"ebim/framework/random"
	"ebim/framework/statistics"
)

// What lies beyond the edges of a manifold. One that ends a way d short of where its data do, along an edge of length
// L, leaves out the share L d p of points of density p there, and its density, normalized without it, is too high.
// At points beyond an edge the model's density is said to be that of the nearest edge, q; so over all that the data lie
// on, its densities add up to 1 + M, where M is the integral of q beyond the edges. With unseen points x, drawn from p,
//
//	M = E[q/p(x), x beyond an edge],
//
// where p(x) = k/(N V d^m a), with the distance d of the k-th of N training points, the volume V of the unit ball, and
// the share a of the ball that has data: it is 1 - c/(2 h) for their mean at c d from x, about, where h is that of half
// a ball. The same q/p at points within, 1 in the median where q fits, is divided by, so that noise, which moves
// neighbors apart, cancels. Noise of deviation s itself takes points of the density p over an edge: L p s / sqrt(2 pi)
// of them, with L p from those nearest to it within.
const (
	overKth     = 12
	mostWithin  = 200  // points within the edges that are looked at
	notedMass   = 0.05 // M from which on it is said
	doubtedMass = 0.1  // and doubted; of 27 ridges that are right it was 0 to 0.08
	surely      = 2    // standard errors by which it must exceed that
)

// halfBall is the distance from the center of a ball of radius 1 to the middle of half of it, by dimension.
var halfBall = map[int]float64{1: 0.5, 2: 4 / (3 * math.Pi)}

// overhang doubts densities on a manifold that ends short of its data.
func overhang(ctx context.Context, f *findings) error {
	if f.given || f.Mesh == nil || f.Train.Len() <= overKth {
		return nil
	}
	border, unseen := mesh.BorderOf(f.Mesh), f.unseen()
	if border == nil || unseen.Len() == 0 {
		return nil
	}
	beyond, within, expected := f.parted(border, unseen)
	count := float64(len(beyond))
	f.Values["beyond_edges"] = max(0, count-expected) / float64(unseen.Len())
	if f.Trained.Density == nil || len(within) == 0 {
		return nil
	}
	within = within[:min(len(within), mostWithin)]
	ratios, err := f.ratios(ctx, unseen.Select(slices.Concat(within, beyond)))
	if err = supported(err); errors.Is(err, experiment.ErrNotApplicable) { // which others report
		return nil
	}
	if err != nil {
		return err
	}
	usual := statistics.Median(ratios[:len(within)])
	if !(usual > 0) { // data that repeat
		return nil
	}
	over, squares := 0.0, 0.0
	for _, ratio := range ratios[len(within):] {
		ratio /= usual
		over, squares = over+ratio, squares+ratio*ratio
	}
	unexplained := max(0, 1-expected/max(count, 1)) / float64(unseen.Len())
	mass, deviation := over*unexplained, math.Sqrt(squares)*unexplained
	f.Values["mass_beyond"], f.Values["mass_beyond_error"] = mass, deviation
	verdict := float64(good)
	if mass-surely*deviation > doubtedMass {
		verdict = doubtful
	}
	if mass > notedMass && mass > surely*deviation {
		f.lower(verdict, "beyond_edges", mass,
			"%.2g %% of the unseen points lie beyond the edges of the manifold, by more than noise explains: over "+
				"all that the data lie on the densities add up to about %.2f ± %.2f, so that they are too high by as "+
				"much; more data help", 100*f.Values["beyond_edges"], 1+mass, deviation)
	}
	return nil
}

// unseen is points that the model was not trained on.
func (f *findings) unseen() *points.Set {
	return union(points.New(0, f.Train.Dim), f.Held, f.Validation).Evenly(f.most)
}

// union is the points of a set and of others, which may be nil.
func union(first *points.Set, others ...*points.Set) *points.Set {
	all := &points.Set{Dim: first.Dim, Data: slices.Clone(first.Data)}
	for _, other := range others {
		if other != nil {
			all.Data = append(all.Data, other.Data...)
		}
	}
	return all
}

// parted are the points that lie beyond a border of the mesh, along it, those within, and how many are expected beyond
// it by noise.
func (f *findings) parted(border *mesh.Border, x *points.Set) (beyond, within []int, expected float64) {
	locator := mesh.NewLocator(f.Mesh)
	var off, inside []float64
	for i := range x.Len() {
		element, foot, distance := locator.Nearest(x.At(i))
		if !border.Holds(element, foot) {
			within, off, inside = append(within, i), append(off, distance), append(inside, border.Distance(foot))
			continue
		}
		along, across := f.Mesh.Parts(element, floats.SubTo(make([]float64, x.Dim), x.At(i), foot))
		if across <= max(f.noise, along) { // others are not of this manifold
			beyond = append(beyond, i)
		}
	}
	if len(within) == 0 {
		return beyond, within, 0
	}
	noise := statistics.Median(off) / statistics.MedianChi(x.Dim-f.Mesh.Dimension)
	strip, near := max(typicalSpacing(f.Train), 4*noise), 0.0
	for _, d := range inside {
		if d < strip {
			near++
		}
	}
	over := noise / math.Sqrt(2*math.Pi) // a way that those within lack as well
	return beyond, within, near * over / (strip - over)
}

// ratios are the model's density at the points of the support nearest to x, over that of the training points at x.
func (f *findings) ratios(ctx context.Context, x *points.Set) ([]float64, error) {
	found, err := f.Trained.Density.LogDensity(ctx, random.New(f.Seed, "metric/trust", 3), x)
	if err != nil {
		return nil, err
	}
	tree, ratios := neighbors.New(f.Train), make([]float64, x.Len())
	for i, q := range found.Values {
		ratios[i] = math.Exp(q) * f.room(tree, x.At(i)) / float64(f.Train.Len())
	}
	return ratios, nil
}

// room is the length or area that each of the training points around a point has.
func (f *findings) room(tree *neighbors.Tree, x []float64) float64 {
	near, distances := tree.Nearest(x, overKth)
	middle, squares, reach := make([]float64, len(x)), 0.0, distances[overKth-1]
	for k, i := range near {
		floats.AddScaled(middle, 1.0/overKth, floats.SubTo(make([]float64, len(x)), f.Train.At(i), x))
		squares += distances[k] * distances[k] / overKth
	}
	off := floats.Dot(middle, middle)
	off -= (squares - off) / (overKth - 1) // what it is by chance
	m := f.Mesh.Dimension
	share := 1 - min(math.Sqrt(max(off, 0))/(2*halfBall[m]*max(reach, 1e-300)), 0.5)
	ball := math.Pow(math.Pi, float64(m)/2) / math.Gamma(float64(m)/2+1)
	return share * ball * math.Pow(reach, float64(m)) / overKth
}
