package ridged

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"ebim/framework/neighbors"
	"ebim/framework/network"
	"ebim/framework/points"
	"ebim/framework/random"
	"ebim/framework/support"
	"ebim/framework/support/onkernels"
	"ebim/framework/train"
)

// Meshless is a ridge of any dimension below n. It has no mesh: its points are found by projection, and densities on
// it are integrated and drawn from by kernels around the data. What these draw beyond an edge is cut off.
type Meshless struct {
	onkernels.Around
	placed
	found func(ctx context.Context) (*scattered, error)
}

// scattered is points all over a ridge, in its own coordinates.
type scattered struct {
	*points.Set
	tree *neighbors.Tree // of them
	data *neighbors.Tree
	near int    // of the data, that must be near
	wide *Field // at the noise where edges are
}

// NewMeshless is the ridge of a displacement in a subspace, or the whole space for nil.
func NewMeshless(env train.Environment, within *points.Subspace, h network.Trained, o Options) *Meshless {
	r := newRidge(Within(env, within), h, o)
	r.choice = kept(r.choose)
	return placed{r, moves{subspace: within}, env}.meshless(kept(r.scatter))
}

// meshless is the support of points that are found.
func (z placed) meshless(found func(ctx context.Context) (*scattered, error)) *Meshless {
	m := &Meshless{placed: z, found: found}
	m.Around = onkernels.Around{Dimension: z.options.Dimension, Diagonal: z.env.Box.Diagonal(), Starts: m.starts,
		Chart: func() (onkernels.Chart, error) { return m, nil }}
	return m
}

// Dimension implements support.Support.
func (z *Meshless) Dimension() int { return z.options.Dimension }

// Domain implements support.Carrier.
func (z *Meshless) Domain() support.Domain { return z }

// Moved implements support.Support.
func (z *Meshless) Moved(by support.Similarity) support.Support {
	return z.placed.moved(by).meshless(z.found)
}

// MovedWith implements support.Carrier.
func (z *Meshless) MovedWith(by support.Similarity, f network.Trained) (support.Carrier, network.Trained) {
	return z.placed.moved(by).meshless(z.found), by.Before(f)
}

// mostScattered is how many points of the data, at most, are taken to the ridge as they are.
const mostScattered = 20000

// scatter finds points all over the ridge: data with noise, and as they are.
func (r *ridge) scatter(ctx context.Context) (*scattered, error) {
	choice, err := r.choice(ctx)
	if err != nil {
		return nil, err
	}
	wide := r.wide(choice.Field, 1)
	cloud, err := r.cloud(ctx, wide, 1)
	if err != nil {
		return nil, emptied(err)
	}
	data := r.env.Data
	if data.Len() > mostScattered {
		data = data.Select(random.New(r.env.Seed, "ridge/data", 0).Perm(data.Len())[:mostScattered])
	}
	all := &points.Set{Dim: data.Dim, Data: append(append([]float64(nil), cloud.Points.Data...), data.Data...)}
	found := r.scatteredOver(nil, wide)
	settled, err := choice.Field.Project(ctx, all, farSteps)
	if err != nil {
		return nil, err
	}
	returned, err := found.judge(ctx, settled)
	if err != nil {
		return nil, err
	}
	var on []int
	for i, is := range returned {
		if is == onkernels.Arrived {
			on = append(on, i)
		}
	}
	if len(on) < leastCloud {
		return nil, &support.EmptyError{Reason: "hardly a point of the data lies near a ridge of this dimension: " +
			"choose another dimension, set noise, or train the displacement longer"}
	}
	return r.scatteredOver(settled.Points.Select(on), wide), nil
}

// scatteredOver is points of the ridge that were found before, or none.
func (r *ridge) scatteredOver(x *points.Set, wide *Field) *scattered {
	found := &scattered{Set: x, data: neighbors.New(r.env.Data), wide: wide,
		near: min(leastData, r.env.Data.Len())}
	if x != nil {
		found.tree = neighbors.New(x)
	}
	return found
}

// judge says which projected points belong to the ridge: those that lie on it, not beyond its edges, and near data. The
// pull is that of the wide noise along the tangents at the ridge's own.
func (s *scattered) judge(ctx context.Context, p *Projected) ([]onkernels.Return, error) {
	h, err := s.wide.Displacements(ctx, p.Points)
	if err != nil {
		return nil, err
	}
	returned := make([]onkernels.Return, p.Points.Len())
	for i := range returned {
		if !p.on(i) {
			continue
		}
		along, _ := p.Frames[i].split(h.At(i))
		_, distances := s.data.Nearest(p.Points.At(i), s.near)
		if returned[i] = onkernels.Arrived; norm(along) >= edge*s.wide.Noise ||
			distances[s.near-1] > nearData*s.wide.Noise {
			returned[i] = onkernels.Beyond
		}
	}
	return returned, nil
}

func norm(v []float64) float64 {
	square := 0.0
	for _, x := range v {
		square += x * x
	}
	return math.Sqrt(square)
}

// starts are the data on the ridge.
func (z *Meshless) starts(ctx context.Context) (*points.Set, error) { return z.Onto(ctx, z.env.Data) }

// Onto implements support.Domain.
func (z *Meshless) Onto(ctx context.Context, x *points.Set) (*points.Set, error) {
	near, err := z.Nearest(ctx, x)
	if err != nil {
		return nil, err
	}
	return near.Points, nil
}

// Uniform implements support.Support: by kernels around the data.
func (z *Meshless) Uniform(ctx context.Context, rng *rand.Rand, n int) (*points.Set, error) {
	even := func(_ context.Context, x *points.Set) ([]float64, error) { return make([]float64, x.Len()), nil }
	x, _, err := z.DrawNearData(ctx, rng, even, n)
	return x, err
}

// Pool implements support.Pooled.
func (z *Meshless) Pool(ctx context.Context, rng *rand.Rand, n int) (*points.Set, error) {
	return z.Uniform(ctx, rng, n)
}

// Noise implements support.Noiser.
func (z *Meshless) Noise(ctx context.Context, rng *rand.Rand, pool int) (func(rows []float32, rng *rand.Rand),
	error) {
	return rowsOf(z.Pool(ctx, rng, pool))
}

// CheckDraw implements support.Drawer.
func (*Meshless) CheckDraw() error { return nil }

// Draw implements support.Drawer.
func (z *Meshless) Draw(ctx context.Context, rng *rand.Rand, log support.LogFunction, n int) (*points.Set,
	map[string]float64, error) {
	return z.DrawNearData(ctx, rng, log, n)
}

// TangentShare implements support.Ranked.
func (z *Meshless) TangentShare(ctx context.Context) (float64, error) {
	found, err := z.found(ctx)
	if err != nil {
		return 0, err
	}
	choice, err := z.choice(ctx)
	if err != nil {
		return 0, err
	}
	return choice.Field.tangentShare(ctx, found.Set)
}

var (
	_ support.Domain     = (*Meshless)(nil)
	_ support.Projector  = (*Meshless)(nil)
	_ support.Tangential = (*Meshless)(nil)
	_ support.Stretcher  = (*Meshless)(nil)
	_ support.Noiser     = (*Meshless)(nil)
	_ support.Pooled     = (*Meshless)(nil)
	_ support.Drawer     = (*Meshless)(nil)
	_ support.Integrator = (*Meshless)(nil)
	_ support.NearData   = (*Meshless)(nil)
	_ support.Ranked     = (*Meshless)(nil)
	_ onkernels.Chart    = (*Meshless)(nil)
)

// Edged is the share of the data on the ridge that lie within half of the noise of an edge: at which |P_T h|/s is above
// phi(1/2)/Phi(1/2).
func (z *Meshless) Edged(ctx context.Context) (float64, error) {
	choice, err := z.choice(ctx)
	if err != nil {
		return 0, err
	}
	wide, some := z.wide(choice.Field, 1), z.ridge.env.Data
	some = some.Slice(0, min(some.Len(), 2000))
	p, err := choice.Field.Project(ctx, some, farSteps)
	if err != nil {
		return 0, err
	}
	h, err := wide.Displacements(ctx, p.Points)
	if err != nil {
		return 0, err
	}
	var pulls []float64
	for i := range some.Len() {
		if p.on(i) {
			along, _ := p.Frames[i].split(h.At(i))
			pulls = append(pulls, norm(along)/wide.Noise)
		}
	}
	if len(pulls) == 0 {
		fmt.Println("none on it")
		return 0, nil
	}
	slices.Sort(pulls)
	q := func(a float64) float64 { return pulls[int(a*float64(len(pulls)-1))] }
	fmt.Printf("on %d of %d, s %.3g, quantiles 5 %.2f 25 %.2f 50 %.2f 75 %.2f 90 %.2f 95 %.2f 98 %.2f 99 %.2f\n", len(pulls), some.Len(), wide.Noise, q(.05), q(.25), q(.5), q(.75), q(.9), q(.95), q(.98), q(.99))
	return 0, nil
}
