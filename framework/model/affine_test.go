package model

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/gomlx/gomlx/pkg/core/graph"

	"ebim/framework/loss"
	"ebim/framework/network/networktest"
	"ebim/framework/points"
)

func closeTo(t *testing.T, what string, got, want []float64, tolerance float64) {
	t.Helper()
	if len(got) != len(want) || !(math.Sqrt(squaredDistance(got, want)) <= tolerance) {
		t.Errorf("%s is %v, want %v", what, got, want)
	}
}

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
		s := similarity{factor: 1, rotation: test.rotate.rotation()}
		closeTo(t, "the image", s.at(test.x), test.want, 1e-12)
		closeTo(t, "the way back", s.inverse().at(test.want), test.x, 1e-12)
		x := networktest.Matrix(test.x)
		got := networktest.Evaluate(t, func(in []*graph.Node) []*graph.Node { return []*graph.Node{s.Apply(in[0])} }, x)[0]
		closeTo(t, "the image in a graph", got.Data, test.want, 1e-12)
	}
	turned := similarity{factor: 2, rotation: (&Rotate{Angle: math.Pi / 4}).rotation(), shift: []float64{10, 0}}
	box := turned.box([][2]float64{{0, 1}, {0, 1}})
	root := math.Sqrt2
	closeTo(t, "the box", []float64{box[0][0], box[0][1], box[1][0], box[1][1]}, []float64{10 - root, 10 + root, 0, 2 * root}, 1e-12)
}

// every moves a model by a translation, a rotation and a scaling, and is the map that it has been moved by.
func every(t *testing.T, m Trained, ambient int) (Trained, similarity) {
	t.Helper()
	by := []float64{0.7, -0.4, 1.1}[:ambient]
	turn := &Rotate{Angle: 0.9, Plane: []int{ambient - 1, 0}}
	moved := derive(t, &Scale{By: 1.5}, derive(t, turn, translated(t, m, by...)))
	whole := similarity{factor: 1.5, rotation: turn.rotation()}
	whole.shift = whole.at(by)
	return moved, whole
}

// A moved model of every kind has the model's densities and nearest points, moved, and its data. A pushforward model's
// proposals lie in its latent space, so that of one random stream the very draws are moved.
func TestMovedModels(t *testing.T) {
	latent := latentModel(t)
	moved, s := every(t, latent, 2)
	want, got := s.points(sample(t, latent, 50, 1)), sample(t, moved, 50, 1)
	closeTo(t, "what a pushforward model draws", got.Data, want.Data, 1e-4)
	support, logs, err := latent.Support(background, rand.New(rand.NewPCG(1, 8)), 20)
	movedSupport, movedLogs, movedErr := moved.(Density).Support(background, rand.New(rand.NewPCG(1, 8)), 20)
	if err != nil || movedErr != nil {
		t.Fatal(err, movedErr)
	}
	closeTo(t, "the support", movedSupport.Data, s.points(support).Data, 1e-4)
	for i := range logs { // lengths are 1.5 times as long
		logs[i] -= math.Log(1.5)
	}
	closeTo(t, "the density", movedLogs, logs, 1e-4)
	checkNearest(t, latent, moved, s, 2)

	sphere := onSphere(t, 0.5, 0, 1)
	turned, s := every(t, sphere, 3)
	checkNearest(t, sphere, turned, s, 3)
	checkDensity(t, turned, s, func(x []float64) float64 { return -(0.5*x[0] + x[2]) })
	closeTo(t, "the data", turned.(*trainedEBIM).setting.Data.Data, s.points(sphere.setting.Data).Data, 1e-12)
	drawn := s.inverse().points(sample(t, turned, 200, 2))
	if size := residuals(t, networktest.Sphere(3, 1), drawn); !(size < 2e-4) {
		t.Errorf("draws are up to %v off the sphere", size)
	}

	free := &trainedEBM{setting: setting(t, points.New(1, 2), square), energy: slope(1, -2), settings: &EBM{Sampling: Sampling{Proposals: 4}}}
	turnedFree, s := every(t, free, 2)
	checkDensity(t, turnedFree, s, func(x []float64) float64 { return 2*x[1] - x[0] })
	sample(t, turnedFree, 100, 3)
}

// latentModel decodes a latent segment to a bent curve, with encoder and energy to match.
func latentModel(t *testing.T) *trainedPushforward {
	column := func(x *graph.Node) *graph.Node { return networktest.Coordinate(x, 0) }
	decoder := fixed(func(z *graph.Node) *graph.Node {
		return networktest.Join(column(z), graph.MulScalar(graph.Sin(column(z)), 0.5))
	})
	return &trainedPushforward{latent: setting(t, points.New(1, 1), [][2]float64{{-1, 1}}), energy: slope(1),
		box:      [][2]float64{{-1, 1}, {-1, 1}},
		settings: &Pushforward{Dimension: 1, Sampling: Sampling{Proposals: 4}},
		pair:     pair{encoder: fixed(column), decoder: decoder, loss: &loss.Reconstruction{}}}
}

// The point of a moved manifold that is nearest to a moved one is the nearest one, moved.
func checkNearest(t *testing.T, original, moved Trained, s similarity, dim int) {
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
	want, err := original.(Nearest).Nearest(background, x)
	if err != nil {
		t.Fatal(err)
	}
	got, err := moved.(Nearest).Nearest(background, s.points(x))
	if err != nil {
		t.Fatal(err)
	}
	for i := range x.Len() {
		closeTo(t, "the nearest point", got.Points.At(i), s.at(want.Points.At(i)), 2e-3)
	}
}

// The density of a moved model is that of the point before it was moved.
func checkDensity(t *testing.T, moved Trained, s similarity, log func(x []float64) float64) {
	t.Helper()
	support, logs, err := moved.(Density).Support(background, rand.New(rand.NewPCG(3, 8)), 40)
	if err != nil {
		t.Fatal(err)
	}
	for i := range logs {
		if want := log(s.inverse().at(support.At(i))); !(math.Abs(logs[i]-want) < 1e-4) {
			t.Errorf("the log density at %v is %v, want %v", support.At(i), logs[i], want)
		}
	}
}

// A manifold without a density can be moved as well, and what can't be is refused.
func TestMoveImplicitManifold(t *testing.T) {
	moved := translated(t, learned(t, networktest.Sphere(2, 1)), 3, 0)
	if _, dense := moved.(Density); dense {
		t.Error("a moved manifold has a density")
	}
	near, err := moved.(Nearest).Nearest(background, rows(t, []float64{3, 2}))
	if err != nil {
		t.Fatal(err)
	}
	closeTo(t, "the nearest point", near.Points.At(0), []float64{3, 1}, 1e-3)
	if _, err := (&Scale{By: 2}).Combine([]Trained{struct{}{}}); err == nil {
		t.Error("a model of no known kind is moved")
	}
}

// A model's box follows from the data's as the trained model's does.
func TestBoxOf(t *testing.T) {
	models := map[string]Model{"a": singleVonMises(1, 1), "left": &Translate{moving{"a"}, []float64{-1, 0}}, "right": &Translate{moving{"a"}, []float64{1, 0}},
		"big": &Scale{moving{"right"}, 2}, "turned": &Rotate{moving: moving{"right"}, Angle: math.Pi / 2},
		"union": &Union{Of: []string{"left", "big"}}, "cut": &Intersection{Of: []string{"left", "turned"}}, "mixed": &Mixture{Of: []string{"a", "turned"}}}
	for label, want := range map[string][]float64{"a": {-1, 1, -2, 2}, "left": {-2, 0, -2, 2}, "big": {0, 4, -4, 4}, "turned": {-2, 2, 0, 2},
		"union": {-2, 4, -4, 4}, "cut": {-2, 0, 0, 2}, "mixed": {-2, 2, -2, 2}} {
		box := BoxOf(models, label, [][2]float64{{-1, 1}, {-2, 2}})
		closeTo(t, "the box of "+label, []float64{box[0][0], box[0][1], box[1][0], box[1][1]}, want, 1e-12)
	}
}
