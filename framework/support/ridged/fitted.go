package ridged

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"ebim/framework/mesh"
	"ebim/framework/neighbors"
	"ebim/framework/parallel"
	"ebim/framework/points"
	"ebim/framework/random"
	"ebim/framework/statistics"
)

// A displacement of many dimensions may not be trained out. Where sheets fitted to the neighbors of a point say better
// where it is, the surface is that of such sheets everywhere (moving least squares: Levin 2003; Sober and Levin 2020).
const (
	mostCompared   = 300   // points
	mostFittedData = 20000 // data
	softest        = 1e-5  // weight against curvatures, of sheets everywhere
	flatNeighbors  = 10    // that show the plane from which a sheet is fitted
)

// compare finds the misses at some of the data.
func (r *ridge) compare(ctx context.Context, wide *Field, s *sheets) (m misses, err error) {
	some := s.data.Slice(0, min(s.data.Len(), mostCompared))
	p, err := wide.Project(ctx, some, farSteps)
	if err != nil {
		return m, err
	}
	feet := &mesh.Mesh{Vertices: p.Points}
	if err := r.settle(ctx, wide, feet, nil); err != nil { // as a mesh's vertices are
		return m, err
	}
	var byRidge, bySheets []float64
	left := make([]float64, some.Len())
	parallel.Each(some.Len(), func(i int) { left[i] = s.leftOut(some.At(i)) })
	for i, away := range left {
		if !math.IsNaN(away) {
			byRidge = append(byRidge, math.Sqrt(points.SquaredDistance(some.At(i), feet.Vertices.At(i))))
			bySheets = append(bySheets, away)
		}
	}
	if 2*len(bySheets) < some.Len() {
		return m, nil
	}
	return misses{statistics.Median(byRidge), statistics.Median(bySheets), r.env.Data.Scale()}, nil
}

// leftOut is the distance of a point of the data from the sheet that is fitted to its neighbors without it; NaN where
// they are too few.
func (s *sheets) leftOut(x []float64) float64 {
	near := s.near(x)
	if near.Len() <= leastFitted {
		return math.NaN()
	}
	near = near.Slice(1, near.Len()) // nearest first
	c, err := neighbors.LargestComponents(near, points.Range(0, min(flatNeighbors, near.Len())), 2)
	if err != nil {
		return math.NaN()
	}
	found, _ := s.bent(x, columns(c.Axes, 2), near)
	if found == nil {
		return math.NaN()
	}
	return found.distance(x)
}

// fitted is sheets everywhere, where the displacement is untrained; nil where it isn't.
func (r *ridge) fitted(ctx context.Context, wide *Field) (*strip, error) {
	const ofNormal = 0.67
	data, spacing := r.fewer(mostFittedData)
	noise := max(wide.Noise, spacing)
	all := softSheets(data, noise, 0)
	found, err := r.compare(ctx, wide, all)
	if err != nil || !found.untrained(r.options.LeastNoise) {
		return nil, err
	}
	across := stripOf(data, spacing, noise, found.sheets/ofNormal)
	if across == nil {
		across = &strip{spacing: spacing, sheets: all}
	}
	across.sheets.stiff, across.everywhere, across.misses = softest, true, found
	return across, nil
}

// softSheets are those that are fitted everywhere.
func softSheets(data *points.Set, noise, spread float64) *sheets {
	s := newSheets(data, noise, spread)
	s.stiff = softest
	return s
}

// fewer is the data, a number of them at most, and their spacing.
func (r *ridge) fewer(most int) (data *points.Set, spacing float64) {
	data, spacing = r.env.Data.AtMost(most, random.New(r.env.Seed, "ridge/strip", 0)), r.spacing()
	if all := r.env.Data.Len(); all > most {
		spacing *= math.Sqrt(float64(all) / float64(most))
	}
	return data, spacing
}

// settled takes the vertices of a mesh to the sheets there, and returns the tangents at them.
func (s *strip) settled(m *mesh.Mesh) (tangents [][][]float64) {
	planes := planesOf(m)
	tangents = make([][][]float64, len(planes))
	parallel.Each(len(planes), func(i int) {
		x := m.Vertices.At(i)
		tangents[i] = planes[i]
		if found, _ := s.sheets.bent(append([]float64(nil), x...), planes[i], s.sheets.near(x)); found != nil {
			at, along := found.point(0, 0)
			if along != nil && points.SquaredDistance(at, x) < s.spacing*s.spacing {
				copy(x, at)
				tangents[i] = along
			}
		}
	})
	return tangents
}

// between is the middle of the cubic curve from a to b along the tangents there, and the tangents at it. Between points
// of a circle it lies on the circle.
func between(a, b []float64, atA, atB [][]float64) (x []float64, tangents [][]float64) {
	chord, x := make([]float64, len(a)), make([]float64, len(a))
	floats.SubTo(chord, b, a)
	floats.AddTo(x, a, b)
	floats.Scale(0.5, x)
	length := floats.Norm(chord, 2)
	for k, frame := range [][][]float64{atA, atB} {
		along := inPlane(chord, frame)
		if long := floats.Norm(along, 2); long > length/2 {
			floats.AddScaled(x, float64(1-2*k)*length*length/(4*long*(length+long)), along)
		}
	}
	u, v := middle(atA[0], atB), middle(atA[1], atB)
	if tangents = orthonormal(u, v); tangents == nil {
		tangents = atA
	}
	return x, tangents
}

// middle is a direction between a unit vector and the nearest one of a plane.
func middle(t []float64, plane [][]float64) []float64 {
	in := inPlane(t, plane)
	if long := floats.Norm(in, 2); long > 0 {
		floats.Scale(1/long, in)
	}
	floats.Add(in, t)
	return in
}

// inPlane is what of a vector lies in a plane.
func inPlane(v []float64, plane [][]float64) []float64 {
	in := make([]float64, len(v))
	for _, t := range plane {
		floats.AddScaled(in, floats.Dot(t, v), t)
	}
	return in
}

// byTangents places new vertices between those of a mesh, whose tangents are given, and finds theirs.
func byTangents(m *mesh.Mesh, tangents [][][]float64) placing {
	tangents = slices.Clone(tangents)
	return func(_ context.Context, edges []mesh.Edge, middles *points.Set) error {
		for i, e := range edges {
			x, at := between(m.Vertices.At(int(e[0])), m.Vertices.At(int(e[1])), tangents[e[0]], tangents[e[1]])
			copy(middles.At(i), x)
			tangents = append(tangents, at)
		}
		return nil
	}
}
