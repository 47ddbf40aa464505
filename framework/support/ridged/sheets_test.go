package ridged

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"

	"ebim/framework/mesh"
	"ebim/framework/points"
)

// crossed is n points of squares with sides of length 2, the second turned by an angle about the line in which they
// cross, with noise; and the normals of the points' squares.
func crossed(n int, angle, noise float64, seed uint64) (x *points.Set, normals [][]float64) {
	rng := rand.New(rand.NewPCG(seed, 4))
	x = points.New(n, 3)
	for i := range n {
		turn := angle * float64(i%2)
		sine, cosine := math.Sincos(turn)
		u, v := 2*rng.Float64()-1, 2*rng.Float64()-1
		copy(x.At(i), []float64{u * cosine, v, u * sine})
		for j := range 3 {
			x.At(i)[j] += noise * rng.NormFloat64()
		}
		normals = append(normals, []float64{-sine, 0, cosine})
	}
	return x, normals
}

func TestSheetsOfSquaresThatCross(t *testing.T) {
	for _, degrees := range []float64{90, 40} {
		for _, noise := range []float64{0, 0.02} {
			x, normals := crossed(500, degrees*math.Pi/180, noise, 1)
			s := stripOf(x, 0.17, 0.17, noise)
			if s == nil {
				t.Errorf("%v degrees, noise %v: no strip", degrees, noise)
				continue
			}
			count, tilted := 0, 0
			for i, f := range s.sheetsThrough(1) {
				away := math.Hypot(x.At(i)[0], x.At(i)[2])
				if s.holds(x.At(i)) != (f != nil) && away < 0.3 {
					tilted++
				}
				if f == nil || away < 0.1 { // nearer than that, both squares are near
					continue
				}
				count++
				u, v := f.coordinates(x.At(i), make([]float64, 3))
				_, tangents := f.point(u, v)
				sine := math.Hypot(floats.Dot(tangents[0], normals[i]), floats.Dot(tangents[1], normals[i]))
				if sine > math.Sin(math.Pi/9) {
					tilted++
				}
			}
			if count < 60 || tilted > count/25 {
				t.Errorf("%v degrees, noise %v: of %d points of the strip %d have other tangents", degrees, noise,
					count, tilted)
			}
		}
	}
}

func TestSquaresThatCrossAreTwoSurfaces(t *testing.T) {
	x, _ := crossed(800, math.Pi/3, 0, 2)
	cloud, normals := crossed(5000, math.Pi/3, 0, 3)
	p := &Projected{Points: cloud, Residual: make([]float64, cloud.Len()), Pull: make([]float64, cloud.Len())}
	for _, normal := range normals {
		along := []float64{normal[2], 0, -normal[0]}
		p.Frames = append(p.Frames, Frame{Tangents: [][]float64{along, {0, 1, 0}}})
	}
	rng := rand.New(rand.NewPCG(1, 6))
	s := stripOf(x, 0.14, 0.14, 0)
	if s == nil {
		t.Fatal("no strip")
	}
	p = s.lift(p, 0.14, 1, 1)
	chosen := p.choose(thinned(p, 0.12, rng))
	n := &net{at: chosen.Points, apart: 0.12, pull: chosen.Pull}
	for _, f := range chosen.Frames {
		n.tangents = append(n.tangents, f.Tangents)
	}
	n.otherSheet = func(i, j int) bool { return !chosen.onSheet(i, chosen, j) }
	m := n.mesh(2)
	n.fill(m, func(*mesh.Mesh, []int32) (found, expected float64) { return 0, 0 })
	found := m.Topology(mesh.TopologyOptions{Crossings: true})
	if len(found.Components) != 2 || found.Crossings.Curves != 1 || found.Pieces() != 1 || found.Euler() != 1 ||
		found.Boundary() != 2 || found.NonManifold > 0 {
		t.Errorf("%+v, %d curves", found, found.Crossings.Curves)
	}
}

func TestNothingCrosses(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 5))
	for name, draw := range map[string]func(u, v float64) []float64{
		"roof": func(u, v float64) []float64 { return []float64{u - 0.5, v, math.Abs(u - 0.5)} },
		"torus": func(u, v float64) []float64 {
			a, b := 2*math.Pi*u, 2*math.Pi*v
			r := 1 + 0.3*math.Cos(b)
			return []float64{r * math.Cos(a), r * math.Sin(a), 0.3 * math.Sin(b)}
		},
		"roll": func(u, v float64) []float64 {
			a := 3 + 9*u
			return []float64{a / 10 * math.Cos(a), a / 10 * math.Sin(a), v}
		},
		"step": func(u, v float64) []float64 { return []float64{u, v, 0.1 * math.Tanh(20*(u-0.5))} },
	} {
		x := points.New(0, 3)
		for range 1000 {
			for _, value := range draw(rng.Float64(), rng.Float64()) {
				x.Data = append(x.Data, value+0.005*rng.NormFloat64())
			}
		}
		if s := stripOf(x, 0.12, 0.12, 0.005); s != nil {
			t.Errorf("%s: a strip of %d points", name, s.at.Len())
		}
	}
}
