package image

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/mesh"
	"ebim/framework/network/networktest"
	"ebim/framework/points"
	"ebim/framework/support/supporttest"
)

// The decoders here wind as the angle a tanh(20 z) does, by half a circle in a step of 1/256 of a curve's latent box,
// and by a quarter in one of 1/64 of a surface's.
const steepness = 20

var furthest = map[int]float64{1: 40, 2: 5} // a, by dimension

// wound is the image of [-1, 1]^dimension: the helix (cos, sin, u/2), or the
// surface (r cos, r sin, u/2) with r = (3 + v)/4.
func wound(t *testing.T, dimension int) *Image {
	decoder := supporttest.Fixed(func(z *graph.Node) *graph.Node {
		u := networktest.Coordinate(z, 0)
		angle := graph.MulScalar(graph.Tanh(graph.MulScalar(u, steepness)), furthest[dimension])
		radius := graph.OnesLike(u)
		if dimension == 2 {
			radius = graph.MulScalar(graph.AddScalar(networktest.Coordinate(z, 1), 3), 0.25)
		}
		return networktest.Join(graph.Mul(radius, graph.Cos(angle)), graph.Mul(radius, graph.Sin(angle)),
			graph.MulScalar(u, 0.5))
	})
	square := points.Box{{-1, 1}, {-1, 1}}
	return of(supporttest.Decoded{Latent: supporttest.Environment(t, points.New(1, dimension), square[:dimension]),
		Decoder: decoder,
		Bounds:  points.Box{{-1, 1}, {-1, 1}, {-1, 1}}})
}

// decodedAt is the image of a latent point of wound.
func decodedAt(z ...float64) []float64 {
	sin, cos := math.Sincos(furthest[len(z)] * math.Tanh(steepness*z[0]))
	radius := 1.0
	if len(z) == 2 {
		radius = (3 + z[1]) / 4
	}
	return []float64{radius * cos, radius * sin, z[0] / 2}
}

// A mesh is nearer to a model's points, where the decoder stretches most, than its edges may be bent: 1/16 of their
// length, and more in triangles, whose inside is farther from edges. Before edges were bisected, 4 % of the curve's
// points here and 14 % of the surface's were farther than the length, up to 1.6 and 5.2 lengths.
func TestMeshOfADecoderThatStretches(t *testing.T) {
	const resolution = 32
	length := math.Sqrt(12) / resolution
	for dimension, want := range map[int]struct{ share, mass float64 }{1: {1.0 / 16, 1e-3}, 2: {1.0 / 8, 5e-3}} {
		made, err := with(supporttest.Slope(make([]float64, dimension)...),
			wound(t, dimension)).Mesh(t.Context(), resolution)
		if err != nil {
			t.Fatal(err)
		}
		rng := rand.New(rand.NewPCG(3, uint64(dimension)))
		farthest := 0.0
		for range 120 / (dimension * dimension) {
			z := []float64{rng.Float64()/5 - 0.1, 2*rng.Float64() - 1}[:dimension]
			farthest = max(farthest, distanceFromMesh(made, decodedAt(z...)))
		}
		if !(farthest < want.share*length) {
			t.Errorf("dimension %d: a point of the model is %.3g from its mesh, %.3g lengths", dimension, farthest,
				farthest/length)
		}
		made.Edges(func(e mesh.Edge) {
			if chord := supporttest.Distance(made.Vertices.At(int(e[0])),
				made.Vertices.At(int(e[1]))); !(chord <= length) {
				t.Fatalf("dimension %d: an edge is %.3g long; %.3g is allowed", dimension, chord, length)
			}
		})
		topology := made.Topology(mesh.TopologyOptions{})
		if whole := topology.Components; len(whole) != 1 || whole[0].Euler != 1 || topology.NonManifold > 0 ||
			whole[0].Vertices != made.Vertices.Len() {
			t.Errorf("dimension %d: a box's image is %+v", dimension, topology)
		}
		if len(made.Notes) > 0 {
			t.Errorf("dimension %d: notes %q", dimension, made.Notes)
		}
		checkWoundDensity(t, made, dimension, want.mass)
	}
}

// checkWoundDensity tests that the latent mass of 2^dimension is there on the mesh, pushed forward by 1 over the
// stretch.
func checkWoundDensity(t *testing.T, made *mesh.Mesh, dimension int, tolerance float64) {
	t.Helper()
	for i := range made.Vertices.Len() {
		x := made.Vertices.At(i)
		tanh := math.Tanh(steepness * 2 * x[2])
		speed, radius := furthest[dimension]*steepness*(1-tanh*tanh), math.Hypot(x[0], x[1])
		stretch := math.Hypot(radius*speed, 0.5)
		if dimension == 2 {
			stretch /= 4
		}
		want := -math.Log(stretch) - float64(dimension)*math.Ln2
		if got := made.Values[mesh.LogDensity][i]; !(math.Abs(got-want) < tolerance) {
			t.Fatalf("dimension %d: the log density at %v is %v, want %v", dimension, x, got, want)
		}
	}
}

// distanceFromMesh is that of a point from the nearest element.
func distanceFromMesh(m *mesh.Mesh, x []float64) float64 {
	least := math.Inf(1)
	for i := range m.Len() {
		corners := m.Element(i)
		a, b := m.Vertices.At(int(corners[0])), m.Vertices.At(int(corners[1]))
		least = min(least, distanceFromSegment(a, b, x))
		if m.Dimension == 2 {
			c := m.Vertices.At(int(corners[2]))
			least = min(least, distanceFromSegment(b, c, x), distanceFromSegment(c, a, x), distanceInside(a, b, c, x))
		}
	}
	return least
}

func distanceFromSegment(a, b, x []float64) float64 {
	along, square := 0.0, 0.0
	for i := range a {
		along += (x[i] - a[i]) * (b[i] - a[i])
		square += (b[i] - a[i]) * (b[i] - a[i])
	}
	share := 0.0
	if square > 0 {
		share = min(max(along/square, 0), 1)
	}
	nearest := make([]float64, len(a))
	for i := range a {
		nearest[i] = a[i] + share*(b[i]-a[i])
	}
	return supporttest.Distance(nearest, x)
}

// distanceInside is that of a point from a triangle's plane in R^3, infinite where its foot is not in the triangle.
func distanceInside(a, b, c, x []float64) float64 {
	var u, v, w [3]float64
	for i := range 3 {
		u[i], v[i], w[i] = b[i]-a[i], c[i]-a[i], x[i]-a[i]
	}
	dot := func(p, q [3]float64) float64 { return p[0]*q[0] + p[1]*q[1] + p[2]*q[2] }
	uu, uv, vv, wu, wv := dot(u, u), dot(u, v), dot(v, v), dot(w, u), dot(w, v)
	determinant := uu*vv - uv*uv
	s, r := (wu*vv-wv*uv)/determinant, (wv*uu-wu*uv)/determinant
	if !(s >= 0 && r >= 0 && s+r <= 1) {
		return math.Inf(1)
	}
	square := dot(w, w) - s*wu - r*wv
	return math.Sqrt(max(square, 0))
}

// Where the bound on the number of vertices is hit, the mesh says so; the worst edges were bisected.
func TestRefinementIsBounded(t *testing.T) {
	m := wound(t, 1)
	decoding, err := m.newDecoding()
	if err != nil {
		t.Fatal(err)
	}
	made, err := newDecodedMesh(t.Context(), decoding, proportional(m.latent.Environment().Box, 256))
	if err != nil {
		t.Fatal(err)
	}
	before := made.mesh.Measure()
	if err := made.refine(t.Context(), m.bounds, 0.1, 100); err != nil {
		t.Fatal(err)
	}
	if made.mesh.Len() != 356 || made.codes.Len() != 357 || made.mesh.Measure() < 1.2*before {
		t.Errorf("%d segments of %d vertices of length %v, %v before", made.mesh.Len(), made.codes.Len(),
			made.mesh.Measure(), before)
	}
	if len(made.mesh.Notes) != 1 || !strings.Contains(made.mesh.Notes[0], "100 more vertices") {
		t.Errorf("the notes are %q", made.mesh.Notes)
	}
}

// A decoder that jumps is bisected down to what single precision tells apart, and no further.
func TestMeshOfADecoderThatJumps(t *testing.T) {
	m := parabola(t)
	m.Decoder = supporttest.Fixed(func(z *graph.Node) *graph.Node {
		return networktest.Join(z,
			graph.Sign(graph.AddScalar(z, -0.123)))
	})
	made, err := m.Mesh(t.Context(), 50)
	if err != nil {
		t.Fatal(err)
	}
	if len(made.Notes) > 0 || made.Vertices.Len() > 401+20 {
		t.Errorf("%d vertices, notes %q", made.Vertices.Len(), made.Notes)
	}
}

// Out of the data's box, edges may be as long as a quarter of their distance from it, so that a straight line of
// 1.6e5, which is two million of the length allowed inside, costs few vertices.
func TestMeshOutOfTheBox(t *testing.T) {
	m := parabola(t)
	m.Decoder = supporttest.Fixed(func(z *graph.Node) *graph.Node {
		return networktest.Join(graph.Exp(graph.MulScalar(z, 6)), z)
	})
	made, err := m.Mesh(t.Context(), 50)
	if err != nil {
		t.Fatal(err)
	}
	if len(made.Notes) > 0 || made.Vertices.Len() > 1000 {
		t.Errorf("%d vertices, notes %q", made.Vertices.Len(), made.Notes)
	}
}
