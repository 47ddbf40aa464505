package ridged

import (
	"cmp"
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"

	"ebim/framework/mesh"
	"ebim/framework/points"
	"ebim/framework/random"
	"ebim/framework/statistics"
	"ebim/framework/support"
)

// spacings are the shares of the data's spacing that edges and neighbors are looked for at. Wide noise bridges the gaps
// between data, and bends, thin tubes and strands side by side that are as narrow; less noise keeps these, and may tear
// the ridge.
var spacings = []float64{1, 0.7, 0.5}

// fewFlaws is how many a mesh may have for less noise not to be tried.
const fewFlaws = 0.5

// crossesAlike is the agreement of nets from which on surfaces that cross are not tried at less noise, which leaves too
// few data to a sheet.
const crossesAlike = 0.6

// mesh is that at the widest noise unless one at less has fewer flaws.
func (r *ridge) mesh(ctx context.Context) (meshed, error) {
	if err := support.MeshableAnywhere(r.options.Dimension); err != nil {
		return meshed{}, &mesh.UnmeshableError{Reason: "no mesh: " + err.Error()}
	}
	choice, err := r.choice(ctx)
	if err != nil {
		return meshed{}, err
	}
	across, err := r.strip(ctx, r.even(choice.Field, 1))
	if err != nil {
		return meshed{}, err
	}
	widen := r.wide
	if across != nil { // sheets' own points say where they end
		widen = r.even
	}
	var best meshed
	var none error // at the widest noise
	before := math.Inf(1)
	for _, share := range spacings {
		wide := widen(choice.Field, share)
		if wide.Noise >= before {
			break // no less than that of the ridge itself
		}
		before = wide.Noise
		found, err := r.meshIn(ctx, wide, across, share)
		if unmeshable := (*mesh.UnmeshableError)(nil); errors.As(err, &unmeshable) {
			if best.Mesh != nil {
				break
			}
			none = cmp.Or(none, err)
			continue
		} else if err != nil {
			return meshed{}, err
		}
		same := best.Mesh != nil && shapeOf(found.Mesh) == shapeOf(best.Mesh)
		if best.Mesh == nil || found.flaws < best.flaws-fewFlaws {
			best = found
		}
		if best.flaws <= fewFlaws || r.options.Quick || across != nil && best.agreement >= crossesAlike ||
			same && best.agreement == 1 && found.agreement == 1 {
			break
		}
	}
	if best.Mesh == nil {
		return meshed{}, none
	}
	if across.all() {
		best.tangents = across.settled(best.Mesh)
		best.Notes = append(best.Notes, across.misses.String())
	}
	return best, nil
}

// flaws count what speaks against a mesh: each edge but those of holes that data show, each place that is no manifold,
// each percent of the data that lie far from it, and nets that do not agree.
func (r *ridge) flaws(m meshed) float64 {
	const disagreement, percent = 3, 100
	t := m.Topology(mesh.TopologyOptions{})
	flaws := float64(max(0, t.Boundary()-m.holes)) + disagreement*(1-m.agreement)
	if m.Dimension == 2 { // a curve's may be crossings
		flaws += float64(t.NonManifold)
	}
	distances := sortedDistances(m.Mesh, r.env.Data)
	codimension := r.env.Data.Dim - r.options.Dimension
	blurred := offRidge * m.wide.Noise * statistics.MedianChi(codimension) / statistics.MedianChi(1)
	far := max(min(5*distances[len(distances)/2], blurred), r.spacing()/2) // the median is no noise's of half of a mesh
	beyond, _ := slices.BinarySearch(distances, far)
	return flaws + percent*float64(len(distances)-beyond)/float64(len(distances))
}

// netSizes are about how many points nets have: a third of the data on a curve, half of them on a surface, and fewer
// where these nets do not agree. Coarser ones join strands and thin walls that lie close; finer ones take gaps between
// data for holes.
func netSizes(dimension, data int) []int {
	if dimension == 1 {
		return []int{min(max(data/3, 150), 1000)}
	}
	most := min(max(data/2, 500), 3000)
	return []int{most, 2 * most / 3}
}

// meshIn is the mesh at a noise: of the finest nets if these agree, or else of those with the fewest flaws. The noise
// is a share of the data's spacing: nets of a surface are the finer the less it is.
func (r *ridge) meshIn(ctx context.Context, wide *Field, across *strip, share float64) (meshed, error) {
	finer := 1.0
	if r.options.Dimension == 2 {
		finer = math.Pow(share, -1.3)
	}
	cloud := &Projected{Points: points.New(0, r.env.Data.Dim)}
	if !across.all() {
		var err error
		if cloud, err = r.cloud(ctx, wide, finer); err != nil {
			return meshed{}, err
		}
	}
	if across != nil {
		cloud = across.lift(cloud, wide.Noise, finer, r.env.Seed)
	}
	var best meshed
	rng := random.New(r.env.Seed, "ridge/net", 0)
	for _, size := range netSizes(r.options.Dimension, r.env.Data.Len()) {
		apart := distanceFor(cloud, int(finer*float64(size)), r.options.Dimension, rng)
		found, err := r.elected(ctx, wide, cloud, across, apart, rng)
		if unmeshable := (*mesh.UnmeshableError)(nil); errors.As(err, &unmeshable) && best.Mesh != nil {
			break
		} else if err != nil {
			return meshed{}, err
		}
		if found.flaws = r.flaws(found); best.Mesh == nil || found.flaws < best.flaws {
			best = found
		}
		if best.agreement == 1 {
			break
		}
	}
	return best, nil
}

// elected is the mesh with the topology that most of several nets of about the same distance have.
func (r *ridge) elected(ctx context.Context, wide *Field, cloud *Projected, across *strip, apart float64,
	rng *rand.Rand) (meshed, error) {
	votes, made, best, closed := map[string]int{}, map[string]meshed{}, "", 0
	filled := map[string]int{}
	result := func(tried int) (meshed, error) {
		share := func(count int) float64 { return float64(count) / float64(tried) }
		found := made[best]
		found.agreement, found.closed = share(votes[best]), share(closed)
		found.filled = share(filled[filledShapeOf(found.Mesh)])
		return found, nil
	}
	for tried, factor := range []float64{1, 0.85, 1.15, 0.93, 1.07} {
		m, holes, err := r.meshAt(ctx, wide, cloud, across, factor*apart, rng)
		if err != nil {
			return meshed{}, err
		}
		if t := m.Topology(mesh.TopologyOptions{}); t.Boundary() == 0 && t.NonManifold == 0 && t.Orientable() {
			closed++
		}
		filled[filledShapeOf(m)]++
		shape := shapeOf(m)
		if votes[shape]++; votes[shape] == 1 {
			made[shape] = meshed{Mesh: m, holes: holes, wide: wide, across: across}
		}
		if votes[shape] > votes[best] {
			best = shape
		}
		if votes[best] == 3 || votes[best] == 2 && tried == 1 {
			return result(tried + 1)
		}
	}
	return result(5)
}

// strip looks for sheets that cross; nil where none do.
func (r *ridge) strip(ctx context.Context, wide *Field) (*strip, error) {
	if r.options.Dimension != 2 || r.env.Data.Dim < 3 {
		return nil, nil
	}
	if everywhere, err := r.fitted(ctx, wide); everywhere != nil || err != nil {
		return everywhere, err
	}
	data, spacing := r.fewer(mostLooked)
	spread, err := r.spread(ctx, data)
	if err != nil {
		return nil, err
	}
	return stripOf(data, spacing, max(wide.Noise, spacing), spread), nil
}

// spread is the noise of the data across the ridge, about.
func (r *ridge) spread(ctx context.Context, data *points.Set) (float64, error) {
	const most, ofNormal = 500, 0.67 // median of |x| for a standard normal x
	some := data.Slice(0, min(data.Len(), most))
	p, err := r.project(ctx, some)
	if err != nil {
		return 0, err
	}
	var moved []float64
	for i := range some.Len() {
		if p.on(i) {
			moved = append(moved, math.Sqrt(points.SquaredDistance(some.At(i), p.Points.At(i))))
		}
	}
	if len(moved) == 0 {
		return 0, nil
	}
	return statistics.Median(moved) / ofNormal, nil
}
