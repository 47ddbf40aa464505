package mesh

import (
	"math"
	"math/rand/v2"
	"testing"

	"ebim/framework/points"
	"ebim/framework/random/randomtest"
)

// arms are data with noise on four straight arms of length 1 that end before the place where their lines meet.
func arms(rng *rand.Rand, perArm int, before, noise float64) *points.Set {
	data := points.New(0, 2)
	for _, angle := range []float64{0.5, -0.5, math.Pi - 0.5, math.Pi + 0.5} {
		sin, cos := math.Sincos(angle)
		for range perArm {
			r := before + rng.Float64()*(1-before)
			data.Data = append(data.Data, r*cos+noise*rng.NormFloat64(), r*sin+noise*rng.NormFloat64())
		}
	}
	return data
}

// A junction of four arms has a void where data end before it, and none where they go on to it, even where the curve
// misses the place a little.
func TestVoids(t *testing.T) {
	const perArm, noise, chance = 150, 0.01, 0.01
	drawn := func(at float64) *Mesh {
		m := &Mesh{Dimension: 1, Vertices: &points.Set{Dim: 2, Data: []float64{at, at}}}
		for k, angle := range []float64{0.5, -0.5, math.Pi - 0.5, math.Pi + 0.5} {
			sin, cos := math.Sincos(angle)
			m.Vertices.Data = append(m.Vertices.Data, cos, sin)
			m.Elements = append(m.Elements, 0, int32(k+1))
		}
		return m
	}
	seeds, wrong, missed := randomtest.Seeds(t, 40), 0, 0
	for seed := range uint64(seeds) {
		rng := rand.New(rand.NewPCG(seed, 1))
		m := drawn(1.5 * noise)
		if found := m.Voids(m.Branches(), arms(rng, perArm, 0, noise), chance, rng); len(found) > 0 {
			wrong++
		}
		found := m.Voids(m.Branches(), arms(rng, perArm, 5*noise, noise), chance, rng)
		if len(found) != 1 {
			missed++
			continue
		}
		if v := found[0]; v.Lacks < 5 || !(v.Radius > 0) || math.Hypot(v.At[0], v.At[1]) > 8*noise {
			t.Errorf("seed %d: %+v", seed, v)
		}
	}
	if 20*wrong > seeds || 10*missed > seeds {
		t.Errorf("%d of %d junctions are said to have a void, %d voids are missed", wrong, seeds, missed)
	}
}

// Ends and places of two segments are no junctions, and without data nothing is said.
func TestNoVoids(t *testing.T) {
	m := &Mesh{Dimension: 1, Vertices: &points.Set{Dim: 1, Data: []float64{0, 1, 2}}, Elements: []int32{0, 1, 1, 2}}
	rng := rand.New(rand.NewPCG(1, 1))
	if found := m.Branches(); len(found) > 0 {
		t.Errorf("branches of a line: %v", found)
	}
	if found := m.Voids([]int32{0, 1}, points.New(5, 1), 0.5, rng); len(found) > 0 {
		t.Errorf("voids of a line: %v", found)
	}
	star := &Mesh{Dimension: 1, Vertices: &points.Set{Dim: 1, Data: []float64{0, 1, 2, 3}},
		Elements: []int32{0, 1, 0, 2, 0, 3}}
	if found := star.Voids(star.Branches(), points.New(0, 1), 0.5, rng); len(found) > 0 {
		t.Errorf("voids without data: %v", found)
	}
}

// The place that fits data on two strands is where their lines meet.
func TestFitted(t *testing.T) {
	data := points.New(0, 2)
	for k := range 50 {
		r := float64(k) / 50
		data.Data = append(data.Data, 0.2+r*0.8, 0.1+r*0.4, 0.2+r*0.3, 0.1-r*0.7)
	}
	at := Fitted(data, []float64{0, 0}, &points.Set{Dim: 2, Data: []float64{1, 0.5, 0.5, -0.6}})
	if math.Hypot(at[0]-0.2, at[1]-0.1) > 1e-3 {
		t.Errorf("the strands meet at %v", at)
	}
	parallel := &points.Set{Dim: 2, Data: []float64{1, 0, 2, 0}}
	if at := Fitted(data, []float64{0, 0}, parallel); at[0] != 0 || at[1] != 0 {
		t.Errorf("strands side by side meet at %v", at)
	}
}
