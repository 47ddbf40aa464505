package shape

import (
	"context"
	"errors"
	"math"

	"gonum.org/v1/gonum/floats"

	"ebim/framework/mesh"
	"ebim/framework/neighbors"
	"ebim/framework/points"
	"ebim/framework/profile"
	"ebim/framework/statistics"
	"ebim/framework/support/ridged"
)

// Form is what a ridge of points looks like.
type Form struct {
	Dimension  int
	Components int
	Boundary   int     // ends of curves, loops around surfaces
	Edge       float64 // length of a surface's boundary where data are dense over the root of its area: a disc's is 3.5
	Orientable bool    // a surface has two sides
	Crossings  int     // vertices in which strands of a curve meet, or curves in which surfaces in space cross
	Background float64 // share of the points that lie off it, beyond its noise
	Agreement  float64 // share of the meshes tried that have this form
	Closed     float64 // share of them that have no ends, crossings, or one side only
	Thin       bool    // it ends where the points thin out alone
	ClosedBy   float64 // chance of gaps as wide as those between a curve's ends, if the points were spread all along it
	// Rim, of three and more dimensions, whose form is not known otherwise, is the share of the points near an edge.
	Rim    float64
	Across profile.Across // width of the points, as a share of their scale
}

// Certain reports whether enough meshes have the form, and it does not end where points are too few to tell.
func (f Form) Certain() bool { return f.Agreement >= leastAgreement && !f.Thin }

const (
	leastAgreement = 0.7
	// dimensions of space in which a mesh takes a second or two
	mostForCurves   = 20
	mostForSurfaces = 6
	mostForSolids   = 10
	resolution      = 8
)

// Form is that of the ridge of dimension m, which is meshed once; nil where it has none, or takes long.
func (l *Look) Form(ctx context.Context, m int) (*Form, error) {
	if form, known := l.forms[m]; known {
		return form, nil
	}
	form, err := l.form(ctx, m)
	if err == nil {
		l.forms[m] = form
	}
	return form, err
}

func (l *Look) form(ctx context.Context, m int) (*Form, error) {
	n := l.env.Data.Dim
	if m >= n || m > 2 && n > mostForSolids || m == 1 && n > mostForCurves || m == 2 && n > mostForSurfaces {
		return nil, nil
	}
	noise := l.noiseFor(m) * l.unit / l.env.Data.Scale()
	options := ridged.Options{Dimension: m, LeastNoise: l.settings.MinNoise, Noise: &noise, Quick: true}
	if m > 2 {
		share, err := ridged.NewMeshless(l.env, ridged.Space{}, l.h, options).EdgeShare(ctx)
		if err != nil || math.IsNaN(share) {
			return nil, err
		}
		return &Form{Dimension: m, Rim: share}, nil
	}
	h, settings := l.h, l.settings
	if settings.Dimension = m; settings.Blurs(l.env.Data.Len()) { // as a run does, and chooses its noise
		var err error
		if h, err = l.trained(ctx, settings); err != nil {
			return nil, err
		}
		options.Noise = nil
	}
	z := ridged.New(l.env, ridged.Space{}, h, options)
	agreement, err := z.Agreement(ctx)
	if err != nil {
		return nil, meshless(err)
	}
	closed, err := z.Closed(ctx)
	if err != nil {
		return nil, err
	}
	made, err := z.Mesh(ctx, resolution)
	if err != nil {
		return nil, meshless(err)
	}
	t := made.Topology(mesh.TopologyOptions{Crossings: m == 2})
	form := &Form{Dimension: m, Components: t.Pieces(), Boundary: t.Boundary(), Orientable: t.Orientable(),
		Crossings: t.NonManifold, Background: l.background(made), Agreement: agreement,
		Closed: closed}
	if m == 2 {
		form.Crossings = t.Crossings.Curves
	}
	if m == 1 && form.Boundary > 0 {
		form.ClosedBy = mesh.GapChance(made.ClosingGap(), l.env.Data.Distinct())
	}
	border := mesh.BorderOf(made)
	form.Across = l.across(made, border)
	if border != nil {
		share := l.denseShare(border, m)
		form.Thin = share == 0
		if m == 2 {
			form.Edge = share * floats.Sum(made.BoundaryLengths()) / math.Sqrt(made.Measure())
		}
	}
	return form, nil
}

// denseShare is the share of a border that does not lie where the points thin out, where that they end is a guess. At
// an end of even points on a curve their spacing is twice as large as elsewhere, and at an edge of a surface 1.4 times.
func (l *Look) denseShare(border *mesh.Border, m int) float64 {
	sparse := []float64{1: 4, 2: 2.5}[m] // typical spacings
	tree := neighbors.New(l.env.Data)
	at, limit, count := border.Vertices(), sparse*l.spacing(tree), 0.0
	for i := range at.Len() {
		if tree.Distance(at.At(i), next) <= limit {
			count++
		}
	}
	return count / float64(at.Len())
}

const (
	mostSeen = 2000 // points whose distances to a mesh are looked at
	next     = 5    // neighbor whose distance is the spacing of points
	lonely   = 1.5  // times the spacing, from which on a point is alone
)

// spacing is the median one, of some points, in a tree of all.
func (l *Look) spacing(tree *neighbors.Tree) float64 {
	const most = 500
	var spacings []float64
	for i := range min(most, l.env.Data.Len()) {
		spacings = append(spacings, tree.Distance(l.env.Data.At(i), next))
	}
	return statistics.Median(spacings)
}

// background is the share of the points, of some, that are farther from a mesh than noise takes them, and alone: what
// is as dense as the others is a part, such as a leg, that is too thin for this blur.
func (l *Look) background(m *mesh.Mesh) float64 {
	if l.env.Data.Distinct() < fewPoints { // what is off a ridge that few points blur may be its bend
		return 0
	}
	const most, deviations = 1000, 3
	least := []float64{1: 0.1, 2: 0.3}[m.Dimension] // a surface may end that much before its points do
	x := l.env.Data.Slice(0, min(l.env.Data.Len(), most))
	noise := NoiseOf(l.Scales, m.Dimension) * math.Sqrt(float64(x.Dim-m.Dimension))
	far, off := max(deviations*noise*l.unit, least*l.env.Data.Scale()), 0.0
	locator, tree := mesh.NewLocator(m), neighbors.New(l.env.Data)
	alone := lonely * l.spacing(tree)
	for i := range x.Len() {
		if _, _, distance := locator.Nearest(x.At(i)); distance > far && tree.Distance(x.At(i), next+1) > alone {
			off++
		}
	}
	return off / float64(x.Len())
}

// across is how wide the points, but for those far beyond its noise, are across a mesh. Noise that the scales show too
// little of would cut off what is at the sides.
func (l *Look) across(m *mesh.Mesh, border *mesh.Border) profile.Across {
	const far = 5 // medians
	x := l.env.Data.Evenly(mostSeen)
	feet, locator, distances := points.New(x.Len(), x.Dim), mesh.NewLocator(m), make([]float64, x.Len())
	for i := range x.Len() {
		_, foot, distance := locator.Nearest(x.At(i))
		copy(feet.At(i), foot)
		distances[i] = distance
	}
	within := far * statistics.Median(distances)
	if within <= profile.LeastWide*l.unit {
		return profile.Across{}
	}
	across := profile.New(x, feet, within, border).Across(x.Dim - m.Dimension)
	across.Deviation, across.Others = across.Deviation/l.unit, across.Others/l.unit
	return across
}

// leastBlur is the noise at which a ridge is looked at, as a share of the data's scale: at less, what a short training
// leaves may look like ends.
const leastBlur = 0.03

// noiseFor is the least noise at which there are m tangents, but no less than leastBlur.
func (l *Look) noiseFor(m int) float64 {
	for _, s := range l.Scales {
		if s.Dimension == m {
			return max(s.Noise, leastBlur)
		}
	}
	return leastBlur
}

// meshless is no error where there is only no mesh.
func meshless(err error) error {
	if _, ok := errors.AsType[*mesh.UnmeshableError](err); ok {
		return nil
	}
	return err
}
