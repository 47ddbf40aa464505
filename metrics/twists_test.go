package metrics

import (
	"context"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"ebim/framework/experiment"
	"ebim/framework/mesh"
	"ebim/framework/model"
	"ebim/framework/network/networktest"
	"ebim/framework/points"
	"ebim/framework/support"
)

// moebius is points of a Moebius band around a circle of radius 1.
func moebius(rng *rand.Rand, n int) *points.Set {
	set := points.New(n, 3)
	for i := range n {
		u, v := 2*math.Pi*rng.Float64(), 0.8*rng.Float64()-0.4
		r := 1 + v*math.Cos(u/2)
		copy(set.At(i), []float64{r * math.Cos(u), r * math.Sin(u), v * math.Sin(u/2)})
	}
	return set
}

// A zero set of data without a global frame is doubted, whatever it looks like.
func TestTwistedDataAreDoubted(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 9))
	ball := networktest.Sphere(3, 1).Formula
	for name, test := range map[string]struct {
		data    *points.Set
		twisted bool
	}{"sphere": {onSphere(rng, 1000, 3, 0), false}, "Moebius band": {moebius(rng, 1000), true}} {
		values, caveats := findingsOf(t, trusted(t, ball, test.data, 1.5))
		if (values["reversed"] > 0) != test.twisted || strings.Contains(caveats, "come back reversed") != test.twisted {
			t.Errorf("%s: reversed %v: %s", name, values["reversed"], caveats)
		}
	}
}

// The projective plane of six vertices has one side, which in space no closed surface has; in R^4 it can, and where it
// crosses itself, and a band with an edge.
func TestOneSidedSurfacesInSpaceAreWrong(t *testing.T) {
	plane := []int32{0, 1, 2, 0, 2, 3, 0, 3, 4, 0, 4, 5, 0, 5, 1, 1, 2, 4, 2, 3, 5, 3, 4, 1, 4, 5, 2, 5, 1, 3}
	in := func(dim int, elements []int32) *findings {
		rng, vertices := rand.New(rand.NewPCG(1, 1)), points.New(6, dim)
		for i := range vertices.Data {
			vertices.Data[i] = rng.NormFloat64()
		}
		return &findings{Subject: &experiment.Subject{Mesh: &mesh.Mesh{Dimension: 2, Vertices: vertices,
			Elements: elements}}}
	}
	crossed := &mesh.Crossings{Curves: 1}
	for _, test := range []struct {
		name      string
		f         *findings
		crossings *mesh.Crossings
		want      bool
	}{
		{"in space", in(3, plane), nil, true},
		{"in space, without crossings", in(3, plane), &mesh.Crossings{}, true},
		{"in R^4", in(4, plane), nil, false}, {"crossing itself", in(3, plane), crossed, false},
		{"a Moebius band, without a triangle", in(3, plane[3:]), nil, false},
		{"a tetrahedron", in(3, []int32{0, 1, 2, 0, 2, 3, 0, 3, 1, 1, 3, 2}), nil, false},
	} {
		found := test.f.Mesh.Topology(mesh.TopologyOptions{})
		found.Crossings = test.crossings
		if got := test.f.oneSidedInSpace(found); got != test.want {
			t.Errorf("%s: %v, want %v: %+v", test.name, got, test.want, found.Components)
		}
	}
}

// uncertain is a density whose normalizer is known to some nats.
type uncertain struct {
	support.Density
	nats float64
}

func (u uncertain) LogDensity(_ context.Context, _ *rand.Rand, x *points.Set) (*support.LogDensity, error) {
	return &support.LogDensity{Values: make([]float64, x.Len()), NormalizerError: u.nats}, nil
}

func TestUnknownNormalizersAreDoubted(t *testing.T) {
	data := onSphere(rand.New(rand.NewPCG(2, 9)), 100, 3, 0)
	for nats, want := range map[float64]string{0.1: "", 0.6: "known to 0.6 nats", math.Inf(1): "unknown"} {
		s := trusted(t, networktest.Sphere(3, 1).Formula, data, 1.5)
		s.Trained = &model.Trained{Support: s.Trained.Support, Density: uncertain{nats: nats}}
		f := &findings{Subject: s}
		f.Values = map[string]float64{"verdict": good}
		if err := normalizer(t.Context(), f); err != nil {
			t.Fatal(err)
		}
		said := strings.Join(f.Caveats, "\n")
		fine := want == ""
		if (said == "") != fine || !strings.Contains(said, want) || (f.Values["verdict"] == good) != fine {
			t.Errorf("%g nats: verdict %v, %q", nats, f.Values["verdict"], said)
		}
	}
}
