package image

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"ebim/framework/mesh"
	"ebim/framework/network"
	"ebim/framework/points"
	"ebim/framework/support"
	"ebim/framework/support/box"
)

// mostMiddles bounds the vertices that bisection adds to a decoded grid: 128 lengths of the box's diagonal at
// resolution 1024, and a file of some megabytes.
const mostMiddles = 1 << 17

// decodedMesh is a curve or a surface of latent points and its image under a decoder, where lengths are taken.
type decodedMesh struct {
	decoding *network.Evaluator
	codes    *points.Set // latent, of each vertex
	image    *decoded
	mesh     *mesh.Mesh // its vertices are the image's points
	largest  float64    // of the box's latent numbers
}

func newDecodedMesh(ctx context.Context, decoding *network.Evaluator, latent box.Grid) (*decodedMesh, error) {
	codes := latent.Points()
	image, err := decode(ctx, decoding, codes)
	if err != nil {
		return nil, err
	}
	made, err := mesh.Parametric(image.points, latent.Counts())
	largest := 0.0
	for _, axis := range latent.Box {
		largest = max(largest, math.Abs(axis[0]), math.Abs(axis[1]))
	}
	return &decodedMesh{decoding, codes, image, made, largest}, err
}

// The sagitta of an edge's image may be a share of the length that is allowed to it, and what is allowed to an edge
// out of the box is a share of its distance from it: no such edge reaches into the box, and those far away are few.
const (
	sagittaShare  = 1.0 / 16
	distanceShare = 1.0 / 4
)

// refine bisects edges in latent space until the image of each is no longer than the given length in data space, or a
// quarter of its distance from the box where that is more, and deviates from its chord by no more than a sixteenth of
// that, both by the Jacobians at its ends. At most the given number of vertices are added, to the worst edges first;
// the mesh has a note where that is not enough. Edges shorter than leastStep in latent space stay: the decoder jumps
// there.
func (d *decodedMesh) refine(ctx context.Context, bounds points.Box, length float64, most int) error {
	for left := most; ; {
		edges := d.coarse(bounds, length)
		if len(edges) == 0 {
			return nil
		}
		if left == 0 {
			d.mesh.Notes = append(d.mesh.Notes, fmt.Sprintf(
				"the decoder stretches its latent box so much that %d more vertices "+
					"do not make its mesh as fine as requested: %d edges are still longer than %.3g, or bent", most,
				len(edges), length))
			return nil
		}
		if len(edges) > left {
			slices.SortFunc(edges, func(a, b coarseEdge) int {
				return cmp.Or(cmp.Compare(b.excess, a.excess), slices.Compare(a.edge[:], b.edge[:]))
			})
			edges = edges[:left]
		}
		if err := d.bisect(ctx, edges); err != nil {
			return err
		}
		left -= len(edges)
	}
}

// coarseEdge is an edge that is to be bisected: by how much it exceeds what is allowed, and where.
type coarseEdge struct {
	edge   mesh.Edge
	excess float64
	middle []float64 // latent
}

// coarse is the edges that are to be bisected and can be.
func (d *decodedMesh) coarse(bounds points.Box, length float64) []coarseEdge {
	var found []coarseEdge
	known := map[mesh.Edge]bool{}
	d.mesh.Edges(func(e mesh.Edge) {
		excess := d.size(e) / max(length, distanceShare*d.distanceFrom(bounds, e))
		if !(excess > 1) || known[e] {
			return
		}
		known[e] = true
		if middle, ok := d.middle(e); ok {
			found = append(found, coarseEdge{e, excess, middle})
		}
	})
	return found
}

// size is the length of an edge's image, or its sagitta over the share that it may have. The tangents at the ends, J
// dz, bound both: a curve as fast as at its faster end is no shorter, and the cubic through the ends with these
// tangents leaves the chord's middle by an eighth of their difference. What of it is along the chord bends nothing.
func (d *decodedMesh) size(e mesh.Edge) float64 {
	a, b := d.image.points.At(int(e[0])), d.image.points.At(int(e[1]))
	from, to := d.codes.At(int(e[0])), d.codes.At(int(e[1]))
	var chord, start, end, bend, along float64
	for i := range a {
		var tangents [2]float64
		for side, vertex := range e {
			for j := range from {
				tangents[side] += d.image.jacobians[vertex][i*len(from)+j] * (to[j] - from[j])
			}
		}
		step, turn := b[i]-a[i], tangents[0]-tangents[1]
		chord += step * step
		start += tangents[0] * tangents[0]
		end += tangents[1] * tangents[1]
		bend += turn * turn
		along += turn * step
	}
	if chord > 0 {
		bend = max(0, bend-along*along/chord)
	}
	return max(math.Sqrt(max(chord, start, end)), math.Sqrt(bend)/8/sagittaShare)
}

// distanceFrom is that of the nearer end of an edge from a box.
func (d *decodedMesh) distanceFrom(bounds points.Box, e mesh.Edge) float64 {
	var squares [2]float64
	for side, vertex := range e {
		for i, x := range d.image.points.At(int(vertex)) {
			out := max(bounds[i][0]-x, x-bounds[i][1], 0)
			squares[side] += out * out
		}
	}
	return math.Sqrt(min(squares[0], squares[1]))
}

// leastStep is how short a latent edge can be, as a share of the largest of all latent numbers: a few times what single
// precision, in which decoders compute, separates.
const leastStep = 1.0 / (1 << 20)

// middle is an edge's latent middle, unless the edge is too short to have one.
func (d *decodedMesh) middle(e mesh.Edge) ([]float64, bool) {
	a, b := d.codes.At(int(e[0])), d.codes.At(int(e[1]))
	middle, step := make([]float64, len(a)), 0.0
	for j := range middle {
		middle[j] = a[j]/2 + b[j]/2
		step = max(step, math.Abs(b[j]-a[j]))
	}
	return middle, step > leastStep*d.largest
}

// bisect adds the edges' middles.
func (d *decodedMesh) bisect(ctx context.Context, edges []coarseEdge) error {
	middles, codes := map[mesh.Edge]int32{}, points.New(len(edges), d.codes.Dim)
	for i, e := range edges {
		middles[e.edge] = int32(d.codes.Len() + i)
		copy(codes.At(i), e.middle)
	}
	image, err := decode(ctx, d.decoding, codes)
	if err != nil {
		return err
	}
	d.codes.Data = append(d.codes.Data, codes.Data...)
	d.image.points.Data = append(d.image.points.Data, image.points.Data...)
	d.image.jacobians = append(d.image.jacobians, image.jacobians...)
	d.mesh.Bisect(middles)
	return nil
}

// CheckMesh implements support.Mesher.
func (m *Image) CheckMesh() error { return support.CheckMeshIn(m.Ambient(), m.Dimension()) }

// Mesh implements support.Mesher.
func (m *Image) Mesh(ctx context.Context, resolution int) (*mesh.Mesh, error) {
	made, _, err := m.CarriedMesh(ctx, resolution)
	return made, err
}

// CarriedMesh implements support.Deformed: the decoded grid of the whole latent box, which reaches beyond the data.
// Edges that the decoder stretches or bends are bisected (see decodedMesh).
func (m *Image) CarriedMesh(ctx context.Context, resolution int) (*mesh.Mesh, *support.Carried, error) {
	if err := m.CheckMesh(); err != nil {
		return nil, nil, err
	}
	made, err := m.decodedMesh(ctx, resolution)
	if err != nil {
		return nil, nil, err
	}
	return made.mesh, m.carried(made.codes, made.image), nil
}

// Curve implements support.Traced.
func (m *Image) Curve(ctx context.Context, resolution int) (*mesh.Mesh, error) {
	made, err := m.decodedMesh(ctx, resolution)
	if err != nil {
		return nil, err
	}
	return made.mesh, nil
}

func (m *Image) decodedMesh(ctx context.Context, resolution int) (*decodedMesh, error) {
	if err := mesh.CheckResolution(resolution); err != nil {
		return nil, err
	}
	decoding, err := m.newDecoding()
	if err != nil {
		return nil, err
	}
	grid := proportional(m.latent.Environment().Box, resolution*fineness(m.Dimension()))
	made, err := newDecodedMesh(ctx, decoding, grid)
	if err != nil {
		return nil, err
	}
	return made, made.refine(ctx, m.bounds, m.bounds.Diagonal()/float64(resolution), mostMiddles)
}

// fineness is how many latent steps stand for a cell of the ambient box before edges are bisected: padding takes half
// of the latent box.
func fineness(dimension int) int {
	if dimension == 1 {
		return 8
	}
	return 2
}

// proportional is a grid of the given number of steps along the longest axis, its cells about as wide along the others.
func proportional(bounds points.Box, resolution int) box.Grid {
	longest := 0.0
	for _, axis := range bounds {
		longest = max(longest, axis[1]-axis[0])
	}
	g := box.Grid{Box: bounds}
	for _, axis := range bounds {
		g.Steps = append(g.Steps, max(1, int(math.Round(float64(resolution)*(axis[1]-axis[0])/longest))))
	}
	return g
}
