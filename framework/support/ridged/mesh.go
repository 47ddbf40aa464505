package ridged

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"

	"ebim/framework/mesh"
	"ebim/framework/points"
	"ebim/framework/random"
	"ebim/framework/statistics"
	"ebim/framework/vacancy"
)

// shapeOf is a mesh's topology as text.
func shapeOf(m *mesh.Mesh) string {
	text := ""
	t := m.Topology(mesh.TopologyOptions{})
	for _, c := range t.Components {
		text += fmt.Sprint(c.Euler, c.Ends, c.BoundaryLoops, c.Orientable, c.NonManifold, ";")
	}
	return fmt.Sprint(len(t.Components), ": ", text)
}

// filledShapeOf is that of a surface with its holes filled, each by a disc. A curve has none.
func filledShapeOf(m *mesh.Mesh) string {
	if m.Dimension == 1 {
		return shapeOf(m)
	}
	text := ""
	for _, c := range m.Topology(mesh.TopologyOptions{}).Components {
		text += fmt.Sprint(c.Euler+c.BoundaryLoops, c.Orientable, c.NonManifold, ";")
	}
	return text
}

// meshAt is the mesh of a net of the given distance, mended, and how many holes it has where data are missing for sure.
func (r *ridge) meshAt(ctx context.Context, wide *Field, cloud *Projected, across *strip, apart float64,
	rng *rand.Rand) (m *mesh.Mesh, holes int, err error) {
	choice, err := r.choice(ctx)
	if err != nil {
		return nil, 0, err
	}
	n, err := relaxed(ctx, wide, cloud, across, apart, rng)
	if err != nil {
		return nil, 0, err
	}
	m = n.mesh(r.options.Dimension)
	if r.options.Dimension == 1 {
		least := max(4*r.spacing(), mostSegment*apart)
		joinEnds(m, func(a, b []float64) float64 {
			return max(least, 2*wide.noise(a), 2*wide.noise(b))
		})
		if err := r.settle(ctx, wide, m, across); err != nil { // before what no ridge says is added
			return nil, 0, err
		}
		off := min(offRidge*choice.Field.Noise, max(offMedian*medianDistance(m, r.env.Data), r.spacing()/2))
		if m, err = r.asDataSay(m, off, wide.Noise); err != nil {
			return nil, 0, err
		}
	} else {
		n.fill(m, inHoles(m, r.env.Data, r.next()))
		on := max(offMedian*medianDistance(m, r.env.Data), r.spacing())
		empty := vacancy.Find(m, r.env.Data, on, gapChance)
		m, holes = vacancy.Without(m, empty), len(empty)
		if err := r.toEdges(ctx, wide, m, across, apart); err != nil {
			return nil, 0, err
		}
		if err := r.settle(ctx, wide, m, across); err != nil {
			return nil, 0, err
		}
		m = r.withData(m)
	}
	if m.Len() == 0 {
		return nil, 0,
			&mesh.UnmeshableError{Reason: "points of the ridge do not join to a mesh: set noise, or train the " +
				"displacement longer"}
	}
	orient(m)
	return m, holes, nil
}

// asDataSay mends a curve where it leaves the data that are on it, within a distance off: its strands, corners,
// junctions, ends and gaps, and what is missing. The wide noise is that of its edges.
func (r *ridge) asDataSay(m *mesh.Mesh, off, wide float64) (*mesh.Mesh, error) {
	by := following{r.spacing(), r.next(), off, wide / 2}
	follow(m, r.env.Data, by)
	restoreCorners(m, r.env.Data, by, junctionReach*r.spacing())
	joinJunctions(m, r.env.Data, junctionReach*r.spacing(), wide/2)
	m = r.thin(m, by).joinFacing(m)
	cutTails(m, r.env.Data, by)
	within := max(off, farFromGaps*r.spacing())
	m = m.Exchanged(m.Exchanges(r.env.Data, within, -math.Log(gapChance)))
	m = m.WithoutGaps(m.Gaps(r.env.Data, within, gapChance))
	noise := medianDistance(m, r.env.Data) / statistics.MedianChi(r.env.Data.Dim-1)
	m = m.WithoutLenses(lensNoises * noise)
	m = r.withData(m)
	if m.Len() == 0 || r.options.Quick {
		return m, nil
	}
	t := r.thin(m, by)
	m, err := t.added(m, random.New(r.env.Seed, "ridge/filaments", 0))
	if err != nil {
		return nil, err
	}
	sharpen(m, r.env.Data, noise, max(noise, wide))
	return t.joinFacing(m), nil
}

// farFromGaps is within how many spacings of a curve data count as on it: where strands meet, it may miss them.
const farFromGaps = 2

// Data are left out where they are farther from the ridge than offRidge of its noises, or offMedian of their median
// distances where these show that they have less noise.
const offRidge, offMedian = 2.5, 8

// lensNoises is how many noises strands are apart that are not one.
const lensNoises = 4

// settle takes the vertices to where the ridge is at less noise, which bends less of it away.
func (r *ridge) settle(ctx context.Context, wide *Field, m *mesh.Mesh, across *strip) error {
	p, err := r.outside(ctx, m.Vertices, across)
	if err != nil {
		return err
	}
	settled := points.New(m.Vertices.Len(), m.Vertices.Dim)
	for i := range settled.Len() {
		from := m.Vertices.At(i)
		if copy(settled.At(i), from); p.on(i) && points.SquaredDistance(p.Points.At(i),
			from) < math.Pow(wide.noise(from), 2) {
			copy(settled.At(i), p.Points.At(i))
		}
	}
	m.Vertices = settled
	return nil
}

// relaxed is a net of cloud points, moved to the middle of those that are nearest to each (Lloyd), on the ridge.
func relaxed(ctx context.Context, field *Field, cloud *Projected, across *strip, apart float64,
	rng *rand.Rand) (*net, error) {
	const rounds, least = 4, 3
	chosen := cloud.choose(thinned(cloud, apart, rng))
	at := chosen.Points
	for range rounds {
		middle, count := points.New(at.Len(), at.Dim), make([]int, at.Len())
		for i, nearest := range nearestOnSheet(cloud, chosen) {
			if nearest >= 0 {
				floats.Add(middle.At(nearest), cloud.Points.At(i))
				count[nearest]++
			}
		}
		moved := points.New(at.Len(), at.Dim)
		for i, c := range count {
			copy(moved.At(i), at.At(i))
			if c >= least {
				floats.Scale(0.5, moved.At(i))
				floats.AddScaled(moved.At(i), 0.5/float64(c), middle.At(i))
			}
		}
		across.follow(chosen, moved, apart)
		if across.all() {
			continue
		}
		projected, err := field.Project(ctx, moved, nearSteps)
		if err != nil {
			return nil, err
		}
		for i := range at.Len() {
			if !chosen.lifted(i) && projected.on(i) &&
				points.SquaredDistance(projected.Points.At(i), at.At(i)) < apart*apart {
				copy(at.At(i), projected.Points.At(i))
			}
		}
	}
	p := chosen
	if !across.all() {
		var err error
		if p, err = field.look(ctx, at); err != nil {
			return nil, err
		}
	}
	n := &net{at: at, apart: apart}
	for i, f := range p.Frames {
		pull := p.Pull[i]
		if chosen.lifted(i) {
			f, pull = chosen.Frames[i], chosen.Pull[i]
		}
		n.tangents, n.pull = append(n.tangents, f.Tangents), append(n.pull, pull)
		chosen.Frames[i] = f
	}
	if chosen.sheets != nil {
		n.otherSheet = func(i, j int) bool { return !chosen.onSheet(i, chosen, j) }
	}
	return n, nil
}

// leastPiece is the share of the data that a piece must be nearest to: less is debris of outliers.
const leastPiece = 0.02

// withData leaves out pieces that hardly any of the data lie on.
func (r *ridge) withData(m *mesh.Mesh) *mesh.Mesh {
	if m.Len() == 0 {
		return m
	}
	piece, count := m.Pieces()
	locator, shares, data := mesh.NewLocator(m), make([]float64, count), r.env.Data
	on := max(offMedian*medianDistance(m, data), r.spacing()) // a background is not on the pieces that it makes
	for i := range data.Len() {
		if element, _, distance := locator.Nearest(data.At(i)); distance <= on {
			shares[piece[element]] += 1 / float64(data.Len())
		}
	}
	dropped := 0
	for _, share := range shares {
		if share < leastPiece {
			dropped++
		}
	}
	part := m.Part(func(i int) bool { return shares[piece[i]] >= leastPiece })
	if dropped > 0 {
		part.Notes = append(part.Notes,
			fmt.Sprintf("%d pieces of the ridge with less than %.0f %% of the data each are left out",
				dropped, 100*leastPiece))
	}
	return part
}

// finer is the mesh in the ridge's own coordinates.
func (r *ridge) finer(ctx context.Context, resolution int) (*mesh.Mesh, error) {
	if found, ok := r.refined.Load(resolution); ok {
		return found.(*mesh.Mesh), nil
	}
	base, err := r.base(ctx)
	if err != nil {
		return nil, err
	}
	longest := 0.0
	for _, axis := range r.env.Box {
		longest = max(longest, axis[1]-axis[0])
	}
	if Smooths(base.Dimension, r.env.Data.Dim) {
		longest = max(longest, base.extent()/mostWound)
	}
	m := &mesh.Mesh{Dimension: base.Dimension, Notes: base.Notes, Elements: append([]int32(nil), base.Elements...),
		Vertices: &points.Set{Dim: base.Vertices.Dim, Data: append([]float64(nil), base.Vertices.Data...)}}
	place := r.ontoRidge(m, base.across)
	if base.tangents != nil {
		place = byTangents(m, base.tangents)
	}
	if err := refine(ctx, m, longest/float64(resolution), place); err != nil {
		return nil, err
	}
	r.refined.Store(resolution, m)
	return m, nil
}

// mostWound is how many times as long as the box, in each direction, a curve or surface of many dimensions may be for
// its meshes to have edges as short as others have: that of pictures bends into ever new directions.
const mostWound = 2

// extent is the length of a curve, and the side of a square of a surface's area.
func (m meshed) extent() float64 {
	return math.Pow(floats.Sum(m.Measures()), 1/float64(m.Dimension))
}

// placing moves the middles of edges to a surface or curve.
type placing func(ctx context.Context, edges []mesh.Edge, middles *points.Set) error

// refine bisects edges until none is longer, and places each new vertex.
func refine(ctx context.Context, m *mesh.Mesh, length float64, place placing) error {
	const mostRounds, mostVertices = 16, 1 << 17
	for range mostRounds {
		middles, halves, edges := map[mesh.Edge]int32{}, points.New(0, m.Vertices.Dim), []mesh.Edge(nil)
		m.Edges(func(e mesh.Edge) {
			a, b := m.Vertices.At(int(e[0])), m.Vertices.At(int(e[1]))
			if _, met := middles[e]; met || points.SquaredDistance(a, b) <= length*length {
				return
			}
			middles[e] = int32(m.Vertices.Len() + len(edges))
			edges = append(edges, e)
			for j := range a {
				halves.Data = append(halves.Data, a[j]/2+b[j]/2)
			}
		})
		if len(edges) == 0 || m.Vertices.Len()+len(edges) > mostVertices {
			return nil
		}
		if err := place(ctx, edges, halves); err != nil {
			return err
		}
		m.Vertices.Data = append(m.Vertices.Data, halves.Data...)
		m.Bisect(middles)
	}
	return nil
}

// ontoRidge places new vertices of a mesh on the ridge.
func (r *ridge) ontoRidge(m *mesh.Mesh, across *strip) placing {
	return func(ctx context.Context, edges []mesh.Edge, middles *points.Set) error {
		projected, err := r.outside(ctx, middles, across)
		if err != nil {
			return err
		}
		for i, e := range edges {
			apart := points.SquaredDistance(m.Vertices.At(int(e[0])), m.Vertices.At(int(e[1])))
			if projected.on(i) && points.SquaredDistance(projected.Points.At(i), middles.At(i)) < apart/16 {
				copy(middles.At(i), projected.Points.At(i))
			}
		}
		return nil
	}
}
