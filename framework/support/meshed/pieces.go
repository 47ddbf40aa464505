package meshed

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"ebim/framework/backend"
	"ebim/framework/mesh"
	"ebim/framework/points"
	"ebim/framework/random"
	"ebim/framework/statistics"
	"ebim/framework/support"
)

// Which pieces carry data. F = 0 may have pieces far from every data point: where nothing taught F otherwise, and
// where topology asks for more zeros than the data have. Where only pieces with data are wanted (WithData), the
// support is made of these, by the following rule, which knows of no truth:
//
//	A data point lies on the nearest piece of the mesh, if that is near enough: within 5 times the median distance of
//	all data points to the mesh, which is noise and errors of F, or within a twentieth of the data's scale, the root
//	of their mean squared distance to their mean, per coordinate. A piece carries data if two different points lie on
//	it.
//
// One point does not distinguish an outlier from a piece, two make a piece however few they are beside the others;
// outliers far from every piece lie on none. Where no piece carries data, as for very few points, none is left out. A
// piece of an intersection has no data of its own: it belongs to the support where it lies in pieces of all operands
// that do.
//
// Each mesh is divided by itself, once. Points are on the piece whose vertex is nearest in the mesh of default
// resolution. In more than three dimensions there is no mesh: there points start at the data (fromData).
const (
	nearInMedians = 5
	nearInScales  = 1. / 20
	leastCarried  = 2
)

// Pieces implements support.Divided, in the mesh of default resolution.
func (z *Set) Pieces(ctx context.Context) (*support.Pieces, error) {
	d, err := z.divide(ctx, z.Resolution/2)
	if err != nil {
		return nil, err
	}
	found := &support.Pieces{Count: len(d.carries)}
	for k := range d.carries {
		if d.keeps[k] {
			found.Kept++
		} else {
			found.DroppedShare += d.shares[k]
		}
		if !d.carries[k] {
			found.Bare++
			found.BareShare += d.shares[k]
		}
	}
	return found, nil
}

// division is a mesh of the zero set in pieces.
type division struct {
	whole   *mesh.Mesh
	piece   []int     // of each element
	shares  []float64 // of the length or area, of each piece
	carries []bool    // whether a piece carries data
	keeps   []bool    // whether a piece belongs to the support
	kept    *mesh.Mesh

	membership // where it has been asked for
}

// divisions are those of one zero set by resolution: to march takes far longer than all else.
type divisions struct {
	sync.Mutex
	by map[int]*division
}

func (z *Set) divide(ctx context.Context, resolution int) (*division, error) {
	z.divisions.Lock()
	defer z.divisions.Unlock()
	if known := z.divisions.by[resolution]; known != nil {
		return known, nil
	}
	d, err := z.divided(ctx, resolution)
	if err == nil {
		z.divisions.by[resolution] = d
	}
	return d, err
}

func (z *Set) divided(ctx context.Context, resolution int) (*division, error) {
	if z.parts.United != nil {
		return z.unite(ctx, resolution)
	}
	whole, err := z.extract(ctx, resolution)
	if err != nil {
		return nil, err
	}
	piece, count := whole.Pieces()
	d := &division{whole: whole, piece: piece, shares: make([]float64, count),
		carries: slices.Repeat([]bool{true}, count), keeps: slices.Repeat([]bool{true}, count)}
	total := whole.Measure()
	for i, measure := range whole.Measures() {
		d.shares[piece[i]] += measure / total
	}
	switch {
	case backend.IsDraft(z.Env.Engine):
	case z.parts.Crossed != nil:
		err = z.keepWithin(ctx, d)
	default:
		d.carries = carrying(d, z.Env.Data, z.Env.Seed)
		if z.parts.WithData {
			d.keeps = d.carries
		}
	}
	d.drop()
	return d, err
}

// unite is the meshes of a union's manifolds side by side. The zero set of the product, which is the same, has no mesh
// of its own where the manifolds cross: marching cubes would tear and glue them there. Empty ones are left out.
func (z *Set) unite(ctx context.Context, resolution int) (*division, error) {
	var wholes, kept []*mesh.Mesh
	var empty error
	d, total := &division{}, 0.
	for _, part := range z.parts.United {
		own, err := part.divide(ctx, resolution)
		if _, ok := errors.AsType[*mesh.UnmeshableError](err); ok {
			empty = err
			continue
		}
		if err != nil {
			return nil, err
		}
		measure, before := own.whole.Measure(), len(d.carries)
		for _, k := range own.piece {
			d.piece = append(d.piece, before+k)
		}
		for _, share := range own.shares {
			d.shares = append(d.shares, share*measure)
		}
		d.carries, d.keeps = append(d.carries, own.carries...), append(d.keeps, own.keeps...)
		wholes, kept, total = append(wholes, own.whole), append(kept, own.kept), total+measure
	}
	if len(wholes) == 0 {
		return nil, empty
	}
	for k := range d.shares {
		d.shares[k] /= total
	}
	var err error
	if d.whole, err = mesh.Join(wholes...); err != nil {
		return nil, err
	}
	d.kept, err = mesh.Join(kept...)
	return d, err
}

// mostLocated is the number of data points by which pieces are first looked for data.
const mostLocated = 50000

// carrying reports which pieces carry data: a part of many data shows that of most pieces, and only where some carry
// none of the part all are looked at.
func carrying(d *division, data *points.Set, seed uint64) []bool {
	if data.Len() > mostLocated {
		some := data.AtMost(mostLocated, random.New(seed, "meshed/data", 0))
		if carries := carryingAny(d, some); !slices.Contains(carries, false) {
			return carries
		}
	}
	return carryingAny(d, data)
}

func carryingAny(d *division, data *points.Set) []bool {
	carries, found := make([]bool, len(d.carries)), make([]int, len(d.carries))
	locator, first := mesh.NewLocator(d.whole), data.FirstEqual()
	on, distances := make([]int, data.Len()), make([]float64, data.Len())
	for i := range on {
		on[i], _, distances[i] = locator.Nearest(data.At(i))
	}
	near := max(nearInMedians*statistics.Median(distances), nearInScales*data.Scale())
	for i, element := range on {
		if first[i] == i && distances[i] <= near {
			found[d.piece[element]]++
		}
	}
	for k, count := range found {
		carries[k] = count >= leastCarried
	}
	if !slices.Contains(carries, true) {
		return d.carries
	}
	return carries
}

// keepWithin drops the pieces of an intersection more than half of whose vertices do not lie in the operands' supports.
func (z *Set) keepWithin(ctx context.Context, d *division) error {
	of := make([]int, d.whole.Vertices.Len())
	for k, vertex := range d.whole.Elements {
		of[vertex] = d.piece[k/(d.whole.Dimension+1)]
	}
	for _, operand := range z.parts.Crossed {
		on, err := operand.on(ctx, d.whole.Vertices)
		if err != nil {
			return err
		}
		balance := make([]int, len(d.keeps))
		for vertex, stays := range on {
			if stays {
				balance[of[vertex]]++
			} else {
				balance[of[vertex]]--
			}
		}
		for k := range balance {
			d.keeps[k] = d.keeps[k] && balance[k] >= 0
		}
	}
	d.carries = slices.Clone(d.keeps)
	return nil
}

// drop makes the mesh of the pieces that are kept, with a note of the others.
func (d *division) drop() {
	dropped, share := 0, 0.0
	for k, keeps := range d.keeps {
		if !keeps {
			dropped++
			share += d.shares[k]
		}
	}
	if d.kept = d.whole; dropped == 0 {
		return
	}
	d.kept = d.whole.Part(func(element int) bool { return d.keeps[d.piece[element]] })
	what := map[int]string{1: "length", 2: "area"}[d.whole.Dimension]
	d.kept.Notes = append(slices.Clip(d.kept.Notes), fmt.Sprintf(
		"pieces of the learned manifold without data are left out: %d of %d, %.3g %% of its %s; "+
			"pieces: all keeps them", dropped, len(d.keeps), 100*share, what))
}
