package dataset

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"ebim/framework/points"
)

// cloud is n normal points with columns scaled and shifted.
func cloud(n int, shift, scale []float64) *points.Set {
	rng, set := rand.New(rand.NewPCG(3, 21)), points.New(n, len(shift))
	for i := range set.Data {
		j := i % set.Dim
		set.Data[i] = shift[j] + scale[j]*rng.NormFloat64()
	}
	return set
}

// Standardized points have mean 0 and mean square 1: all together by one scale, and each column by its own. Neither
// offsets nor sizes near the ends of double precision spoil that.
func TestStandardize(t *testing.T) {
	for name, test := range map[string]struct {
		shift, scale []float64
		choice       Standardization
		columns      bool // scaled each by itself
	}{
		"even":     {[]float64{0, 0}, []float64{1, 1}, StandardizeAuto, false},
		"by 8":     {[]float64{1e5, -3}, []float64{8, 1}, StandardizeAuto, false},
		"by 12":    {[]float64{1e5, -3}, []float64{12, 1}, StandardizeAuto, true},
		"scale":    {[]float64{0, 0}, []float64{1e6, 1}, StandardizeScale, false},
		"columns":  {[]float64{0, 0}, []float64{1, 1.1}, StandardizeColumns, true},
		"far":      {[]float64{1e9, -1e9}, []float64{1, 1}, StandardizeAuto, false},
		"huge":     {[]float64{0, 0}, []float64{1e300, 1e300}, StandardizeAuto, false},
		"tiny":     {[]float64{0, 0}, []float64{1e-300, 1e-300}, StandardizeAuto, false},
		"two ends": {[]float64{0, 0}, []float64{1e200, 1e-200}, StandardizeAuto, true},
	} {
		set := cloud(400, test.shift, test.scale)
		by, note := Standardize(set, test.choice, nil)
		seen := by.In(set)
		mean, square := make([]float64, 2), make([]float64, 2)
		for i, v := range seen.Data {
			mean[i%2] += v / 400
			square[i%2] += v * v / 400
		}
		_, one := by.Uniform()
		whole := math.Abs(square[0]+square[1]-2) < 1e-6
		each := math.Abs(square[0]-1) < 1e-6 && math.Abs(square[1]-1) < 1e-6
		if one == test.columns || !whole || each != test.columns || math.Abs(mean[0]) > 1e-6 ||
			math.Abs(mean[1]) > 1e-6 {
			t.Errorf("%s: means %v and mean squares %v by %+v", name, mean, square, by)
		}
		if (note != "") != (test.choice == StandardizeAuto && test.columns) {
			t.Errorf("%s: the note %q", name, note)
		}
		back := by.Out(seen)
		for i, v := range back.Data {
			if j := i % 2; math.Abs(v-set.Data[i]) > 1e-12*by.Scale[j]+1e-15*math.Abs(v) {
				t.Fatalf("%s: %v comes back as %v", name, set.Data[i], v)
			}
		}
	}
	if by, _ := Standardize(cloud(9, []float64{0}, []float64{1}), StandardizeNone, nil); by != nil {
		t.Errorf("none is %+v", by)
	}
	// A column of rounding, or of one value, is not blown up.
	by, note := Standardize(&points.Set{Dim: 3, Data: []float64{0.1 + 0.2, 7, 1, 0.3, 7, 3}}, StandardizeAuto, nil)
	if _, one := by.Uniform(); !one || note != "" {
		t.Errorf("columns of rounding and of one value: %+v, %s", by, note)
	}
	// What is left for training may hold one value.
	by, _ = Standardize(&points.Set{Dim: 2, Data: []float64{5, 1, 5, 3}}, StandardizeColumns, nil)
	if !(by.Scale[0] > 0) || by.Shift[0] != 5 {
		t.Errorf("a column of one value: %+v", by)
	}
}

// A circle that is turned into R^10 keeps one scale, with noise too; a narrow column that the wide ones do not give
// does not.
func TestStandardizeTurnedData(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 8))
	first, second := make([]float64, 10), make([]float64, 10)
	for j := range first {
		turn := float64(j)
		first[j], second[j] = math.Cos(turn)/(1+turn*turn), math.Sin(turn)/(1+turn*turn)
	}
	circle := func(noise, own float64) *points.Set {
		set := points.New(800, 10)
		for i := range set.Len() {
			sine, cosine := math.Sincos(2 * math.Pi * rng.Float64())
			for j := range 10 {
				set.At(i)[j] = 35*(cosine*first[j]+sine*second[j]) + noise*rng.NormFloat64()
			}
			set.At(i)[9] += own * math.Sin(7*math.Atan2(sine, cosine))
		}
		return set
	}
	for name, test := range map[string]struct {
		set *points.Set
		one bool
	}{
		"turned":             {circle(0, 0), true},
		"turned, with noise": {circle(0.05, 0), true},
		"its own":            {circle(0, 0.4), false},
	} {
		by, note := Standardize(test.set, StandardizeAuto, nil)
		if _, one := by.Uniform(); one != test.one || note == "" {
			t.Errorf("%s: one scale %v, with the note %q", name, one, note)
		}
	}
}

func TestStandardizeAutoIsForOwnData(t *testing.T) {
	for _, own := range []Source{&CSV{}, &NPY{}} {
		if got := StandardizeAuto.Resolved(own); got != StandardizeAuto {
			t.Errorf("of a %T it is %s", own, got)
		}
	}
	for _, known := range []Source{&Earth{}, &AminoAcids{}, &VonMises{}, &Mixture{}} {
		if got := StandardizeAuto.Resolved(known); got != StandardizeNone {
			t.Errorf("of a %T it is %s", known, got)
		}
		if got := StandardizeScale.Resolved(known); got != StandardizeScale {
			t.Errorf("of a %T, scale is %s", known, got)
		}
	}
}

// A side that is flat beside the scale has its share as a margin.
func TestBoxOfStandardizedData(t *testing.T) {
	set := &points.Set{Dim: 2, Data: []float64{-10, 5, 10, 5.01}}
	by := &points.Scaling{Shift: []float64{0, 5}, Scale: []float64{4, 4}}
	if box := Box(set, 0.25, by); box[0] != [2]float64{-15, 15} || box[1] != [2]float64{4, 6.01} {
		t.Errorf("the box is %v", box)
	}
}

func TestRemarks(t *testing.T) {
	even := func(n int) *points.Set { return cloud(n, []float64{1e5, 0}, []float64{2, 1}) }
	none := points.New(0, 2)
	with := func(set *points.Set, rows ...float64) *points.Set {
		set.Data = append(set.Data, rows...)
		return set
	}
	big := even(3000)
	for name, test := range map[string]struct {
		training, validation, held *points.Set
		choice                     Standardization
		want                       []string
	}{
		"nothing": {even(300), none, none, StandardizeAuto, nil},
		"many":    {big, none, none, StandardizeAuto, nil},
		"few":     {even(30), none, none, StandardizeAuto, []string{"only 30 training points"}},
		"repeated": {with(even(300), even(300).Data[:20]...), none, none, StandardizeAuto,
			[]string{"10 of 310 training points"}},
		"one repeated": {with(even(300), even(300).Data[:2]...), none, none, StandardizeAuto, nil},
		"held out":     {even(300), none, even(20), StandardizeAuto, []string{"20 of 20 held-out points"}},
		"validation":   {even(300), even(20), none, StandardizeAuto, []string{"20 of 20 validation points"}},
		"outlier": {with(even(300), 1e5, 90), none, none, StandardizeAuto,
			[]string{"1 of the 301 training points lies far"}},
		"outlier, unscaled": {with(even(300), 1e5, 90), none, none, StandardizeNone,
			[]string{"1 of the 301 training points lies far"}},
		"outlier of many": {with(even(3000), 1e5, 90, 1e5+90, 0), none, none, StandardizeAuto,
			[]string{"2 of the 3002 training points lie far"}},
		"two clusters": {with(even(300), cloud(100, []float64{1e5 + 50, 0}, []float64{2, 1}).Data...), none,
			none, StandardizeAuto, nil},
		"constant": {cloud(300, []float64{0, 4}, []float64{1, 0}), none, none, StandardizeAuto,
			[]string{"is 4 in every row"}},
		"narrow": {cloud(300, []float64{0, 0}, []float64{1, 1e-5}), none, none, StandardizeScale,
			[]string{"column 1 of the data"}},
		"narrow, by columns": {cloud(300, []float64{0, 0}, []float64{1, 1e-5}), none, none, StandardizeColumns, nil},
		"rounded": {cloud(300, []float64{0, 1e12}, []float64{1, 1}), none, none, StandardizeColumns,
			[]string{"few digits"}},
	} {
		by, _ := Standardize(test.training, test.choice, nil)
		got := Remarks(test.training, test.validation, test.held, by)
		if len(got) != len(test.want) {
			t.Errorf("%s: %q", name, got)
			continue
		}
		for i, want := range test.want {
			if !strings.Contains(got[i], want) {
				t.Errorf("%s: %q, want %q in it", name, got[i], want)
			}
		}
	}
}
