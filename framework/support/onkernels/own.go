package onkernels

import (
	"context"
	"math"

	"gonum.org/v1/gonum/mat"

	"ebim/framework/kernels"
	"ebim/framework/neighbors"
	"ebim/framework/parallel"
	"ebim/framework/points"
)

// kernel is one of those that a density consists of.
type kernel struct {
	center []float64
	frame  Frame
	site   int // the same for those at one point
	shape  shape
	share  float64 // of the density, and of the draws once it is chosen
}

// ownShare of the draws come from a density's own kernels, times the share of it that they are.
const ownShare = 0.75

// thinShare of these draws are from kernels that are narrow along some directions and wide along others.
const thinShare = 0.25

// narrowShare of the box's diagonal is narrow: even a sphere that fills the box is flat there, to a hundredth.
const narrowShare = 0.03

// wider is how much wider own kernels are drawn from than they are, so that no tail of the density is above theirs.
const wider = 1.25

// ownReach is how much farther they reach than others: near its edge a narrow peak is still high over those.
const ownReach = 3

// ownKernels are the kernels and clusters of a mixture, or none of nil. Clusters, whose middles lie off the manifold,
// are seen from where these come to it.
func (a Around) ownKernels(ctx context.Context, c Chart, data *points.Set, m *kernels.Mixture) ([]kernel, error) {
	if m == nil {
		return nil, nil
	}
	centers, arrived, err := onto(ctx, c, data, m.Clusters.Centers)
	if err != nil {
		return nil, err
	}
	var own []kernel
	for _, of := range []struct {
		*kernels.Normals
		centers *points.Set
		rows    []int
	}{{&m.Normals, m.Centers, points.Range(0, m.Centers.Len())}, {&m.Clusters, centers, arrived}} {
		some, err := a.kernelsOf(ctx, c, of.Normals, of.centers, of.rows, len(own))
		if err != nil {
			return nil, err
		}
		own = append(own, some...)
	}
	total := 0.0 // above 1 where kernels are divided by integrals below those of flat space
	for i := range own {
		total += own[i].share
	}
	for i := range own {
		own[i].share /= max(1, total)
	}
	return own, nil
}

// onto takes points to the manifold along the normals at the nearest of the data, and says which arrive.
func onto(ctx context.Context, c Chart, data, x *points.Set) (y *points.Set, arrived []int, err error) {
	if x == nil || x.Len() == 0 {
		return points.New(0, data.Dim), nil, nil
	}
	tree, nearest := neighbors.New(data), make([]int, x.Len())
	for i := range nearest {
		near, _ := tree.Nearest(x.At(i), 1)
		nearest[i] = near[0]
	}
	y, returned, err := c.Back(ctx, data.Select(nearest), x)
	if err != nil {
		return nil, nil, err
	}
	for i, what := range returned {
		if what == Arrived {
			arrived = append(arrived, i)
		}
	}
	return y.Select(arrived), arrived, nil
}

// kernelsOf are those of a mixture with the given rows, seen from as many centers. Their sites are numbered from
// firstSite on.
func (a Around) kernelsOf(ctx context.Context, c Chart, m *kernels.Normals, centers *points.Set, rows []int,
	firstSite int) ([]kernel, error) {
	if len(rows) == 0 {
		return nil, nil
	}
	frames, sites, err := framesOnce(ctx, c, centers)
	if err != nil {
		return nil, err
	}
	own, dim, n := make([]kernel, len(rows)), a.Dimension, centers.Dim
	parallel.Each(len(own), func(i int) {
		k, row, covariance := &own[i], rows[i], mat.NewSymDense(dim, nil)
		k.center, k.frame, k.site = centers.At(i), frames[i], firstSite+sites[i]
		axis, log := mat.NewVecDense(dim, nil), float64(dim)/2*math.Log(2*math.Pi)
		for j := row * dim; j < (row+1)*dim; j++ {
			precision := m.Across[row] + m.Along[j]
			for b := range dim {
				axis.SetVec(b, points.Dot(k.frame.Tangents[b*n:(b+1)*n], m.Axes[j*n:(j+1)*n]))
			}
			covariance.SymRankOne(covariance, wider*wider/precision, axis)
			log -= math.Log(precision) / 2
		}
		k.shape = shapeOf(covariance)
		k.share = math.Exp(m.Logs[row] + log)
	})
	return own, nil
}

// framesOnce are those at points, each looked for once where they repeat, and which of the different points each is.
func framesOnce(ctx context.Context, c Chart, x *points.Set) (frames []Frame, sites []int, err error) {
	firsts, sites := x.Places()
	once, err := c.Frames(ctx, x.Select(firsts))
	if err != nil {
		return nil, nil, err
	}
	frames = make([]Frame, x.Len())
	for i := range frames {
		frames[i] = once[sites[i]]
	}
	return frames, sites, nil
}

// narrower are the kernels of a density that take less of the manifold than those around the data nearby, or are thin,
// and the share of the draws that is left to those around the data. Many draws of others would not come back, as some
// of thin ones don't, which have a part of their share.
func (k *proposals) narrower(own []kernel) (some []kernel, left float64) {
	if left = 1 - k.around.shareOfEven(); len(own) == 0 {
		return nil, left
	}
	tree := neighbors.New(k.centers)
	for _, kernel := range own {
		near, _ := tree.Nearest(kernel.center, 1)
		narrow := narrowShare * k.around.Diagonal
		kernel.share *= ownShare * (1 - k.around.shareOfEven())
		switch {
		case kernel.shape.log > k.shapes[near[0]].log || kernel.shape.widest < narrow:
		case kernel.shape.narrowest < narrow:
			kernel.share *= thinShare
		default:
			continue
		}
		some, left = append(some, kernel), left-kernel.share
	}
	return some, left
}

// addOwn adds kernels of the density itself.
func (k *proposals) addOwn(own []kernel) {
	if len(own) == 0 {
		return
	}
	k.centers = &points.Set{Dim: k.centers.Dim, Data: append([]float64(nil), k.centers.Data...)}
	others := k.centers.Len()
	for _, o := range own {
		k.first = append(k.first, len(k.components))
		k.shares.Add(o.share)
		k.components = append(k.components, component{k.centers.Len(), 1, k.around.reach() + ownReach,
			math.Log(o.share) + o.shape.log})
		k.centers.Data = append(k.centers.Data, o.center...)
		k.sites = append(k.sites, others+o.site)
		k.frames, k.shapes = append(k.frames, o.frame), append(k.shapes, o.shape)
	}
}
