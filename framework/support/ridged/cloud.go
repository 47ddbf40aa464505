package ridged

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"ebim/framework/mesh"
	"ebim/framework/neighbors"
	"ebim/framework/points"
	"ebim/framework/random"
)

// cloudSize is how many data, each with its own noise, are taken to the ridge.
func cloudSize(dimension, data int, finer float64) int {
	net := netSizes(dimension, data)[0]
	if dimension == 1 {
		return max(8*net, 3000)
	}
	return int(finer * float64(max(7*net, 4000)))
}

// leastData is how many training points there must be within two noises of a point of the ridge: an outlier alone has
// none but itself.
const leastData = 3

// cloud is points of the ridge within its edges, near data: data with noise, projected.
func (r *ridge) cloud(ctx context.Context, field *Field, finer float64) (*Projected, error) {
	rng, data := random.New(r.env.Seed, "ridge/cloud", 0), r.env.Data
	all, err := field.Project(ctx, r.starts(field, cloudSize(r.options.Dimension, data.Len(), finer), rng), farSteps)
	if err != nil {
		return nil, err
	}
	tree, near := neighbors.New(data), min(leastData, data.Len())
	var used []int
	for i := range all.Points.Len() {
		if !all.within(i) {
			continue
		}
		_, distances := tree.Nearest(all.Points.At(i), near)
		if distances[near-1] <= nearData*all.Frames[i].Noise {
			used = append(used, i)
		}
	}
	if len(used) < leastCloud {
		return nil, &mesh.UnmeshableError{Reason: "hardly a point of the data lies near a ridge of this dimension: " +
			"choose another dimension, set noise, or train the displacement longer"}
	}
	return all.choose(used), nil
}

const leastCloud = 10

// starts are data with noise, about evenly spread over what they lie on: sparse ones are taken more often.
func (r *ridge) starts(field *Field, count int, rng *rand.Rand) *points.Set {
	data, weights := r.env.Data, random.Weights{}
	noises := make([]float64, data.Len())
	for i := range noises {
		noises[i] = field.noise(data.At(i))
		weights.Add(math.Pow(noises[i], float64(r.options.Dimension)))
	}
	starts := points.New(0, data.Dim)
	for range count {
		i := weights.Draw(rng)
		for _, v := range data.At(i) {
			starts.Data = append(starts.Data, v+noises[i]*rng.NormFloat64())
		}
	}
	return starts
}

// nearData is within how many noises these must lie.
const nearData = 3

// mostThin is up to how many times the median spacing of the data their local spacing counts: beyond, there are no
// data, and a surface may bend too much.
func (r *ridge) mostThin() float64 {
	switch r.options.Dimension {
	case 1:
		return 6
	case 2:
		return 3
	}
	return 1
}

// A surface's spacing counts where the distance to the neighbor thinNext is more than thinLonger times that among even
// data: at their edges it is sqrt(2) times as long, and at right corners twice.
const (
	thinNext   = 12
	thinLonger = 2
)

// localSpacing is that of the data, which stands for it where they are sparse.
func (r *ridge) localSpacing() func(x []float64) float64 {
	tree := neighbors.New(r.env.Data)
	if r.options.Dimension == 1 {
		return func(x []float64) float64 { return tree.Distance(x, r.next()) }
	}
	longer := thinLonger * math.Sqrt(thinNext/float64(r.next()))
	return func(x []float64) float64 { return tree.Distance(x, thinNext) / longer }
}

// even is the field at no less noise than a share of the spacing of the data.
func (r *ridge) even(field *Field, share float64) *Field {
	return field.At(max(field.Noise, share*r.spacing()))
}

// wide is that field, with noise that follows the spacing where the data are sparse.
func (r *ridge) wide(field *Field, share float64) *Field {
	wide, most, local := r.even(field, share), r.mostThin()*share*r.spacing(), r.localSpacing()
	if most <= wide.Noise {
		return wide
	}
	wide.Local = func(x []float64) float64 {
		return max(wide.Noise, min(share*local(x), most))
	}
	return wide
}

// choose is some of the points.
func (p *Projected) choose(indices []int) *Projected {
	q := &Projected{Points: p.Points.Select(indices)}
	for _, i := range indices {
		if p.sheets != nil {
			q.sheets = append(q.sheets, p.sheets[i])
		}
		q.Frames, q.Residual, q.Pull = append(q.Frames, p.Frames[i]), append(q.Residual, p.Residual[i]),
			append(q.Pull, p.Pull[i])
	}
	return q
}

// thinned is a maximal set of points at least a distance apart, on each sheet, in random order.
func thinned(p *Projected, apart float64, rng *rand.Rand) []int {
	var taken []int
	x, at := p.Points, newCells(apart)
	for _, i := range rng.Perm(x.Len()) {
		if !at.any(x.At(i), func(j int) bool {
			return points.SquaredDistance(x.At(i), x.At(j)) < apart*apart && p.onSheet(i, p, j)
		}) {
			at.add(x.At(i), i)
			taken = append(taken, i)
		}
	}
	return taken
}

// cells are the points in each cube of the first axes, those within a side of each other in neighboring ones.
type cells struct {
	side float64
	of   map[[celled]int][]int
}

const celled = 3 // axes

func newCells(apart float64) *cells {
	const rounding = 1e-9
	return &cells{apart * (1 + rounding), map[[celled]int][]int{}}
}

func (c *cells) at(x []float64) (cell [celled]int) {
	for axis, v := range x[:min(celled, len(x))] {
		cell[axis] = int(math.Floor(v / c.side))
	}
	return cell
}

func (c *cells) add(x []float64, i int) {
	cell := c.at(x)
	c.of[cell] = append(c.of[cell], i)
}

// any reports whether one of the points in the cells around x is as wanted.
func (c *cells) any(x []float64, is func(i int) bool) bool {
	middle := c.at(x)
	for turn := range 27 {
		cell := [celled]int{middle[0] + turn%3 - 1, middle[1] + turn/3%3 - 1, middle[2] + turn/9 - 1}
		if slices.ContainsFunc(c.of[cell], is) {
			return true
		}
	}
	return false
}

// distanceFor is that at which about a wanted number of points are left when they are thinned.
func distanceFor(x *Projected, wanted, dimension int, rng *rand.Rand) float64 {
	apart := points.Around(x.Points).Diagonal() / math.Pow(float64(wanted), 1/float64(dimension))
	for range 5 {
		got := float64(len(thinned(x, apart, rng)))
		if math.Abs(got/float64(wanted)-1) < 0.1 {
			break
		}
		apart *= math.Pow(got/float64(wanted), 1/float64(dimension))
	}
	return apart
}
