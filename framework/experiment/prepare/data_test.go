package prepare

import (
	"math/rand/v2"
	"reflect"
	"testing"

	"ebim/framework/config"
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
			{Holdout: 0.1, Validation: new(0.1), Split: dataset.SplitTorch},
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

// circles is a catalog of one data set.
type circles struct{}

func (circles) KindOf(reflect.Type) (config.Kind, bool) {
	return config.Kind{Name: "source", Components: []config.Component{
		{Name: "von_mises", New: func() any { return new(dataset.VonMises) }}}}, true
}

// Another split is another data set; one that is not named is the random one, as before there were others.
func TestSplitsAreOtherData(t *testing.T) {
	identity := func(split dataset.Splitting) string {
		text, err := Identity(&experiment.Data{Source: new(dataset.VonMises), Split: split}, circles{})
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	if identity("") != identity(dataset.SplitRandom) || identity("") == identity(dataset.SplitTorch) {
		t.Errorf("%q, %q and %q", identity(""), identity(dataset.SplitRandom), identity(dataset.SplitTorch))
	}
}
