package prepare

import (
	"math/rand/v2"
	"testing"

	"ebim/framework/dataset"
	"ebim/framework/experiment"
	"ebim/framework/points"
)

// pointSet is a source of points without a known distribution.
type pointSet struct{ set *points.Set }

func (p pointSet) Check() error { return nil }

func (p pointSet) Load(dataset.Env, *rand.Rand, int) (*points.Set, error) { return p.set, nil }

// What is said of sizes before data are read is what load makes of them, also of few points and large shares.
func TestDividedIsWhatLoadGives(t *testing.T) {
	for _, n := range []int{2, 3, 10, 1001} {
		for _, d := range []experiment.Data{{}, {Holdout: 0.25}, {Validation: new(0.1)},
			{Holdout: 0.01, Validation: new(0.5)}, {Holdout: 0.9, Validation: new(0.9)}} {
			set := points.New(n, 2)
			for i := range set.Data {
				set.Data[i] = float64(i * i % 97)
			}
			d.Source = pointSet{set}
			made, err := Load(&d, dataset.Env{}, 1)
			if err != nil {
				t.Fatal(err)
			}
			want := [3]int{made.Train.Len(), made.Validation.Len(), made.Held.Len()}
			train, validation, held := d.Divided(n)
			if got := [3]int{train, validation, held}; got != want {
				t.Errorf("%d points, holdout %v, validation %v: %v, load gives %v", n, d.Holdout,
					d.ValidationShare(), got, want)
			}
		}
	}
}
