package scaled_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/gomlx/gomlx/core/graph"
	"gonum.org/v1/gonum/mat"

	"ebim/framework/energy"
	"ebim/framework/mesh"
	"ebim/framework/network/networktest"
	"ebim/framework/points"
	"ebim/framework/support"
	"ebim/framework/support/box"
	"ebim/framework/support/image"
	"ebim/framework/support/pieces"
	"ebim/framework/support/scaled"
	"ebim/framework/support/supporttest"
	"ebim/framework/support/zeroset"
)

var uneven = &points.Scaling{Shift: []float64{1e5, -1e7}, Scale: []float64{3, 0.5}}

// onEllipse is a density on the unit circle, scaled.
func onEllipse(circle support.Carrier, inner support.Density) *scaled.Density {
	return &scaled.Density{Inner: inner, Support: &scaled.Support{Inner: circle, By: uneven}}
}

// circles are the unit circle with the density exp(-cos t)/(2 pi I_0(1)), as a zero set and as an image, with the
// tolerance of their logarithms.
func circles(tb testing.TB) map[string]*scaled.Density {
	zeros := zeroset.New(supporttest.Learned(tb, networktest.Sphere(2, 1)))
	covering := supporttest.Covering(tb, 1)
	pair := image.Pair{Encoder: covering.Encoder, Decoder: covering.Decoder,
		Code: func(z *graph.Node) *graph.Node { return z }}
	decoded := image.New(pair, box.New(covering.Latent), covering.Bounds)
	onCodes := supporttest.Fixed(func(z *graph.Node) *graph.Node { return graph.Cos(networktest.Coordinate(z, 0)) })
	return map[string]*scaled.Density{
		"zero set": onEllipse(zeros, &energy.Density{Support: zeros, Energy: supporttest.Slope(1, 0)}),
		"image":    onEllipse(decoded, &energy.Density{Support: decoded, Energy: onCodes}),
	}
}

// law is the logarithm of the density at angle t of the scaled circle: that of the angle over the ellipse's speed.
func law(t float64) float64 {
	bessel := supporttest.Integral(func(s float64) float64 { return math.Exp(-math.Cos(s)) }, 0, 2*math.Pi)
	return -math.Cos(t) - math.Log(bessel) - math.Log(math.Hypot(uneven.Scale[0]*math.Sin(t),
		uneven.Scale[1]*math.Cos(t)))
}

func angle(x []float64) float64 {
	return math.Atan2((x[1]-uneven.Shift[1])/uneven.Scale[1], (x[0]-uneven.Shift[0])/uneven.Scale[0])
}

// A density on a circle becomes the one on the ellipse of which angles are distributed alike, at points, on the mesh
// and in a spread.
func TestDensityOnAnEllipse(t *testing.T) {
	for name, d := range circles(t) {
		t.Run(name, func(t *testing.T) {
			z := points.New(12, 2)
			for i := range z.Len() {
				z.At(i)[1], z.At(i)[0] = math.Sincos(0.1 + 0.5*float64(i))
			}
			x := uneven.Out(z)
			found, err := d.LogDensity(t.Context(), rand.New(rand.NewPCG(1, 1)), x)
			if err != nil {
				t.Fatal(err)
			}
			for i, got := range found.Values {
				if want := law(angle(x.At(i))); math.Abs(got-want) > 1e-3 ||
					supporttest.Distance(found.Nearest.Points.At(i), x.At(i)) > 1e-3 {
					t.Errorf("log density %v at %v, want %v; nearest %v", got, x.At(i), want,
						found.Nearest.Points.At(i))
				}
			}
			made, err := d.Mesh(t.Context(), 128)
			if err != nil {
				t.Fatal(err)
			}
			for i, got := range made.Values[mesh.LogDensity] {
				if want := law(angle(made.Vertices.At(i))); math.Abs(got-want) > 5e-3 {
					t.Fatalf("log density %v at the vertex %v, want %v", got, made.Vertices.At(i), want)
				}
			}
			spread, logs, err := d.Spread(t.Context(), rand.New(rand.NewPCG(2, 1)), 9)
			if err != nil {
				t.Fatal(err)
			}
			for i, got := range logs {
				if want := logs[0] + law(angle(spread.At(i))) - law(angle(spread.At(0))); math.Abs(got-want) > 1e-3 {
					t.Errorf("the spread's log density is %v, want %v", got, want)
				}
			}
		})
	}
}

// Uniform points of the scaled circle are uniform in the ellipse's length, and samples have the angles of the inner
// ones: a mean of cos^2 within five standard errors (false-alarm rate 6e-7 each).
func TestDrawsOnAnEllipse(t *testing.T) {
	d, n := circles(t)["zero set"], 3000
	speed := func(s float64) float64 { return math.Hypot(3*math.Sin(s), 0.5*math.Cos(s)) }
	weight := func(s float64) float64 { return math.Exp(-math.Cos(s)) }
	drawn, err := d.Support.Uniform(t.Context(), rand.New(rand.NewPCG(3, 1)), n)
	if err != nil {
		t.Fatal(err)
	}
	sampled, _, err := d.Sample(t.Context(), rand.New(rand.NewPCG(4, 1)), n)
	if err != nil {
		t.Fatal(err)
	}
	for name, test := range map[string]struct {
		set *points.Set
		by  func(s float64) float64
	}{"uniform": {drawn, speed}, "samples": {sampled, weight}} {
		moment := func(power float64) float64 {
			return supporttest.Integral(func(s float64) float64 { return test.by(s) * math.Pow(math.Cos(s), power) },
				0, 2*math.Pi) /
				supporttest.Integral(test.by, 0, 2*math.Pi)
		}
		mean := 0.0
		for i := range test.set.Len() {
			mean += math.Pow(math.Cos(angle(test.set.At(i))), 2) / float64(test.set.Len())
		}
		want := moment(2)
		if limit := 5 * math.Sqrt((moment(4)-want*want)/float64(n)); test.set.Len() != n ||
			math.Abs(mean-want) > limit {
			t.Errorf("%s: the mean of cos^2 is %v, want %v within %v", name, mean, want, limit)
		}
	}
}

// The stretch of a subspace is the volume that a basis of it spans once it is scaled, whether it is given by normals
// or by tangents.
func TestStretchOfSubspaces(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 1))
	for range 50 {
		n := 2 + rng.IntN(6)
		m := 1 + rng.IntN(n-1)
		tangents, scale := mat.NewDense(n, m, nil), make([]float64, n)
		for i := range n {
			scale[i] = math.Exp(6 * rng.NormFloat64())
			for j := range m {
				tangents.Set(i, j, rng.NormFloat64())
			}
		}
		var whole mat.QR
		whole.Factorize(tangents)
		var q mat.Dense
		whole.QTo(&q)
		var normals, stretched mat.Dense
		normals.CloneFrom(q.Slice(0, n, m, n).T())
		stretched.Mul(mat.NewDiagDense(n, scale), q.Slice(0, n, 0, m))
		var svd mat.SVD
		svd.Factorize(&stretched, mat.SVDNone)
		want := 0.0
		for _, v := range svd.Values(nil) {
			want += math.Log(v)
		}
		for name, got := range map[string]float64{"normals": support.StretchByNormals(normals.RawMatrix().Data, scale),
			"tangents": support.StretchByTangents(tangents.RawMatrix().Data, scale)} {
			if !(math.Abs(got-want) < 1e-6) {
				t.Errorf("by %s in R^%d, dimension %d: %v, want %v", name, n, m, got, want)
			}
		}
	}
}

// One scale stretches every support by its power, and pieces of several dimensions each by its own.
func TestStretchByOneScale(t *testing.T) {
	circle := zeroset.New(supporttest.Learned(t, networktest.Sphere(2, 1)))
	plane := box.New(supporttest.Environment(t, points.New(1, 2), points.Box{{4, 5}, {4, 5}}))
	both := &pieces.Pieces{Labels: []string{"a", "b"}, Weights: []float64{0.5, 0.5},
		Parts: []support.Support{circle, plane}}
	by := &points.Scaling{Shift: []float64{0, 0}, Scale: []float64{10, 10}}
	logs, err := support.LogStretch(t.Context(), both, supporttest.Rows(t, []float64{1, 0}, []float64{4.5, 4.5}), by)
	if err != nil {
		t.Fatal(err)
	}
	supporttest.CloseTo(t, "the stretch", logs, []float64{math.Log(10), 2 * math.Log(10)}, 1e-12)
}

// A moved support lies where the user's similarity takes the points; with a scale for each column it can't be turned.
func TestMoved(t *testing.T) {
	turn := &support.Rotation{U: []float64{1, 0}, V: []float64{0, 1}, Angle: 0.7}
	for name, test := range map[string]struct {
		by     support.Similarity
		in     *points.Scaling
		unable bool
	}{
		"shifted": {support.Similarity{Factor: 1, Shift: []float64{2, -5}}, uneven, false},
		"scaled":  {support.Similarity{Factor: 3}, uneven, false},
		"turned": {support.Similarity{Factor: 2, Rotation: turn, Shift: []float64{1, 1}},
			&points.Scaling{Shift: []float64{40, 7}, Scale: []float64{5, 5}}, false},
		"turned columns": {support.Similarity{Factor: 1, Rotation: turn}, uneven, true},
	} {
		t.Run(name, func(t *testing.T) {
			if _, _, err := test.by.Over(test.in); (err != nil) != test.unable {
				t.Fatalf("over: %v", err)
			}
			if test.unable {
				return
			}
			s := &scaled.Support{Inner: zeroset.New(supporttest.Learned(t, networktest.Sphere(2, 1))), By: test.in}
			x := test.by.Points(test.in.Out(supporttest.Rows(t, []float64{0, 1}, []float64{-0.6, 0.8})))
			found, err := support.Nearest(t.Context(), s.Moved(test.by), x)
			if err != nil {
				t.Fatal(err)
			}
			size := max(math.Abs(x.Data[0]), math.Abs(x.Data[1]))
			supporttest.CloseTo(t, "the moved support's nearest points", found.Points.Data, x.Data,
				1e-5*max(test.in.Scale[0], test.in.Scale[1])+1e-13*size)
		})
	}
}

// A density that is integrated once gives what one gives that is integrated each time, at each point whatever stands
// beside it.
func TestLoggers(t *testing.T) {
	for name, d := range circles(t) {
		x := uneven.Out(supporttest.Rows(t, []float64{1.2, 0.1}, []float64{0.3, -0.2}, []float64{-0.5, 0.8}))
		logger, err := support.LoggerOf(t.Context(), d, rand.New(rand.NewPCG(1, 1)))
		if err != nil {
			t.Fatal(err)
		}
		all, err := logger(t.Context(), x)
		if err != nil {
			t.Fatal(err)
		}
		want, err := d.LogDensity(t.Context(), rand.New(rand.NewPCG(1, 1)), x)
		if err != nil {
			t.Fatal(err)
		}
		supporttest.CloseTo(t, name, all.Values, want.Values, 1e-3)
		for i := range x.Len() {
			alone, err := logger(t.Context(), x.Slice(i, i+1))
			if err != nil || alone.Values[0] != all.Values[i] || !alone.Nearest.Converged(0) {
				t.Errorf("%s: point %d alone has %v (%v), among others %v", name, i, alone.Values[0], err,
					all.Values[i])
			}
		}
	}
}
