package manifold

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/gomlx/gomlx/pkg/core/graph"
	"gonum.org/v1/gonum/mat"

	"ebim/framework/backend"
	"ebim/framework/loss"
	"ebim/framework/neighbors"
	"ebim/framework/points"
	"ebim/framework/train"
)

// mostOriented is the largest codimension in which frames are carried along the data: a loss takes determinants of their size.
const mostOriented = 8

// frames are orthonormal bases of the normal spaces at points of a manifold, n x c each, oriented alike along each piece of it.
type frames struct {
	at     []*mat.Dense
	piece  []int // of each point, in the graph of neighbors
	pieces int
	// reversed is the share of pairs of neighbors with nearly the same normal space whose frames are oriented against each
	// other: about 0, unless no manifold-defining function can exist.
	reversed float64
}

// edge joins neighbors.
type edge struct {
	from, to int
	cost     float64
}

// normalFrames returns frames by local principal components, carried along a minimum spanning tree of the graph of neighbors,
// in which near points with like normal spaces are near (Hoppe et al. 1992 did so for surfaces): each is turned to the nearest
// one to its parent's among the bases of its normal space.
func normalFrames(x *points.Set, dimension int) (*frames, error) {
	f := &frames{at: make([]*mat.Dense, x.Len()), piece: make([]int, x.Len())}
	near, distances := neighbors.Nearest(x, min(x.Len()-1, max(12, 2*dimension+2)))
	for i := range f.at {
		c, err := neighbors.PrincipalComponents(x, append([]int{i}, near[i]...))
		if err != nil {
			return nil, err
		}
		f.at[i] = mat.DenseCopyOf(c.Axes.Slice(0, x.Dim, dimension, x.Dim))
	}
	scale := scaleOf(x)
	var edges []edge
	for i, others := range near {
		for k, j := range others {
			edges = append(edges, edge{i, j, 1.0001 - f.overlap(i, j) + 1e-3*distances[i][k]/scale})
		}
	}
	slices.SortFunc(edges, func(a, b edge) int {
		return cmp.Or(cmp.Compare(a.cost, b.cost), cmp.Compare(a.from, b.from), cmp.Compare(a.to, b.to))
	})
	f.carry(spanningForest(x.Len(), edges))
	f.count(edges)
	return f, nil
}

// overlap is how far the normal spaces at two points agree: the mean squared cosine of their angles.
func (f *frames) overlap(i, j int) float64 {
	product := f.product(i, j)
	return mat.Norm(product, 2) * mat.Norm(product, 2) / float64(product.RawMatrix().Rows)
}

// product is N_i^T N_j.
func (f *frames) product(i, j int) *mat.Dense {
	var product mat.Dense
	product.Mul(f.at[i].T(), f.at[j])
	return &product
}

// spanningForest returns each point's neighbors in the forest of least cost (Kruskal 1956), of edges in order of their costs.
func spanningForest(n int, edges []edge) [][]int {
	root := make([]int, n)
	for i := range root {
		root[i] = i
	}
	find := func(i int) int {
		for root[i] != i {
			root[i] = root[root[i]]
			i = root[i]
		}
		return i
	}
	tree := make([][]int, n)
	for _, e := range edges {
		if a, b := find(e.from), find(e.to); a != b {
			root[a] = b
			tree[e.from], tree[e.to] = append(tree[e.from], e.to), append(tree[e.to], e.from)
		}
	}
	return tree
}

// carry turns each frame to its parent's in the forest.
func (f *frames) carry(tree [][]int) {
	met := make([]bool, len(tree))
	for start := range tree {
		if met[start] {
			continue
		}
		met[start], f.piece[start] = true, f.pieces
		for queue := []int{start}; len(queue) > 0; queue = queue[1:] {
			parent := queue[0]
			for _, i := range tree[parent] {
				if !met[i] {
					met[i], f.piece[i] = true, f.pieces
					f.turn(i, parent)
					queue = append(queue, i)
				}
			}
		}
		f.pieces++
	}
}

// turn multiplies frame i by the orthogonal matrix that takes it nearest to another (Schonemann 1966): U V^T of the
// decomposition N_i^T N_j = U S V^T.
func (f *frames) turn(i, j int) {
	var svd mat.SVD
	if !svd.Factorize(f.product(i, j), mat.SVDFull) {
		return
	}
	var u, v, rotation, turned mat.Dense
	svd.UTo(&u)
	svd.VTo(&v)
	rotation.Mul(&u, v.T())
	turned.Mul(f.at[i], &rotation)
	f.at[i] = &turned
}

// count finds the share of reversed pairs.
func (f *frames) count(edges []edge) {
	alike, reversed := 0, 0
	for _, e := range edges {
		if f.overlap(e.from, e.to) < 0.9 {
			continue
		}
		alike++
		if mat.Det(f.product(e.from, e.to)) < 0 {
			reversed++
		}
	}
	f.reversed = float64(reversed) / float64(max(alike, 1))
}

// mostReversed is the share of reversed pairs up to which frames are used: beyond, they are wrong somewhere, in any orientation.
const mostReversed = 0.002

// frameFeeders give the normal frames of a step's points, and of which piece these are; none where frames come back reversed, which
// they tell.
func (m *Manifold) frameFeeders(t train.Task, batch int) ([]feeder, error) {
	size := (t.Data.Dim - m.Dimension) * t.Data.Dim
	vectors := feeder{dimensions: []int{batch, size}, input: func(in *loss.ManifoldInputs) **graph.Node { return &in.Frames }}
	pieces := feeder{dimensions: []int{batch, 1}, input: func(in *loss.ManifoldInputs) **graph.Node { return &in.Pieces }}
	if backend.IsDraft(t.Engine) {
		return []feeder{vectors, pieces}, nil
	}
	carried, err := normalFrames(t.Data, m.Dimension)
	if err != nil {
		return nil, err
	}
	if carried.reversed > mostReversed {
		if t.Note != nil {
			t.Note(fmt.Sprintf("carried along the data, normal frames come back reversed at %.2g of the pairs of neighbors: either the manifold has no frame "+
				"(as a Moebius band, or a projective plane), so that it is no regular zero set and gaps or superfluous pieces must be, or noise and gaps in "+
				"the data hide it; another dimension, an ebm or a pushforward model are possible", carried.reversed))
		}
		return nil, nil
	}
	rows, members := carried.rows(), carried.members()
	vectors.feed = func(at moment, into []float32) ([]float64, error) {
		train.Gather(into, rows, at.indices, size)
		return nil, nil
	}
	width := len(members) / t.Data.Len()
	pieces.dimensions[1] = width
	pieces.feed = func(at moment, into []float32) ([]float64, error) {
		train.Gather(into, members, at.indices, width)
		return nil, nil
	}
	return []feeder{vectors, pieces}, nil
}

// mostPieces is the number of pieces that are oriented: the first ones met.
const mostPieces = 64

// members are 1 where a point is of a piece, otherwise 0: [points, pieces].
func (f *frames) members() []float32 {
	width := min(f.pieces, mostPieces)
	members := make([]float32, width*len(f.piece))
	for i, piece := range f.piece {
		if piece < width {
			members[i*width+piece] = 1
		}
	}
	return members
}

// rows are the frames in single precision, one vector after another: [points, c*n].
func (f *frames) rows() []float32 {
	var rows []float32
	for _, one := range f.at {
		for _, v := range mat.DenseCopyOf(one.T()).RawMatrix().Data {
			rows = append(rows, float32(v))
		}
	}
	return rows
}
