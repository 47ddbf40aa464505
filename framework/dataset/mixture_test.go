package dataset

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func circle(x, y, radius float64) MixtureComponent {
	return MixtureComponent{1, &VonMises{Center: []float64{x, y}, Radius: radius, Concentration: 1}}
}

func TestTopology(t *testing.T) {
	sphere := Topology{Dimension: 2, Components: 1, EulerCharacteristics: []int{2}}
	aroundAxis := MixtureComponent{1, &UniformTorus{TorusShape: TorusShape{3, 1}}}
	small := MixtureComponent{1, &UniformSphere{Dimension: 2, Radius: 1}}
	large := MixtureComponent{1, &UniformSphere{Dimension: 2, Radius: 3}}
	tests := []struct {
		name         string
		distribution Manifold
		want         Topology
		ok           bool
	}{
		{"circle", circle(0, 0, 1).Source.(Manifold), Topology{Dimension: 1, Components: 1, ClosedLoops: 1}, true},
		{"sphere", &Earth{}, sphere, true},
		{"3-sphere", &UniformSphere{Dimension: 3, Radius: 1},
			Topology{Dimension: 3, Components: 1, EulerCharacteristics: []int{0}}, true},
		{"torus", &AminoAcids{TorusShape: TorusShape{3, 1}},
			Topology{Dimension: 2, Components: 1, EulerCharacteristics: []int{0}}, true},
		{"circles apart", &Mixture{[]MixtureComponent{circle(-2, 0, 1), circle(2, 0, 1)}},
			Topology{Dimension: 1, Components: 2, ClosedLoops: 2}, true},
		{"one circle twice", &Mixture{[]MixtureComponent{circle(0, 0, 1), circle(0, 0, 1)}},
			Topology{Dimension: 1, Components: 1, ClosedLoops: 1}, true},
		{"one circle in another", &Mixture{[]MixtureComponent{circle(0, 0, 1), circle(0.2, 0, 3)}},
			Topology{Dimension: 1, Components: 2, ClosedLoops: 2}, true},
		{"circles that cross", &Mixture{[]MixtureComponent{circle(0, 0, 1), circle(1, 0, 1)}}, Topology{}, false},
		{"circles that barely cross", &Mixture{[]MixtureComponent{circle(0, 0, 1), circle(1.99, 0, 1)}},
			Topology{}, false},
		{"sphere in a torus's hole", &Mixture{[]MixtureComponent{aroundAxis, small}},
			Topology{Dimension: 2, Components: 2, EulerCharacteristics: []int{2, 0}}, true},
		{"sphere through a torus", &Mixture{[]MixtureComponent{aroundAxis, large}}, Topology{}, false},
		{"nested", &Mixture{[]MixtureComponent{circle(0, 0, 1),
			{1, &Mixture{[]MixtureComponent{circle(0, 0, 1), circle(5, 0, 1)}}}}},
			Topology{Dimension: 1, Components: 2, ClosedLoops: 2}, true},
	}
	for _, test := range tests {
		got, ok := test.distribution.Topology()
		if diff := cmp.Diff(test.want, got); diff != "" || ok != test.ok || got.Equal(test.want) != true {
			t.Errorf("%s: %v %s", test.name, ok, diff)
		}
	}
	if sphere.Equal(Topology{Dimension: 2, Components: 1, EulerCharacteristics: []int{0}}) {
		t.Error("a sphere is a torus")
	}
}

func TestMixtureDensity(t *testing.T) {
	left, right := circle(-2, 0, 1), circle(2, 0, 1)
	right.Weight = 3
	mixture := &Mixture{[]MixtureComponent{left, right}}
	onRight := []float64{3, 0}
	want := math.Log(0.75) + right.Source.(Distribution).LogDensity(onRight)
	if got := mixture.LogDensity(onRight); !near(got, want, 1e-14) {
		t.Errorf("%v, %v expected", got, want)
	}
	if got := mixture.LogDensity([]float64{0, 0}); !math.IsInf(got, -1) {
		t.Errorf("%v off the manifold", got)
	}
}

func TestMixtureNearestTakesTheCloserManifold(t *testing.T) {
	mixture := &Mixture{[]MixtureComponent{circle(-2, 0, 1), circle(2, 0, 1)}}
	if diff := cmp.Diff([]float64{-1, 0}, mixture.Nearest([]float64{-0.5, 0})); diff != "" {
		t.Error(diff)
	}
}

// TestMixtureIsShuffled: runs of one component are short, so that batches taken in order hold both.
func TestMixtureIsShuffled(t *testing.T) {
	mixture := &Mixture{[]MixtureComponent{circle(-2, 0, 1), circle(2, 0, 1)}}
	set := mixture.Sample(newRand(1), 1000)
	longest, run := 0, 0
	for i := 1; i < set.Len(); i++ {
		if set.At(i)[0]*set.At(i - 1)[0] < 0 {
			run = 0
		}
		run++
		longest = max(longest, run)
	}
	if longest > 30 { // by chance with probability below 1000/2^30
		t.Errorf("%d points in a row are of one component", longest)
	}
}

// changed is a distribution whose code has the given version.
type changed struct {
	VonMises
	version int
}

func (c *changed) CodeVersion() int { return c.version }

func TestVersionOfAMixtureIsRaisedWithItsComponents(t *testing.T) {
	mixture := func(sources ...Source) *Mixture {
		m := &Mixture{}
		for _, source := range sources {
			m.Components = append(m.Components, MixtureComponent{1, source})
		}
		return m
	}
	plain := &VonMises{}
	for want, source := range map[int]Source{
		1: mixture(plain, plain),
		2: mixture(plain, &changed{version: 2}),
		4: mixture(&changed{version: 2}, mixture(plain, &changed{version: 3})),
	} {
		if got := CodeVersion(source); got != want {
			t.Errorf("version %d, want %d", got, want)
		}
	}
}
