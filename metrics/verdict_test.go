package metrics

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"ebim/framework/experiment"
	"ebim/framework/mesh"
	"ebim/framework/model"
	"ebim/framework/network/networktest"
	"ebim/framework/points"
	"ebim/framework/support"
)

// Verdicts follow what is wrong: nothing; a bridge without data; a part of the data that is left out; a manifold of
// another topology than the data; outliers, which are nothing.
func TestVerdict(t *testing.T) {
	rng := rand.New(rand.NewPCG(17, 13))
	uniform := func() float64 { return 2 * math.Pi * rng.Float64() }
	circle := networktest.Sphere(2, 1).Formula
	whole := aroundCircle(rng, 1000, 0, uniform)
	half := aroundCircle(rng, 1000, 0, func() float64 { return math.Pi * rng.Float64() })
	beside := aroundCircle(rng, 200, 0, uniform)
	for i := range beside.Len() { // a small circle beside
		beside.At(i)[0], beside.At(i)[1] = 0.2*beside.At(i)[0]+0.2, 0.2*beside.At(i)[1]
	}
	whisker := points.New(20, 2) // 2 % of the points, outward
	for i := range whisker.Len() {
		whisker.At(i)[0] = 1 + 0.1*rng.Float64()
	}
	outliers := points.New(60, 2)
	for i := range outliers.Data {
		outliers.Data[i] = 2.8*rng.Float64() - 1.4
	}
	both := func(a, b *points.Set) *points.Set {
		return &points.Set{Dim: 2, Data: slices.Concat(a.Data, b.Data)}
	}
	for name, test := range map[string]struct {
		data *points.Set
		want float64
		says string
	}{
		"right":             {whole, good, ""},
		"half without":      {half, wrong, "no data nearby"},
		"a part left out":   {both(whole, beside), wrong, "that was not learned"},
		"a detail left out": {both(whole, whisker), doubtful, "a detail that was not learned"},
		"outliers":          {both(whole, outliers), good, "lie off the manifold"},
		"far from it":       {aroundCircle(rng, 1000, 0.6, uniform), wrong, "away from the manifold"},
		"rather far, noise": {aroundCircle(rng, 1000, 0.2, uniform), doubtful, "away from the manifold"},
	} {
		values, caveats := findingsOf(t, trusted(t, circle, test.data, 1.5))
		if values["verdict"] != test.want || !strings.Contains(caveats, test.says) {
			t.Errorf("%s: verdict %v, want %v: %s", name, values["verdict"], test.want, caveats)
		}
	}
}

func TestBettiNumbersOfMeshes(t *testing.T) {
	closed := mesh.Component{Euler: 0}
	for name, test := range map[string]struct {
		dimension  int
		components []mesh.Component
		want       []int
	}{
		"circle":            {1, []mesh.Component{closed}, []int{1, 1}},
		"two arcs":          {1, []mesh.Component{{Euler: 1}, {Euler: 1}}, []int{2, 0}},
		"lemniscate":        {1, []mesh.Component{{Euler: -1}}, []int{1, 2}},
		"torus":             {2, []mesh.Component{closed}, []int{1, 2, 1}},
		"sphere and a disk": {2, []mesh.Component{{Euler: 2}, {Euler: 1, BoundaryLoops: 1}}, []int{2, 0, 1}},
		"projective plane":  {2, []mesh.Component{{Euler: 1}}, []int{1, 1, 1}},
		"Moebius band":      {2, []mesh.Component{{BoundaryLoops: 1}}, []int{1, 1, 0}},
	} {
		got := betti(&mesh.Topology{Dimension: test.dimension, Components: test.components}, test.dimension)
		if !slices.Equal(got, test.want) {
			t.Errorf("%s: %v, want %v", name, got, test.want)
		}
	}
}

// An end in the middle of data is one; an end where the data thin out may be none.
func TestEdgesWhereDataThinOut(t *testing.T) {
	for name, test := range map[string]struct {
		last float64 // spacing of the data at the end, over that at the beginning
		thin bool
	}{"even": {1, false}, "thinning out": {30, true}} {
		curve, data, x := &mesh.Mesh{Dimension: 1, Vertices: points.New(0, 2)}, points.New(0, 2), 0.0
		for i := range 400 {
			data.Data = append(data.Data, x, 0)
			x += 0.01 * math.Pow(test.last, float64(max(i-300, 0))/100)
		}
		for i := range 100 {
			if curve.Vertices.Data = append(curve.Vertices.Data, x*float64(i)/99, 0); i > 0 {
				curve.Elements = append(curve.Elements, int32(i-1), int32(i))
			}
		}
		s := trusted(t, networktest.Sphere(2, 1).Formula, data, 1.5)
		s.Mesh = curve
		if got := (&findings{Subject: s}).thinEdges(); (got > thinEdge[1]) != test.thin {
			t.Errorf("%s: the data are %v times as sparse at an end", name, got)
		}
	}
}

// Of the square [0, 1]^2 with 400 points, a hole of one cell of a grid of 20 misses one point, and one of 36 cells
// many.
func TestSmallHoles(t *testing.T) {
	const n = 20
	for missing, want := range map[int]int{0: 0, 1: 1, 6: 0} {
		m := &mesh.Mesh{Dimension: 2, Vertices: points.New((n+1)*(n+1), 3)}
		at := func(i, j int) int32 { return int32(i*(n+1) + j) }
		for i := range n + 1 {
			for j := range n + 1 {
				copy(m.Vertices.At(int(at(i, j))), []float64{float64(i) / n, float64(j) / n, 0})
				hole := i >= 8 && i < 8+missing && j >= 8 && j < 8+missing
				if i < n && j < n && !hole {
					m.Elements = append(m.Elements, at(i, j), at(i+1, j), at(i, j+1))
					m.Elements = append(m.Elements, at(i+1, j), at(i+1, j+1), at(i, j+1))
				}
			}
		}
		f := &findings{Subject: &experiment.Subject{Mesh: m, Train: points.New(400, 3)}}
		if got := f.smallHoles(); got != want {
			t.Errorf("%d x %d cells are missing: %d small holes", missing, missing, got)
		}
	}
}

// flat is a curve in a subspace.
type flat struct {
	support.Support
	within *points.Subspace
}

func (f flat) Subspace() *points.Subspace { return f.within }
func (flat) Dimension() int               { return 1 }

// Noise in columns beside the plane of a circle does no harm to it, as that within the plane does.
func TestDistanceInASubspace(t *testing.T) {
	const n, count = 15, 500
	plane := &points.Subspace{Center: make([]float64, n)}
	for k := range 3 {
		axis := make([]float64, n)
		axis[k] = 1
		plane.Axes = append(plane.Axes, axis)
	}
	for name, test := range map[string]struct {
		noise  float64
		within *points.Subspace
		want   float64
	}{
		"noise, in its subspace":        {0.05, plane, good},
		"noise, in the whole space":     {0.05, nil, doubtful},
		"more noise, in its subspace":   {0.09, plane, doubtful},
		"far more noise, in a subspace": {0.4, plane, wrong},
	} {
		rng := rand.New(rand.NewPCG(3, 9))
		data, feet := points.New(count, n), points.New(count, n)
		for i := range count {
			sin, cos := math.Sincos(2 * math.Pi * rng.Float64())
			feet.At(i)[0], feet.At(i)[1] = cos, sin
			for j := range n {
				data.At(i)[j] = feet.At(i)[j] + test.noise*rng.NormFloat64()
			}
		}
		nearest := &support.Projection{Points: feet}
		distances, err := projectionDistances(data, nearest)
		if err != nil {
			t.Fatal(err)
		}
		slices.Sort(distances)
		f := &findings{Subject: &experiment.Subject{Train: data, Trained: &model.Trained{Support: flat{
			within: test.within}}}, Measurement: experiment.Measurement{Values: map[string]float64{"verdict": good}}}
		if err := f.judgeDistance(data, nearest, distances[count/2]); err != nil {
			t.Fatal(err)
		}
		if f.Values["verdict"] != test.want {
			t.Errorf("%s: verdict %v, want %v: %v", name, f.Values["verdict"], test.want, f.Caveats)
		}
	}
}

// ranked is a support with a share of points that have as many tangents as dimensions.
type ranked struct {
	support.Support
	share float64
}

func (r ranked) TangentShare(context.Context) (float64, error) { return r.share, nil }

func TestTangentsOfARidge(t *testing.T) {
	for share, want := range map[float64]float64{0.95: good, 0.6: doubtful, 0.2: wrong} {
		f := &findings{Subject: &experiment.Subject{Trained: &model.Trained{Support: ranked{share: share}}},
			Measurement: experiment.Measurement{Values: map[string]float64{"verdict": good}}}
		if err := agreement(t.Context(), f); err != nil {
			t.Fatal(err)
		}
		if f.Values["verdict"] != want || f.Values["tangents"] != share {
			t.Errorf("%v of the points: %v", share, f.Values)
		}
	}
}

// agreedOn is a support with shares of meshes that have its topology, and that have it but for holes.
type agreedOn struct {
	support.Support
	share, filled float64
}

func (a agreedOn) Agreement(context.Context) (float64, error) { return a.share, nil }

func (a agreedOn) FilledAgreement(context.Context) (float64, error) { return a.filled, nil }

// Nets that agree on a surface but for holes leave these in doubt, and what no half of them agrees on is wrong.
func TestAgreementOfNets(t *testing.T) {
	for on, want := range map[agreedOn]float64{
		{share: 1, filled: 1}:     good,
		{share: 0.6, filled: 0.6}: doubtful,
		{share: 0.2, filled: 0.6}: doubtful,
		{share: 0.4, filled: 0.4}: wrong,
	} {
		f := &findings{Subject: &experiment.Subject{Trained: &model.Trained{Support: on}},
			Measurement: experiment.Measurement{Values: map[string]float64{"verdict": good}}}
		if err := agreement(t.Context(), f); err != nil {
			t.Fatal(err)
		}
		if f.Values["verdict"] != want || f.Values["agreement"] != on.share {
			t.Errorf("%+v: %v", on, f.Values)
		}
	}
}
