package implicit

import (
	"context"

	"github.com/gomlx/gomlx/core/graph"
	"gonum.org/v1/gonum/mat"

	"ebim/framework/neighbors"
	"ebim/framework/network"
	"ebim/framework/points"
	"ebim/framework/sampler"
	"ebim/framework/support"
)

const (
	walkNeighbors   = 16 // data points near a walk's start, which show where it goes
	walkCorrections = 5  // in a large codimension, before a walk
	partCorrections = 2  // and after each of its moves
)

// Return takes points back to the zero set, in some steps where it takes steps.
type Return func(ctx context.Context, x *points.Set, steps int) (*points.Set, error)

// NewReturn returns by denoising steps, each halved as long as it does not lower |F|.
func (z *Function) NewReturn(batch int) (Return, error) {
	denoise, err := z.newDenoising(batch)
	return func(ctx context.Context, x *points.Set, steps int) (*points.Set, error) {
		to, err := corrected(ctx, denoise, x.Float32(), x.Dim, steps, 0.5)
		return points.FromFloat32(to, x.Dim), err
	}, err
}

// WalkBy is support.Walker's Walk by a way back to the set, given the number of points that it takes at once. It sets
// out in the tangent direction in which the nearest data vary most: of several tangents the singular values of J are
// all 0, and show none where the support extends far.
func (z *Function) WalkBy(ctx context.Context, x *points.Set, s support.Steps,
	newReturn func(batch int) (Return, error)) (*points.Set, error) {
	tangents, err := z.newTangents(min(network.BatchOf(z.Ambient()), walkNeighbors*x.Len()))
	if err != nil {
		return nil, err
	}
	back, err := newReturn(min(network.BatchOf(z.Ambient()), 2*x.Len()))
	if err != nil {
		return nil, err
	}
	start, err := back(ctx, x, walkCorrections)
	if err != nil {
		return nil, err
	}
	directions, err := z.setOut(ctx, tangents, start)
	if err != nil {
		return nil, err
	}
	return s.Along(start, directions, func(x, directions *points.Set, length float64) (to,
		onward *points.Set, err error) {
		to = points.New(x.Len(), x.Dim)
		for i, v := range x.Data {
			to.Data[i] = v + length*directions.Data[i]
		}
		if to, err = back(ctx, to, partCorrections); err != nil {
			return nil, nil, err
		}
		if onward, err = tangents.At(ctx, to, directions); err != nil {
			return nil, nil, err
		}
		for i := range onward.Len() {
			support.Unit(onward.At(i), false)
		}
		return to, onward, nil
	})
}

// setOut is the direction [n] of each walk at its start: the leading principal direction of the nearest data's tangent
// parts.
func (z *Function) setOut(ctx context.Context, tangents *network.Evaluator, start *points.Set) (*points.Set, error) {
	tree, n := neighbors.New(z.Env.Data), start.Dim
	directions := points.New(start.Len(), n)
	count := min(walkNeighbors, z.Env.Data.Len())
	if count == 0 {
		return directions, nil
	}
	at, toward := points.New(0, n), points.New(0, n)
	for i := range start.Len() {
		near, _ := tree.Nearest(start.At(i), count)
		mean := z.Env.Data.Select(near).Mean()
		for _, k := range near {
			at.Data = append(at.Data, start.At(i)...)
			for j, v := range z.Env.Data.At(k) {
				toward.Data = append(toward.Data, v-mean[j])
			}
		}
	}
	along, err := tangents.At(ctx, at, toward)
	if err != nil {
		return nil, err
	}
	for i := range start.Len() {
		rows := along.Slice(i*count, (i+1)*count)
		var products mat.SymDense
		var eigen mat.EigenSym
		if !points.AllFinite(rows.Data) {
			continue // this walk stays
		}
		if products.SymOuterK(1, mat.NewDense(count, n, rows.Data)); !eigen.Factorize(&products, true) {
			continue
		}
		var vectors mat.Dense
		eigen.VectorsTo(&vectors)
		for k := range count {
			for j, v := range rows.At(k) {
				directions.At(i)[j] += vectors.At(k, count-1) * v
			}
		}
		support.Unit(directions.At(i), true)
	}
	return directions, nil
}

// newTangents projects vectors to the tangent spaces at points, [k, n] each. In a large codimension directions of the
// smallest singular values are left last by the conjugate gradients: where F is nearly constant counts as tangent.
func (z *Function) newTangents(batch int) (*network.Evaluator, error) {
	return network.NewEvaluatorOf(batch, z.Env.Engine, "tangents", []network.Trained{z.F},
		[]int{z.Ambient(), z.Ambient()}, func(f []network.Function, in []*graph.Node) []*graph.Node {
			return []*graph.Node{sampler.NormalsAt(f[0], in[0]).Tangent(in[1])}
		})
}
