package metrics

import (
	"context"
	"errors"
	"maps"
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ebim/framework/dataset"
	"ebim/framework/experiment"
	"ebim/framework/manifold"
	"ebim/framework/mesh"
	"ebim/framework/model"
	"ebim/framework/points"
)

func circlePair() *dataset.Mixture {
	at := func(x float64) dataset.MixtureComponent {
		return dataset.MixtureComponent{Weight: 1, Source: &dataset.VonMises{Center: []float64{x, 0}, Radius: 0.7}}
	}
	return &dataset.Mixture{Components: []dataset.MixtureComponent{at(-1), at(1)}}
}

func TestTopologyOfZeroSets(t *testing.T) {
	circle, sphere := vonMises(1, 1), &dataset.UniformSphere{Dimension: 2, Radius: 1}
	torus := &dataset.UniformTorus{TorusShape: dataset.TorusShape{MajorRadius: 1.2, MinorRadius: 0.5}}
	pair := both(ball(0.7, -1, 0), ball(0.7, 1, 0))
	pinched := &dataset.Mixture{Components: []dataset.MixtureComponent{{Weight: 1, Source: circle},
		{Weight: 1, Source: vonMises(1, 1.0001)}}}
	curve := func(components, closed, open, cut, euler, debris float64) map[string]float64 {
		return map[string]float64{"components": components, "closed": closed, "open": open, "cut": cut,
			"euler_characteristic": euler, "debris": debris, "boundary": 2 * (open + cut), "crossings": 0}
	}
	each := func(of map[string]float64) map[string]float64 {
		of["euler_characteristic_1"], of["euler_characteristic_2"] = 0, 0
		return of
	}
	surface := func(of map[string]float64, loops, genus float64) map[string]float64 {
		of["boundary_loops"], of["genus"], of["orientable"], of["boundary"] = loops, genus, 1, loops
		return of
	}
	for name, test := range map[string]struct {
		f       signedDistance
		truth   dataset.Source
		want    map[string]float64
		matches float64 // NaN: not known
	}{
		"circle":                     {ball(1, 0, 0), circle, curve(1, 1, 0, 0, 0, 0), 1},
		"one circle instead of two":  {ball(1, 0, 0), circlePair(), curve(1, 1, 0, 0, 0, 0), 0},
		"two circles":                {pair, circlePair(), each(curve(2, 2, 0, 0, 0, 0)), 1},
		"two circles instead of one": {pair, circle, each(curve(2, 2, 0, 0, 0, 0)), 0},
		"circle with debris":         {both(ball(1, 0, 0), ball(0.04, 1.5, 1.5)), circle, curve(1, 1, 0, 0, 0, 1), 1},
		"circle that leaves the box": {ball(1, 1.5, 0), circle, curve(1, 0, 0, 1, 1, 0), 0},
		"truth of unknown topology":  {ball(1, 0, 0), pinched, curve(1, 1, 0, 0, 0, 0), math.NaN()},
		"file of unknown manifold":   {ball(1, 0, 0), &dataset.CSV{}, curve(1, 1, 0, 0, 0, 0), math.NaN()},
		"sphere":                     {ball(1, 0, 0, 0), sphere, surface(curve(1, 1, 0, 0, 2, 0), 0, 0), 1},
		"torus":                      {doughnut(1.2, 0.5), torus, surface(curve(1, 1, 0, 0, 0, 0), 0, 1), 1},
		"torus instead of a sphere":  {doughnut(1.2, 0.5), sphere, surface(curve(1, 1, 0, 0, 0, 0), 0, 1), 0},
		"bowl":                       {ball(1, 0, 0, 1.5), sphere, surface(curve(1, 0, 0, 1, 1, 0), 1, 0), 0},
	} {
		t.Run(name, func(t *testing.T) {
			dim, resolution := 2, 100
			if _, ok := test.want["genus"]; ok {
				dim, resolution = 3, 24
			}
			s := implicit(t, test.f, dim, resolution, test.truth)
			got := measured(t, &Topology{Debris: 0.05}, s)
			if share := got["debris_share"]; (share > 0) != (got["debris"] > 0) || share > 0.05 {
				t.Errorf("debris has the share %v", share)
			}
			delete(got, "debris_share")
			for _, name := range []string{"measure_1", "measure_2"} { // of the two circles, of radius 0.7
				if length, ok := got[name]; ok {
					near(t, name, length, 2*math.Pi*0.7, 1e-2)
				}
				delete(got, name)
			}
			if !math.IsNaN(test.matches) {
				test.want["matches"] = test.matches
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Error(diff)
			}
			s.Derived = true
			if _, ok := measured(t, &Topology{Debris: 0.05}, s)["matches"]; ok {
				t.Error("a derived model is compared with the data that it isn't learned from")
			}
		})
	}
}

// Own data match what is stated of them, and what isn't stated is not compared.
func TestStatedTopology(t *testing.T) {
	number := func(n int) *int { return &n }
	closed := func(components int, euler, genus *int) dataset.StatedTopology {
		return dataset.StatedTopology{Components: components, Closed: true, Euler: euler, Genus: genus}
	}
	arc, pair := ball(1, 1.5, 0), both(ball(0.7, -1, 0), ball(0.7, 1, 0))
	for name, test := range map[string]struct {
		f      signedDistance
		dim    int
		stated dataset.StatedTopology
		want   float64
	}{
		"circle":           {ball(1, 0, 0), 2, closed(1, nil, nil), 1},
		"circle by euler":  {ball(1, 0, 0), 2, closed(1, number(0), nil), 1},
		"circle for two":   {ball(1, 0, 0), 2, closed(2, nil, nil), 0},
		"two for a circle": {pair, 2, closed(1, nil, nil), 0},
		"arc for a circle": {arc, 2, closed(1, nil, nil), 0},
		"arc":              {arc, 2, dataset.StatedTopology{Components: 1, Euler: number(1)}, 1},
		"of a surface":     {arc, 2, dataset.StatedTopology{Components: 1, Dimension: number(2)}, 0},
		"ends of an arc":   {arc, 2, dataset.StatedTopology{Components: 1, Boundary: number(2)}, 1},
		"ends of a circle": {ball(1, 0, 0), 2, dataset.StatedTopology{Components: 1, Boundary: number(2)}, 0},
		"one-sided torus": {doughnut(1.2, 0.5), 3,
			dataset.StatedTopology{Components: 1, Boundary: number(0), Orientable: new(bool)}, 0},
		"circle for an arc":   {ball(1, 0, 0), 2, dataset.StatedTopology{Components: 1, Euler: number(1)}, 0},
		"torus":               {doughnut(1.2, 0.5), 3, closed(1, number(0), number(1)), 1},
		"torus for a sphere":  {doughnut(1.2, 0.5), 3, closed(1, number(2), nil), 0},
		"torus for genus 2":   {doughnut(1.2, 0.5), 3, closed(1, nil, number(2)), 0},
		"torus for something": {doughnut(1.2, 0.5), 3, closed(1, nil, nil), 1},
	} {
		s := implicit(t, test.f, test.dim, map[int]int{2: 100, 3: 24}[test.dim], &dataset.CSV{})
		s.Topology = &test.stated
		if got := measured(t, &Topology{Debris: 0.05}, s)["matches"]; got != test.want {
			t.Errorf("%s: matches is %v", name, got)
		}
	}
}

// A torus beside a sphere: what tells them apart is said of each, the larger first.
func TestTopologyOfEachComponent(t *testing.T) {
	got := measured(t, &Topology{Debris: 0.01}, implicit(t, both(doughnut(1.2, 0.3), ball(0.6, 0, 0, 0)), 3, 48,
		&dataset.CSV{}))
	near(t, "the torus's area", got["measure_1"], 4*math.Pi*math.Pi*1.2*0.3, 0.1)
	near(t, "the sphere's area", got["measure_2"], 4*math.Pi*0.36, 0.1)
	for name, want := range map[string]float64{"components": 2, "genus": 1, "genus_1": 1, "genus_2": 0,
		"euler_characteristic":   2,
		"euler_characteristic_1": 0, "euler_characteristic_2": 2, "boundary_loops_1": 0, "boundary_loops_2": 0} {
		if figure, ok := got[name]; !ok || figure != want {
			t.Errorf("%s is %v (%v), want %v", name, figure, ok, want)
		}
	}
}

func TestDebrisCounts(t *testing.T) {
	s := implicit(t, both(ball(1, 0, 0), ball(0.04, 1.5, 1.5)), 2, 100, vonMises(1, 1))
	if got := measured(t, &Topology{Debris: 0.01}, s); got["components"] != 2 || got["debris"] != 0 ||
		got["matches"] != 0 {
		t.Errorf("a component above the bound: %v", got)
	}
	got := measured(t, &Topology{Debris: 0.05}, s)
	near(t, "the share of debris, a polygon of few segments,", got["debris_share"], 0.04/1.04, 4e-3)
}

func TestTopologyOfNothing(t *testing.T) {
	s := implicit(t, ball(1, 0, 0), 2, 16, vonMises(1, 1))
	s.Mesh = nil
	if got := measured(t, &Topology{Debris: 0.01}, s); got["components"] != 0 || got["matches"] != 0 || len(got) != 10 {
		t.Errorf("an empty zero set has %v", got)
	}
	if _, err := (&Topology{}).Measure(t.Context(), wholePlane(t)); !errors.Is(err, experiment.ErrNotApplicable) {
		t.Errorf("a model of the whole space: %v", err)
	}
	s.Trained, s.Traits.Implicit = trueFamily(vonMises(1, 1)), false
	if _, err := (&Topology{}).Measure(t.Context(), s); !errors.Is(err, experiment.ErrNotApplicable) {
		t.Errorf("a model without a mesh: %v", err)
	}
}

// twoBipyramids are over hexagons, whose corners have the same numbers in both where shared says so. The apexes are
// their own.
func twoBipyramids(shared ...int32) *mesh.Mesh {
	m := &mesh.Mesh{Dimension: 2, Vertices: points.New(16, 3)}
	for i := range m.Vertices.Len() {
		sin, cos := math.Sincos(float64(i%8) * math.Pi / 3)
		copy(m.Vertices.At(i), []float64{cos, sin, float64(i/8) / 4})
	}
	for second := range int32(2) {
		corner := func(k int32) int32 {
			if k %= 6; slices.Contains(shared, k) {
				return k
			}
			return k + 8*second
		}
		for _, apex := range []int32{6, 7} {
			at := m.Vertices.At(int(apex + 8*second))
			copy(at, []float64{0, 0, float64(apex) - 6.5 + float64(second)/4})
			for k := range int32(6) {
				a, b := corner(k), corner(k+1)
				if apex == 6 {
					a, b = b, a
				}
				m.Elements = append(m.Elements, a, b, apex+8*second)
			}
		}
	}
	return m
}

// klein is a grid of 6 x 6 quadrilaterals, opposite sides of which are glued: two of them with a twist, if twisted.
func klein(twisted bool) *mesh.Mesh {
	const n = 6
	m := &mesh.Mesh{Dimension: 2, Vertices: points.New(n*n, 3)}
	at := func(i, j int) int32 {
		if twisted && i == n {
			j = n - j
		}
		return int32(i%n*n + j%n)
	}
	for i := range n {
		for j := range n {
			copy(m.Vertices.At(i*n+j), []float64{float64(i), float64(j), float64(i * j % 5)})
			m.Elements = append(m.Elements, at(i, j), at(i+1, j), at(i, j+1), at(i, j+1), at(i+1, j), at(i+1, j+1))
		}
	}
	return m
}

// One closed component of the right Euler characteristic is not enough: a Klein bottle is no torus, and neither
// spheres that touch along edges or at vertices are a sphere.
func TestTopologyMatchesOrientableManifoldsOnly(t *testing.T) {
	sphere, _ := (&dataset.UniformSphere{Dimension: 2, Radius: 1}).Topology()
	torus, _ := (&dataset.UniformTorus{TorusShape: dataset.TorusShape{MajorRadius: 1.2, MinorRadius: 0.5}}).Topology()
	for name, test := range map[string]struct {
		mesh  *mesh.Mesh
		truth dataset.Topology
		want  bool
	}{
		"torus":                        {klein(false), torus, true},
		"Klein bottle":                 {klein(true), torus, false},
		"spheres that share two edges": {twoBipyramids(0, 1, 3, 4), sphere, false},
		"spheres that touch twice":     {twoBipyramids(0, 3), sphere, false},
	} {
		found := test.mesh.Topology(mesh.TopologyOptions{})
		if len(found.Components) != 1 || !found.Components[0].Closed ||
			found.Components[0].Euler != test.truth.EulerCharacteristics[0] {
			t.Errorf("%s: the component is not closed, or its Euler characteristic is another: %+v", name, found)
		}
		if got := matchesTopology(found, test.truth); got != test.want {
			t.Errorf("%s: matches is %v", name, got)
		}
	}
}

// arc is the support of a pushforward model with the given singular values of its decoder, one row for each training
// point.
type arc struct {
	meshed
	values *points.Set // nil: it gives none
}

func (a arc) SingularValues(context.Context, *points.Set) (*points.Set, error) {
	if a.values == nil {
		return nil, errors.ErrUnsupported
	}
	return a.values, nil
}

func pushforward(singularValues *points.Set) *model.Trained {
	return &model.Trained{Support: arc{values: singularValues}}
}

func TestTopologyOfPushforwardModels(t *testing.T) {
	// A lemniscate from angle 0.1 to 2 pi - 0.1: an arc that crosses itself at the origin, once.
	const n = 200
	vertices := points.New(n, 2)
	for i := range n {
		sin, cos := math.Sincos(0.1 + (2*math.Pi-0.2)*float64(i)/(n-1))
		copy(vertices.At(i), []float64{cos, sin * cos})
	}
	eight, err := mesh.Parametric(vertices, []int{n})
	if err != nil {
		t.Fatal(err)
	}
	s := &experiment.Subject{Traits: model.Traits{Ambient: 2, Dimension: 1, Density: true}, Mesh: eight,
		Source: vonMises(2, 1),
		Box:    points.Box{{-1, 1}, {-1, vertices.At(0)[1]}}, Train: points.New(3, 2)}
	for stretch, values := range map[float64][]float64{8: {0.5, 4, 1}, 1: {3, 3, 3}, math.Inf(1): {0, 1, 1}} {
		s.Trained = pushforward(&points.Set{Dim: 1, Data: values})
		want := map[string]float64{"components": 1, "closed": 0, "open": 1, "cut": 0, "euler_characteristic": 1,
			"debris": 0, "debris_share": 0, "boundary": 2, "crossings": 0,
			"matches": 0, "self_intersections": 1, "stretch": stretch,
			"smallest_singular_value": slices.Min(values), "largest_singular_value": slices.Max(values)}
		if got := measured(t, &Topology{Debris: 0.01}, s); !maps.Equal(got, want) {
			t.Error(cmp.Diff(want, got))
		}
	}
	s.Trained = pushforward(&points.Set{Dim: 1, Data: []float64{1, 1, math.NaN()}})
	_, err = (&Topology{Debris: 0.01}).Measure(t.Context(), s)
	wantError(t, "not a number", err, "training point 2 is NaN")
	s.Trained = pushforward(nil)
	got := measured(t, &Topology{Debris: 0.01}, s)
	if _, stretched := got["stretch"]; stretched || got["self_intersections"] != 1 {
		t.Errorf("a mesh without singular values: %v", got)
	}
}

func TestStretchOfSurfacesIsOverAllPoints(t *testing.T) {
	// Two points with ratios 2 and 3 of their own; over both, 6 to 1.
	symptoms, err := pushforwardSymptoms(t.Context(), &experiment.Subject{Train: points.New(2, 3),
		Trained: pushforward(&points.Set{Dim: 2, Data: []float64{2, 1, 6, 2}})})
	if err != nil || symptoms["stretch"] != 6 || len(symptoms) != 3 {
		t.Errorf("%v, %v", symptoms, err)
	}
}

func TestTopologyNeedsAModelWithAMesh(t *testing.T) {
	ambient := &model.EBM{}
	manifold := &model.ImplicitManifold{Manifold: manifold.Manifold{Dimension: 1}}
	settings := func(source dataset.Source, models map[string]model.Model) *experiment.Settings {
		return &experiment.Settings{Data: experiment.Data{Source: source}, Models: models}
	}
	check := func(s *experiment.Settings) error { return refusal(new(Topology).Needs(s)) }
	for name, s := range map[string]*experiment.Settings{
		"one of two": settings(vonMises(1, 1), map[string]model.Model{"a": ambient, "b": manifold}),
		"unknown":    settings(&dataset.CSV{}, map[string]model.Model{"a": ambient}),
		"no mesh, but a known manifold": settings(&dataset.Embedded{Source: vonMises(1, 1), Dimension: 5},
			map[string]model.Model{"a": ambient, "b": manifold}),
	} {
		if err := check(s); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	err := check(settings(vonMises(1, 1), map[string]model.Model{"a": ambient}))
	wantError(t, "whole space", err, "surfaces in three")
	err = check(settings(&dataset.UniformSphere{Dimension: 4}, map[string]model.Model{"a": manifold}))
	wantError(t, "five dimensions", err, "R^5")
	err = check(settings(&dataset.Embedded{Source: vonMises(1, 1), Dimension: 5}, map[string]model.Model{"a": ambient}))
	wantError(t, "five dimensions without a manifold", err, "R^5")
}
