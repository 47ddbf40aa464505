package sampler_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"ebim/framework/sampler"
)

// fresh writes -1 into a point.
func fresh(point []float32) error {
	for j := range point {
		point[j] = -1
	}
	return nil
}

// An empty buffer gives fresh points only; a filled one is used with probability Reuse, every row alike. Limits are 4.5
// standard errors of a binomial: false-alarm rate 1.4e-5 for the 2 checks.
func TestBufferReuse(t *testing.T) {
	const reuse, draws = 0.7, 20000
	b := sampler.NewBuffer(sampler.BufferSettings{Size: 4, Reuse: reuse}, 2)
	rng, x := rand.New(rand.NewPCG(1, 3)), make([]float32, 2*draws)
	if err := b.Start(x, rng, fresh); err != nil {
		t.Fatal(err)
	}
	if slices.Max(x) != -1 {
		t.Error("an empty buffer gave a point")
	}
	b.Keep([]float32{0, 10, 1, 11, 2, 12})
	if err := b.Start(x, rng, fresh); err != nil {
		t.Fatal(err)
	}
	var counts [3]float64
	reused := 0.0
	for i := 0; i < len(x); i += 2 {
		if x[i] >= 0 {
			if x[i+1] != x[i]+10 {
				t.Fatalf("the point %v was never kept", x[i:i+2])
			}
			counts[int(x[i])]++
			reused++
		}
	}
	limit := func(p float64) float64 { return 4.5 * math.Sqrt(p*(1-p)*draws) }
	if math.Abs(reused-reuse*draws) > limit(reuse) {
		t.Errorf("%v of %d points are reused, want the fraction %v", reused, draws, reuse)
	}
	for k, n := range counts {
		if math.Abs(n-reuse/3*draws) > limit(reuse/3) {
			t.Errorf("row %d is drawn %v times, want about %v", k, n, reuse/3*draws)
		}
	}
}

func TestBufferPassesOnErrors(t *testing.T) {
	b, wrong := sampler.NewBuffer(sampler.BufferSettings{Size: 4, Reuse: 0}, 1), errors.New("nothing there")
	if err := b.Start(make([]float32, 1), rand.New(rand.NewPCG(1, 1)),
		func([]float32) error { return wrong }); !errors.Is(err, wrong) {
		t.Errorf("got %v, want the error of the source of fresh points", err)
	}
}

// A full buffer overwrites its oldest points, and points that are not finite are never kept.
func TestBufferOverwritesTheOldest(t *testing.T) {
	b := sampler.NewBuffer(sampler.BufferSettings{Size: 3}, 1)
	nan, inf := float32(math.NaN()), float32(math.Inf(-1))
	for _, test := range []struct{ keep, want []float32 }{
		{[]float32{1, nan, 2}, []float32{1, 2}},
		{[]float32{inf, 3, 4}, []float32{4, 2, 3}},
		{[]float32{5}, []float32{4, 5, 3}},
		{[]float32{6, nan, 7, 8}, []float32{7, 8, 6}},
	} {
		if b.Keep(test.keep); !slices.Equal(b.Points, test.want) || b.Len() != len(test.want) {
			t.Fatalf("after keeping %v the buffer holds %v, want %v", test.keep, b.Points, test.want)
		}
	}
}

// A buffer restored from a snapshot goes on as the one that was never stopped.
func TestBufferSnapshot(t *testing.T) {
	settings := sampler.BufferSettings{Size: 3, Reuse: 0.5}
	whole, resumed := sampler.NewBuffer(settings, 2), sampler.NewBuffer(settings, 2)
	whole.Keep([]float32{1, 1.1, 2, 2.1, 3, 3.1, 4, 4.1})
	content, next := whole.Snapshot()
	if err := resumed.Restore(content.Float32(), next); err != nil {
		t.Fatal(err)
	}
	for _, b := range []*sampler.Buffer{whole, resumed} {
		b.Keep([]float32{5, 5.1, 6, 6.1})
	}
	if !slices.Equal(whole.Points, resumed.Points) {
		t.Errorf("the restored buffer holds %v, the other %v", resumed.Points, whole.Points)
	}
	content.Data[0] = 99
	if resumed.Points[0] == 99 || whole.Points[0] == 99 {
		t.Error("a snapshot shares storage with the buffer")
	}
	for name, restore := range map[string]func() error{
		"half a point":          func() error { return resumed.Restore([]float32{1, 2, 3}, 0) },
		"more than it can hold": func() error { return resumed.Restore(make([]float32, 8), 0) },
		"a row outside":         func() error { return resumed.Restore(make([]float32, 6), 3) },
		"a negative row":        func() error { return resumed.Restore(make([]float32, 6), -1) },
	} {
		if restore() == nil {
			t.Errorf("%s is restored without complaint", name)
		}
	}
}

func TestBufferOfNothing(t *testing.T) {
	b := sampler.NewBuffer(sampler.BufferSettings{Reuse: 1}, 2)
	b.Keep([]float32{1, 2})
	if err := b.Restore(nil, 0); err != nil || b.Len() != 0 {
		t.Errorf("%d points are kept, %v", b.Len(), err)
	}
}
