package ridged

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"ebim/framework/backend"
	"ebim/framework/points"
	"ebim/framework/statistics"
	"ebim/framework/train"
)

// bumps are pictures of columns in which a bump is at a place in [0, 1]^m, without noise and with it.
func bumps(count, m, columns int, noise float64, rng *rand.Rand) (exact, noisy *points.Set) {
	exact, noisy = points.New(count, columns), points.New(count, columns)
	side := int(math.Round(math.Pow(float64(columns), 1/float64(m))))
	for i := range count {
		at := [2]float64{rng.Float64(), rng.Float64()}
		for j := range columns {
			square := 0.0
			for k, cell := range []int{j % side, j / side}[:m] {
				d := at[k] - (float64(cell)+0.5)/float64(side)
				square += d * d
			}
			width := 0.5 / math.Sqrt(float64(side))
			v := math.Exp(-square / (2 * width * width))
			exact.At(i)[j], noisy.At(i)[j] = v, v+noise*rng.NormFloat64()
		}
	}
	return exact, noisy
}

// Of noise in many columns less than half is left, in the data and in other points.
func TestNoiseBetweenPointsIsSmoothed(t *testing.T) {
	for _, test := range []struct{ count, dimension, columns int }{{400, 1, 24}, {1500, 2, 36}} {
		const noise, left = 0.05, 0.45
		rng := rand.New(rand.NewPCG(28, 1))
		exact, noisy := bumps(test.count, test.dimension, test.columns, noise, rng)
		unseenExact, unseen := bumps(100, test.dimension, test.columns, noise, rng)
		space, err := SpaceOf(noisy, test.dimension)
		if err != nil {
			t.Fatal(err)
		}
		if space.smoother == nil || math.Abs(space.smoother.noise/noise-1) > 0.2 {
			t.Fatalf("of dimension %d: %q", test.dimension, space)
		}
		missed := func(x, want *points.Set) float64 {
			if space.Subspace != nil {
				x = space.Subspace.Out(x)
			}
			var all []float64
			for i := range x.Len() {
				all = append(all, math.Sqrt(points.SquaredDistance(x.At(i), want.At(i))/float64(x.Dim)))
			}
			return statistics.Median(all)
		}
		if got := missed(space.Within(train.Environment{Data: noisy}).Data, exact); got > left*noise {
			t.Errorf("of dimension %d: %v off, of noise %v", test.dimension, got, noise)
		}
		if got := missed(space.In(unseen), unseenExact); got > left*noise {
			t.Errorf("of dimension %d: unseen points are %v off, of noise %v", test.dimension, got, noise)
		}
	}
}

// Points without noise, with noise in few columns, in a cloud, or of a circle in noise of its own columns, stay as they
// are.
func TestWhatIsNotSmoothed(t *testing.T) {
	rng := rand.New(rand.NewPCG(28, 2))
	exact, _ := bumps(400, 1, 24, 0, rng)
	_, few := bumps(400, 1, 6, 0.05, rng)
	cloud, circle := points.New(400, 24), points.New(400, 24)
	for i := range cloud.Data {
		cloud.Data[i], circle.Data[i] = rng.NormFloat64(), 0.05*rng.NormFloat64()
	}
	for i := range circle.Len() {
		sin, cos := math.Sincos(2 * math.Pi * rng.Float64())
		circle.At(i)[0] += cos
		circle.At(i)[1] += sin
	}
	for name, x := range map[string]*points.Set{"exact": exact, "few": few, "cloud": cloud, "circle": circle} {
		if space, err := SpaceOf(x, 1); err != nil || space.smoother != nil {
			t.Errorf("%s: %q, %v", name, space, err)
		}
	}
}

// What is saved of a space is the same space, for the data.
func TestSpacesAreSaved(t *testing.T) {
	_, noisy := bumps(400, 1, 24, 0.05, rand.New(rand.NewPCG(28, 3)))
	space, err := SpaceOf(noisy, 1)
	if err != nil {
		t.Fatal(err)
	}
	arrays := map[string]backend.Array{}
	space.save(arrays)
	saved, err := spaceIn(arrays, noisy.Dim)
	if err != nil {
		t.Fatal(err)
	}
	env := train.Environment{Data: noisy}
	want, got := space.Within(env).Data.Float32(), saved.Within(env).Data.Float32()
	if !slices.Equal(want, got) {
		t.Error("the data differ")
	}
	arrays[smoothedName] = backend.Array{Dimensions: []int{5}, Data: make([]float32, 5)}
	if _, err := spaceIn(arrays, noisy.Dim); err == nil {
		t.Error("five numbers are taken for points")
	}
}
