package mesh

import (
	"math"
	"math/rand/v2"
	"testing"

	"ebim/framework/points"
)

// keyhole is the outline of a unit disc with a slot of width 0.08 as far as x = 0.2: a polyline.
func keyhole() (outline [][]float64) {
	for i := range 201 {
		sine, cosine := math.Sincos(0.04 + (2*math.Pi-0.08)*float64(i)/200)
		outline = append(outline, []float64{cosine, sine})
	}
	for i := range 21 {
		outline = append(outline, []float64{1 - 0.04*float64(i), -0.04})
	}
	for i := range 20 {
		outline = append(outline, []float64{0.24 + 0.04*float64(i), 0.04})
	}
	return outline
}

// A curve that closes the mouth of a slot goes into the slot where the data do, and then is one.
func TestExchanges(t *testing.T) {
	rng, truth := rand.New(rand.NewPCG(1, 2)), keyhole()
	closed := &Mesh{Dimension: 1, Vertices: points.New(0, 2)} // the mouth
	for i, x := range truth {
		closed.Vertices.Data = append(closed.Vertices.Data, x...)
		switch next := (i + 1) % len(truth); i {
		case 200:
			closed.Elements = append(closed.Elements, 200, 0)
		case len(truth) - 1:
			closed.Elements = append(closed.Elements, int32(i), 202)
		case 201:
		default:
			closed.Elements = append(closed.Elements, int32(i), int32(next))
		}
	}
	closed = closed.Part(func(int) bool { return true })
	data := points.New(0, 2)
	for data.Len() < 1000 {
		k := rng.IntN(len(truth))
		a, b := truth[k], truth[(k+1)%len(truth)]
		if length := math.Hypot(b[0]-a[0], b[1]-a[1]); rng.Float64()*0.1 < length {
			share := rng.Float64()
			data.Data = append(data.Data, a[0]+share*(b[0]-a[0]), a[1]+share*(b[1]-a[1]))
		}
	}
	if of := closed.Topology(TopologyOptions{}); len(of.Components) != 2 {
		t.Fatalf("it has %d components", len(of.Components))
	}
	found := closed.Exchanges(data, 0.02, 6)
	if len(found) != 1 {
		t.Fatalf("%d exchanges", len(found))
	}
	if of := closed.Exchanged(found).Topology(TopologyOptions{}); len(of.Components) != 1 || of.Boundary() != 0 {
		t.Errorf("afterwards it has %d components and %d ends", len(of.Components), of.Boundary())
	}
	if again := closed.Exchanged(found).Exchanges(data, 0.02, 6); len(again) != 0 {
		t.Errorf("%d exchanges are left", len(again))
	}
}

// Strands side by side, six spacings apart, stay as they are: of 800 data 20 must be missing at one place, which of 20
// sets one has with a chance of 1e-4.
func TestExchangesOfStrandsSideBySide(t *testing.T) {
	for seed := range uint64(20) {
		rng, data := rand.New(rand.NewPCG(seed, 1)), points.New(0, 2)
		m := &Mesh{Dimension: 1, Vertices: points.New(0, 2)}
		for strand := range 2 {
			for i := range 101 {
				m.Vertices.Data = append(m.Vertices.Data, 4*float64(i), 6*float64(strand))
				if v := int32(m.Vertices.Len() - 1); i > 0 {
					m.Elements = append(m.Elements, v-1, v)
				}
			}
			for range 400 {
				data.Data = append(data.Data, 400*rng.Float64(), 6*float64(strand))
			}
		}
		if found := m.Exchanges(data, 1, -math.Log(1e-3)); len(found) > 0 {
			t.Errorf("seed %d: %d exchanges", seed, len(found))
		}
	}
}
