package ridged

import (
	"math"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"ebim/framework/points"
	"ebim/framework/train"
)

// The noise at which a surface's edges are follows the spacing of sparse data, and is the same all over even ones,
// nearly at their edges, too.
func TestNoiseWhereDataAreSparse(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 9))
	even, thin := points.New(2000, 3), points.New(0, 3) // in a square; 16 times as sparse beside it
	for i := range even.Len() {
		even.At(i)[0], even.At(i)[1] = rng.Float64(), rng.Float64()
	}
	for range even.Len() / 16 {
		thin.Data = append(thin.Data, 1+rng.Float64(), rng.Float64(), 0)
	}
	data := &points.Set{Dim: 3, Data: append(thin.Data, even.Data...)}
	r := &ridge{env: train.Environment{Data: data}, options: Options{Dimension: 2}}
	r.spacing, r.next = sync.OnceValue(r.medianSpacing), r.neighborAtSpacing
	for _, share := range []float64{1, 0.5} {
		wide := r.wide(&Field{Noise: 1e-3}, share)
		edges := 0.0
		for k := range 200 {
			along := 0.2 + 0.6*float64(k)/200
			if wide.noise([]float64{0.5, along, 0}) > wide.Noise {
				t.Errorf("at share %v even data are taken for sparse at %v", share, along)
			}
			edges += wide.noise([]float64{0, along, 0}) / wide.Noise / 200
			ratio := wide.noise([]float64{1.5, along, 0}) / wide.Noise
			if want := 4.0 / thinLonger; math.Abs(ratio/want-1) > 0.5 {
				t.Errorf("at share %v the noise is %v times as large at %v, want about %v", share, ratio, along, want)
			}
		}
		if edges > 1.1 {
			t.Errorf("at share %v the noise is %v times as large at an edge", share, edges)
		}
	}
}

// Few points along a closed curve are apart by less than it is wide, and many as far as their eighth neighbors.
func TestSpacingOfFewPoints(t *testing.T) {
	for count, neighbor := range map[int]int{4: 2, 30: 2, 60: 3, 120: 5, 300: 8, 2000: 8} {
		data := points.New(count, 2)
		for i := range count {
			data.At(i)[0], data.At(i)[1] = math.Sincos(2 * math.Pi * float64(i) / float64(count))
		}
		r := &ridge{env: train.Environment{Data: data}, options: Options{Dimension: 1}}
		r.next = r.neighborAtSpacing
		want := 2 * math.Sin(math.Pi*float64((neighbor+1)/2)/float64(count))
		if got := r.medianSpacing(); math.Abs(got-want) > 1e-9 {
			t.Errorf("%d points are %v apart, want %v", count, got, want)
		}
		if count > 60 {
			continue
		}
		data.Data = slices.Repeat(data.Data, 5) // rows of the same places
		if got := r.medianSpacing(); math.Abs(got-want) > 1e-9 {
			t.Errorf("%d places of five rows are %v apart, want %v", count, got, want)
		}
	}
}
