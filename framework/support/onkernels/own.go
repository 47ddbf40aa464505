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
	center      []float64
	frame       Frame
	site        int       // the same for those at one point
	root        []float64 // L^-1
	widest, log float64   // as shapeAt has them
	share       float64   // of the density, and of the draws once it is chosen
}

// ownShare of the draws come from a density's own kernels, times the share of it that they are.
const ownShare = 0.75

// narrowShare of the box's diagonal is narrow: even a sphere that fills the box is flat there, to a hundredth.
const narrowShare = 0.03

// wider is how much wider own kernels are drawn from than they are, so that no tail of the density is above theirs.
const wider = 1.25

// ownReach is how much farther they reach than others: near its edge a narrow peak is still high over those.
const ownReach = 3

// ownKernels are those of a mixture, or none of nil.
func (a Around) ownKernels(ctx context.Context, c Chart, m *kernels.Mixture) ([]kernel, error) {
	if m == nil || m.Centers.Len() == 0 {
		return nil, nil
	}
	frames, sites, err := framesOnce(ctx, c, m.Centers)
	if err != nil {
		return nil, err
	}
	own, dim, n := make([]kernel, m.Centers.Len()), a.Dimension, m.Centers.Dim
	parallel.Each(len(own), func(i int) {
		k, covariance := &own[i], mat.NewSymDense(dim, nil)
		k.center, k.frame, k.site = m.Centers.At(i), frames[i], sites[i]
		axis, log := mat.NewVecDense(dim, nil), float64(dim)/2*math.Log(2*math.Pi)
		for j := i * dim; j < (i+1)*dim; j++ {
			precision := m.Across[i] + m.Along[j]
			for b := range dim {
				axis.SetVec(b, points.Dot(k.frame.Tangents[b*n:(b+1)*n], m.Axes[j*n:(j+1)*n]))
			}
			covariance.SymRankOne(covariance, wider*wider/precision, axis)
			log -= math.Log(precision) / 2
		}
		k.root, k.widest, k.log = shapeOf(covariance)
		k.share = math.Exp(m.Logs[i] + log)
	})
	total := 0.0 // above 1 where kernels are divided by integrals below those of flat space
	for i := range own {
		total += own[i].share
	}
	for i := range own {
		own[i].share /= max(1, total)
	}
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

// narrower are the kernels of a density that take less of the manifold than those around the data nearby, whose
// -log(det L) are given as shapeAt has them, or are much narrower than the box, and the share of the draws that is left
// to these. Many draws of others would not come back.
func (k *proposals) narrower(own []kernel, logs []float64) (some []kernel, left float64) {
	if left = 1 - k.around.shareOfEven(); len(own) == 0 {
		return nil, left
	}
	tree := neighbors.New(k.centers)
	for _, kernel := range own {
		near, _ := tree.Nearest(kernel.center, 1)
		if kernel.log > logs[near[0]] || kernel.widest < narrowShare*k.around.Diagonal {
			kernel.share *= ownShare * (1 - k.around.shareOfEven())
			some, left = append(some, kernel), left-kernel.share
		}
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
			math.Log(o.share) + o.log})
		k.centers.Data = append(k.centers.Data, o.center...)
		k.sites = append(k.sites, others+o.site)
		k.frames, k.roots = append(k.frames, o.frame), append(k.roots, o.root)
		k.widest = append(k.widest, o.widest)
	}
}
