package manifold

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/gomlx/gomlx/core/graph"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"ebim/framework/backend"
	"ebim/framework/loss"
	"ebim/framework/neighbors"
	"ebim/framework/parallel"
	"ebim/framework/points"
	"ebim/framework/random"
	"ebim/framework/train"
)

// frames are orthonormal bases of the normal spaces at points of a manifold, n x c each, oriented alike along each
// piece of it.
type frames struct {
	at     []*mat.Dense
	piece  []int // of each point, in the graph of neighbors
	pieces int
	// reversed is the share of pairs of neighbors with nearly the same normal space whose frames are oriented against
	// each other: about 0, unless no manifold-defining function can exist.
	reversed float64
}

// edge joins neighbors.
type edge struct {
	from, to int
	cost     float64
}

// Neighborhoods of a point and edges of the graph.
const (
	linked    = 12   // neighbors of each point in the graph
	flat      = 0.05 // mean variance across a neighborhood over the least one along it, up to which it counts as flat
	farApart  = 0.8  // cost of an edge that leads to another part of the manifold
	leastPart = 0.01 // share of the points below which a part is joined all the same
)

// mostCarried is the largest number of points that frames are carried along: more show the same orientation.
const mostCarried = 20000

// normalFrames returns the frames of points: those of carriedFrames, each point's that of the nearest.
func normalFrames(x *points.Set, dimension, most int) (*frames, error) {
	along, few, err := carriedFrames(x, dimension, most)
	if err != nil {
		return nil, err
	}
	all := &frames{at: make([]*mat.Dense, x.Len()), piece: make([]int, x.Len()), pieces: few.pieces,
		reversed: few.reversed}
	tree := neighbors.New(along)
	parallel.Each(x.Len(), func(i int) {
		near, _ := tree.Nearest(x.At(i), 1)
		all.at[i], all.piece[i] = few.at[near[0]], few.piece[near[0]]
	})
	return all, nil
}

// carriedFrames returns frames by local principal components, carried along a minimum spanning forest of the graph of
// neighbors (Hoppe et al. 1992 did so for surfaces), in which two are near where their normal spaces agree and the
// edge between them does not lie in these: each frame is turned to the nearest one to its parent's among the bases of
// its normal space. They are those of the points along, the different ones of x, of more than most, so many drawn at
// random: points that are there several times would be neighborhoods without a direction.
func carriedFrames(x *points.Set, dimension, most int) (along *points.Set, f *frames, err error) {
	var distinct []int
	for i, k := range x.FirstEqual() {
		if k == i {
			distinct = append(distinct, i)
		}
	}
	if len(distinct) > most {
		random.New(0, "manifold/frames", 0).Shuffle(len(distinct), func(i, j int) {
			distinct[i], distinct[j] = distinct[j], distinct[i]
		})
		distinct = distinct[:most]
	}
	along = x.Select(distinct)
	f, err = distinctFrames(along, dimension)
	return along, f, err
}

// distinctFrames is carriedFrames of different points.
func distinctFrames(x *points.Set, dimension int) (*frames, error) {
	f := &frames{at: make([]*mat.Dense, x.Len()), piece: make([]int, x.Len())}
	near, distances := neighbors.Nearest(x, min(x.Len()-1, max(linked, 20*dimension+4)))
	for i := range f.at {
		if err := f.fit(x, i, near[i], dimension); err != nil {
			return nil, err
		}
	}
	scale := scaleOf(x)
	var edges []edge
	for i, others := range near {
		for k, j := range others[:min(linked, len(others))] {
			cost := 1 - f.overlap(i, j) + f.across(x, i, j, distances[i][k]) + f.across(x, j, i, distances[i][k])
			edges = append(edges, edge{i, j, cost + 1e-3*distances[i][k]/scale})
		}
	}
	slices.SortFunc(edges, func(a, b edge) int {
		return cmp.Or(cmp.Compare(a.cost, b.cost), cmp.Compare(a.from, b.from), cmp.Compare(a.to, b.to))
	})
	f.carry(spanningForest(x.Len(), edges))
	f.count(edges)
	return f, nil
}

// fit finds the frame of a point by the smallest of three neighborhoods that is flat, or by the flattest.
func (f *frames) fit(x *points.Set, i int, near []int, dimension int) error {
	flattest := math.Inf(1)
	for _, count := range []int{5*dimension + 1, 10*dimension + 2, 20*dimension + 4} {
		c, err := neighbors.PrincipalComponents(x, append([]int{i}, near[:min(count, len(near))]...))
		if err != nil {
			return err
		}
		across := stat.Mean(c.Variances[dimension:], nil) / (c.Variances[dimension-1] + math.SmallestNonzeroFloat64)
		if across < flattest || f.at[i] == nil {
			flattest, f.at[i] = across, mat.DenseCopyOf(c.Axes.Slice(0, x.Dim, dimension, x.Dim))
		}
		if flattest < flat {
			break
		}
	}
	return nil
}

// across is the share of the squared length of the edge from i to j that lies in the normal space at i.
func (f *frames) across(x *points.Set, i, j int, length float64) float64 {
	if length == 0 {
		return 0
	}
	step := mat.NewVecDense(x.Dim, nil)
	step.SubVec(mat.NewVecDense(x.Dim, x.At(j)), mat.NewVecDense(x.Dim, x.At(i)))
	var normal mat.VecDense
	normal.MulVec(f.at[i].T(), step)
	return mat.Dot(&normal, &normal) / (length * length)
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

// spanningForest returns each point's neighbors in the forest of least cost (Kruskal 1956), of edges in order of their
// costs. Parts that lie far apart stay apart, unless one of them has few points.
func spanningForest(n int, edges []edge) [][]int {
	root, size := points.NewForest(n), make([]int, n)
	for i := range size {
		size[i] = 1
	}
	few := max(10, int(leastPart*float64(n)))
	tree := make([][]int, n)
	for _, e := range edges {
		a, b := root.Find(e.from), root.Find(e.to)
		if a == b || e.cost > farApart && min(size[a], size[b]) >= few {
			continue
		}
		root[a] = b
		size[b] += size[a]
		tree[e.from], tree[e.to] = append(tree[e.from], e.to), append(tree[e.to], e.from)
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

// alike is the share of a pair's normal spaces and edge that agree, from which on it counts among those that may be
// reversed.
const alike = 0.9

// count finds the share of reversed pairs.
func (f *frames) count(edges []edge) {
	seen, reversed := 0, 0
	for _, e := range edges {
		if e.cost > 1-alike {
			continue
		}
		seen++
		if mat.Det(f.product(e.from, e.to)) < 0 {
			reversed++
		}
	}
	f.reversed = float64(reversed) / float64(max(seen, 1))
}

// MostReversed is the share of reversed pairs up to which frames are used: beyond, they are wrong somewhere, in any
// orientation.
const MostReversed = 0.001

// carried is the share of reversed frames of a training's data, 0 where none are carried, and the frames themselves
// where the loss takes them: in codimension 1 it takes none, and they are carried for a note alone.
func (m *Manifold) carried(t train.Task) (share float64, along *frames, err error) {
	codimension := t.Data.Dim - m.Dimension
	switch {
	case !m.Loss.Needs().Frames || codimension > loss.MostOriented || backend.IsDraft(t.Engine):
		return 0, nil, nil
	case codimension > 1:
		along, err = normalFrames(t.Data, m.Dimension, mostCarried)
	case t.Note != nil:
		_, along, err = carriedFrames(t.Data, m.Dimension, mostCarried)
	}
	if err != nil || along == nil {
		return 0, nil, err
	}
	if share = along.reversed; codimension == 1 || share > MostReversed {
		along = nil
	}
	return share, along, nil
}

// noteReversed notes that normal frames of the data come back reversed.
func noteReversed(t train.Task, share float64) {
	if t.Note != nil && share > MostReversed {
		t.Note(fmt.Sprintf("carried along the data, normal frames come back reversed at %.2g of the pairs of "+
			"neighbors: either the manifold has no frame "+
			"(as a Moebius band, or a projective plane), so that it is no regular zero set and gaps or superfluous "+
			"pieces must be, or noise and gaps in "+
			"the data hide it; another dimension, an ebm or a pushforward model are possible", share))
	}
}

// Reversed is the share of pairs of neighbors whose normal frames, carried along the points, are oriented against each
// other: 0 in codimensions in which no frames are carried. Beyond MostReversed no manifold-defining function fits the
// points.
func Reversed(x *points.Set, dimension int) (float64, error) {
	if c := x.Dim - dimension; c < 1 || c > loss.MostOriented || x.Len() <= dimension+1 {
		return 0, nil
	}
	_, carried, err := carriedFrames(x, dimension, mostCarried)
	if err != nil {
		return 0, err
	}
	return carried.reversed, nil
}

// frameFeeders give the normal frames of a step's points, and their pieces; none without frames, but to a draft, which
// is fed nothing.
func (m *Manifold) frameFeeders(t train.Task, batch int, along *frames) []feeder {
	size, width := (t.Data.Dim-m.Dimension)*t.Data.Dim, 1
	var rows, members []float32
	if !backend.IsDraft(t.Engine) {
		if along == nil {
			return nil
		}
		rows, members = along.rows(), along.members()
		width = len(members) / t.Data.Len()
	}
	return []feeder{
		train.One([]int{batch, size}, func(in *loss.ManifoldInputs, x *graph.Node) { in.Frames = x },
			func(at train.Moment, into []float32) { train.Gather(into, rows, at.Indices, size) }),
		train.One([]int{batch, width}, func(in *loss.ManifoldInputs, x *graph.Node) { in.Pieces = x },
			func(at train.Moment, into []float32) { train.Gather(into, members, at.Indices, width) }),
	}
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
