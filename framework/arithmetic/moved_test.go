package arithmetic

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/energy"
	"ebim/framework/model"
	"ebim/framework/network/networktest"
	"ebim/framework/points"
	"ebim/framework/support"
	"ebim/framework/support/box"
	"ebim/framework/support/supporttest"
	"ebim/framework/support/zeroset"
)

// Quarter turns and others whose images are known, and the box around a turned box.
func TestRotations(t *testing.T) {
	third := 2 * math.Pi / 3
	for _, test := range []struct {
		rotate  Rotate
		x, want []float64
	}{
		{Rotate{Angle: math.Pi / 2}, []float64{1, 0}, []float64{0, 1}},
		{Rotate{Angle: math.Pi / 2}, []float64{0, 1}, []float64{-1, 0}},
		{Rotate{Angle: math.Pi / 2, Axis: []float64{0, 0, 5}}, []float64{1, 0, 7}, []float64{0, 1, 7}},
		{Rotate{Angle: math.Pi / 2, Axis: []float64{-1e-200, 0, 0}}, []float64{0, 1, 0}, []float64{0, 0, -1}},
		{Rotate{Angle: third, Axis: []float64{1, 1, 1}}, []float64{1, 2, 3}, []float64{3, 1, 2}},
		{Rotate{Angle: math.Pi / 2, Plane: []int{3, 1}}, []float64{1, 2, 3, 4, 5}, []float64{1, 4, 3, -2, 5}},
		{Rotate{Angle: math.Pi, Plane: []int{0, 1}}, []float64{1, 2, 3}, []float64{-1, -2, 3}},
	} {
		s := support.Similarity{Factor: 1, Rotation: test.rotate.rotation()}
		supporttest.CloseTo(t, "the image", s.At(test.x), test.want, 1e-12)
		supporttest.CloseTo(t, "the way back", s.Inverse().At(test.want), test.x, 1e-12)
		x := networktest.Matrix(test.x)
		got := networktest.Evaluate(t, func(in []*graph.Node) []*graph.Node {
			return []*graph.Node{s.Apply(in[0])}
		}, x)[0]
		supporttest.CloseTo(t, "the image in a graph", got.Data, test.want, 1e-12)
	}
	turned := support.Similarity{Factor: 2, Rotation: (&Rotate{Angle: math.Pi / 4}).rotation(), Shift: []float64{10, 0}}
	box := turned.Box(points.Box{{0, 1}, {0, 1}})
	root := math.Sqrt2
	supporttest.CloseTo(t, "the box", []float64{box[0][0], box[0][1], box[1][0], box[1][1]},
		[]float64{10 - root, 10 + root, 0, 2 * root}, 1e-12)
}

// every moves a model by a translation, a rotation and a scaling, and is the map that it has been moved by.
func every(t *testing.T, m *model.Trained, ambient int) (*model.Trained, support.Similarity) {
	t.Helper()
	by := []float64{0.7, -0.4, 1.1}[:ambient]
	turn := &Rotate{Angle: 0.9, Plane: []int{ambient - 1, 0}}
	moved := derive(t, &Scale{By: 1.5}, derive(t, turn, translated(t, m, by...)))
	whole := support.Similarity{Factor: 1.5, Rotation: turn.rotation()}
	whole.Shift = whole.At(by)
	return moved, whole
}

// A moved model of every kind has the model's densities and nearest points, moved, and its data. A pushforward model's
// proposals lie in its latent space, so that of one random stream the very draws are moved.
func TestMovedModels(t *testing.T) {
	latent := latentModel(t)
	moved, s := every(t, latent, 2)
	want, got := s.Points(sample(t, latent, 50, 1)), sample(t, moved, 50, 1)
	supporttest.CloseTo(t, "what a pushforward model draws", got.Data, want.Data, 1e-4)
	spread, logs, err := latent.Density.Spread(t.Context(), rand.New(rand.NewPCG(1, 8)), 20)
	movedSpread, movedLogs, movedErr := moved.Density.Spread(t.Context(), rand.New(rand.NewPCG(1, 8)), 20)
	if err != nil || movedErr != nil {
		t.Fatal(err, movedErr)
	}
	supporttest.CloseTo(t, "the support", movedSpread.Data, s.Points(spread).Data, 1e-4)
	for i := range logs { // lengths are 1.5 times as long
		logs[i] -= math.Log(1.5)
	}
	supporttest.CloseTo(t, "the density", movedLogs, logs, 1e-4)
	checkNearest(t, latent, moved, s, 2)

	sphere := onSphere(t, 0.5, 0, 1)
	turned, s := every(t, sphere, 3)
	checkNearest(t, sphere, turned, s, 3)
	checkDensity(t, turned, s, func(x []float64) float64 { return -(0.5*x[0] + x[2]) })
	supporttest.CloseTo(t, "the data", environment(turned).Data.Data, s.Points(environment(sphere).Data).Data, 1e-12)
	drawn := s.Inverse().Points(sample(t, turned, 200, 2))
	if size := supporttest.Residual(t, networktest.Sphere(3, 1), drawn); !(size < 2e-4) {
		t.Errorf("draws are up to %v off the sphere", size)
	}

	free := with(&energy.Density{Support: box.New(supporttest.Environment(t, points.New(1, 2), supporttest.Square)),
		Energy:   supporttest.Slope(1, -2),
		Sampling: energy.Sampling{Proposals: 4}})
	turnedFree, s := every(t, free, 2)
	checkDensity(t, turnedFree, s, func(x []float64) float64 { return 2*x[1] - x[0] })
	sample(t, turnedFree, 100, 3)
}

// The point of a moved manifold that is nearest to a moved one is the nearest one, moved.
func checkNearest(t *testing.T, original, moved *model.Trained, s support.Similarity, dim int) {
	t.Helper()
	rng, x := rand.New(rand.NewPCG(2, 8)), points.New(30, dim)
	for i := range x.Len() {
		square := 0.0
		for j := range dim {
			x.At(i)[j] = rng.NormFloat64()
			square += x.At(i)[j] * x.At(i)[j]
		}
		for j := range dim { // near the sphere, and the curve
			x.At(i)[j] *= (0.9 + 0.2*rng.Float64()) / math.Sqrt(square)
		}
	}
	want, err := support.Nearest(t.Context(), original.Support, x)
	if err != nil {
		t.Fatal(err)
	}
	got, err := support.Nearest(t.Context(), moved.Support, s.Points(x))
	if err != nil {
		t.Fatal(err)
	}
	for i := range x.Len() {
		supporttest.CloseTo(t, "the nearest point", got.Points.At(i), s.At(want.Points.At(i)), 2e-3)
	}
}

// The density of a moved model is that of the point before it was moved.
func checkDensity(t *testing.T, moved *model.Trained, s support.Similarity, log func(x []float64) float64) {
	t.Helper()
	spread, logs, err := moved.Density.Spread(t.Context(), rand.New(rand.NewPCG(3, 8)), 40)
	if err != nil {
		t.Fatal(err)
	}
	for i := range logs {
		if want := log(s.Inverse().At(spread.At(i))); !(math.Abs(logs[i]-want) < 1e-4) {
			t.Errorf("the log density at %v is %v, want %v", spread.At(i), logs[i], want)
		}
	}
}

// A manifold without a density can be moved as well.
func TestMoveImplicitManifold(t *testing.T) {
	moved := translated(t, bare(zeroset.New(supporttest.Learned(t, networktest.Sphere(2, 1)))), 3, 0)
	if moved.Density != nil {
		t.Error("a moved manifold has a density")
	}
	near, err := support.Nearest(t.Context(), moved.Support, supporttest.Rows(t, []float64{3, 2}))
	if err != nil {
		t.Fatal(err)
	}
	supporttest.CloseTo(t, "the nearest point", near.Points.At(0), []float64{3, 1}, 1e-3)
}
