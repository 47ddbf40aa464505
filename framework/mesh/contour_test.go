package mesh

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"ebim/framework/points"
)

// On a face whose signs alternate, the saddle's sign decides which corners are connected; both cells that share the
// face see the same segments, in opposite directions.
func TestAmbiguousFaces(t *testing.T) {
	tests := []struct {
		values [4]float64
		want   [2]segment
	}{
		{[4]float64{3, -1, 3, -1}, [2]segment{{0, 1}, {2, 3}}}, // F >= 0 connected, around corners 1 and 3
		{[4]float64{1, -3, 1, -3}, [2]segment{{0, 3}, {2, 1}}}, // F < 0 connected, around corners 0 and 2
		{[4]float64{-1, 3, -1, 3}, [2]segment{{1, 2}, {3, 0}}}, // the first turned by one corner
		{[4]float64{2, -2, 2, -2}, [2]segment{{0, 1}, {2, 3}}}, // the saddle is 0, which counts as positive
		{[4]float64{0, -1, 0, -1}, [2]segment{{0, 3}, {2, 1}}}, // corners of value 0 are positive, the saddle is not
		{[4]float64{5, -2, 1, -2}, [2]segment{{0, 1}, {2, 3}}}, // 5 * 1 against 2 * 2
		{[4]float64{3, -2, 1, -2}, [2]segment{{0, 3}, {2, 1}}}, // 3 * 1 against 2 * 2
		{[4]float64{-2, 1, -2, 5}, [2]segment{{1, 2}, {3, 0}}}, // the same from another corner
		{[4]float64{-2, 1, -2, 3}, [2]segment{{1, 0}, {3, 2}}},
	}
	for _, test := range tests {
		f := face{values: test.values}
		got, count := f.segments()
		if count != 2 || got != test.want {
			t.Errorf("%v: %v, want %v", test.values, got[:count], test.want)
		}
		// Seen from the other side, corners follow each other the other way round: edge i there is edge 3 - i here.
		v := test.values
		mirrored := face{values: [4]float64{v[0], v[3], v[2], v[1]}}
		back, _ := mirrored.segments()
		for _, s := range back {
			if reverse := (segment{3 - s.to, 3 - s.from}); reverse != got[0] && reverse != got[1] {
				t.Errorf("%v: the other cell has %v", test.values, back)
			}
		}
	}
}

// All sign patterns of a cube give surfaces without border inside.
func TestEverySignPattern(t *testing.T) {
	patterns := func(signs uint) Field {
		return func(_ context.Context, x *points.Set) (*points.Set, []float64, error) {
			values := points.New(x.Len(), 1)
			for i := range x.Len() {
				at, corner := x.At(i), 0
				for axis, v := range at {
					if v > 3.5 {
						corner |= 1 << axis
					}
				}
				// The cube is the middle cell of the box; outside of it F keeps the sign of the nearest corner.
				values.Data[i] = 0.1 + math.Mod(math.Abs(at[0]*7.3+at[1]*3.1+at[2]*5.7+float64(signs)*0.37), 1)
				if signs>>corner&1 == 0 {
					values.Data[i] *= -1
				}
			}
			return values, make([]float64, x.Len()), nil
		}
	}
	box := points.Box{{0, 8}, {0, 7}, {0, 7}}
	for signs := uint(1); signs < 255; signs++ {
		m := mustExtract(t, Problem{Box: box, Resolution: 8, Codimension: 1, Field: patterns(signs)})
		checkManifold(t, m, box)
	}
}

// Noise has every case of every cell next to every other, and in steps it has ties everywhere. The box is too short
// along an axis for noise to be refused.
func TestNoiseGivesManifolds(t *testing.T) {
	for _, kind := range [][2]int{{2, 1}, {3, 1}, {3, 2}} {
		for seed := range uint64(20) {
			rng := rand.New(rand.NewPCG(seed, 1))
			noise := func(_ context.Context, x *points.Set) (*points.Set, []float64, error) {
				values := points.New(x.Len(), kind[1])
				for i := range values.Data {
					if values.Data[i] = rng.NormFloat64(); seed%2 == 1 {
						values.Data[i] = math.Round(values.Data[i])
					}
				}
				return values, make([]float64, x.Len()), nil
			}
			box := points.Box{{0, 32}, {0, 7}, {0, 7}}[:kind[0]]
			m := mustExtract(t, Problem{Box: box, Resolution: 32, Codimension: kind[1], Field: noise})
			checkManifold(t, m, box)
			for _, c := range m.Topology(TopologyOptions{Box: box, Debris: -1}).Components {
				if c.Open || !c.Orientable || m.Dimension == 2 && c.Euler != 2-2*c.Genus-c.BoundaryLoops {
					t.Fatalf("R^%d, codimension %d, seed %d: %+v", kind[0], kind[1], seed, c)
				}
			}
		}
	}
}

// Curves have F > 0 on their left, surfaces' normals point to where F > 0.
func TestOrientation(t *testing.T) {
	circle := mustExtract(t, Problem{Box: points.Cube(2, -1.5, 1.5), Resolution: 16, Codimension: 1,
		Field: field(ball(1, 0, 0)).at})
	for i := range circle.Len() {
		corners := circle.Element(i)
		at, d := circle.Vertices.At(int(corners[0])), direction(circle.Vertices, corners)
		if -d[1]*at[0]+d[0]*at[1] < 0 {
			t.Fatalf("segment %d at %v has F > 0 on its right", i, at)
		}
	}
	sphere := mustExtract(t, Problem{Box: points.Cube(3, -1.5, 1.5), Resolution: 16, Codimension: 1,
		Field: field(ball(1, 0, 0, 0)).at})
	volume := 0.0
	for i := range sphere.Len() {
		corners := sphere.Element(i)
		normal := direction(sphere.Vertices, corners)
		for axis, v := range sphere.Vertices.At(int(corners[0])) {
			volume += normal[axis] * v / 6
		}
	}
	if want := 4 * math.Pi / 3; math.Abs(volume-want) > 0.05*want {
		t.Errorf("the sphere holds the volume %v, want %v", volume, want)
	}
}
