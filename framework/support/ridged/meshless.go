package ridged

import (
	"context"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"

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

// NewMeshless is the ridge of a displacement in a space.
func NewMeshless(env train.Environment, within Space, h network.Trained, o Options) *Meshless {
	r := newRidge(env, within, h, o)
	r.choice = kept(r.choose)
	return placed{r, moves{subspace: within.Subspace}, env}.meshless(kept(r.scatter))
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
	data := r.some()
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

// some are the data, or mostScattered of them drawn at random.
func (r *ridge) some() *points.Set {
	return r.env.Data.AtMost(mostScattered, random.New(r.env.Seed, "ridge/data", 0))
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
	pulls, err := s.wide.pulls(ctx, p)
	if err != nil {
		return nil, err
	}
	returned := make([]onkernels.Return, p.Points.Len())
	for i := range returned {
		if !p.on(i) {
			continue
		}
		_, distances := s.data.Nearest(p.Points.At(i), s.near)
		if returned[i] = onkernels.Arrived; pulls[i] >= edge || distances[s.near-1] > nearData*s.wide.Noise {
			returned[i] = onkernels.Beyond
		}
	}
	return returned, nil
}

// starts are the data on the ridge, at most mostScattered of them.
func (z *Meshless) starts(ctx context.Context) (*points.Set, error) {
	return z.Onto(ctx, z.moves.out(z.some()))
}

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
	x, _, err := z.DrawNearData(ctx, rng, even, nil, n)
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
	return z.DrawNearData(ctx, rng, log, nil, n)
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

// nearEdge is |P_T h|/s within a fourth of the noise of a straight edge of even data.
const nearEdge = 0.65

// EdgeShare is the share of the data on the ridge, of some thousand, that lie near an edge, or where the data thin out
// as much. It is NaN where less than half of the data are taken to the ridge.
func (z *Meshless) EdgeShare(ctx context.Context) (float64, error) {
	choice, err := z.choice(ctx)
	if err != nil {
		return 0, err
	}
	const most = 2000
	data := z.ridge.env.Data
	p, err := choice.Field.Project(ctx, data.Slice(0, min(data.Len(), most)), farSteps)
	if err != nil {
		return 0, err
	}
	pulls, err := z.wide(choice.Field, 1).pulls(ctx, p)
	if err != nil {
		return 0, err
	}
	on, near := 0, 0
	for i, pull := range pulls {
		if p.on(i) {
			if on++; pull > nearEdge {
				near++
			}
		}
	}
	if 2*on < len(pulls) {
		return math.NaN(), nil
	}
	return float64(near) / float64(on), nil
}

// pulls are |P_T h|/s at points of a ridge at less noise, along its tangents there.
func (f *Field) pulls(ctx context.Context, p *Projected) ([]float64, error) {
	h, err := f.Displacements(ctx, p.Points)
	if err != nil {
		return nil, err
	}
	pulls := make([]float64, p.Points.Len())
	for i := range pulls {
		along, _ := p.Frames[i].split(h.At(i))
		pulls[i] = floats.Norm(along, 2) / f.Noise
	}
	return pulls, nil
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
