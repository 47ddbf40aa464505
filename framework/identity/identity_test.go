package identity

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"ebim/framework/points"
)

// pointsOf are as many rows, each of three numbers with two decimals from 1 to 10.
func pointsOf(rows int, row func(a, b, c float64) []float64) *points.Set {
	rng := rand.New(rand.NewPCG(1, 2))
	draw := func() float64 { return math.Round(100+900*rng.Float64()) / 100 }
	var all [][]float64
	for range rows {
		all = append(all, row(draw(), draw(), draw()))
	}
	x, err := points.FromRows(all)
	if err != nil {
		panic(err)
	}
	return x
}

func TestPrecision(t *testing.T) {
	single := float64(float32(12.3))
	for name, test := range map[string]struct {
		values []float64
		of     float64
		half   float64
	}{
		"decimals":              {[]float64{1.25, 2.5, 100, 30.12}, 100, 0.005},
		"whole numbers":         {[]float64{1, 2, 10, 30}, 30, 0.5},
		"hundreds":              {[]float64{100, 4200, 300, 500}, 4200, 50},
		"what adds to a double": {[]float64{0.1 + 0.2, 0.7, 1.25}, 0.7, 0.005},
		"six digits, large":     {[]float64{123456, 0.123456, 234567, 345678, 0.0234567}, 123456, 0.5},
		"six digits, small":     {[]float64{123456, 0.123456, 234567, 345678, 0.0234567}, 0.123456, 5e-7},
		"numbers of 32 bits":    {[]float64{single, float64(float32(1.7)), 2}, single, 0.05},
		"one of 64 bits":        {[]float64{single, 1.7, 2}, 1.7, 5e-14},
		"zeros":                 {[]float64{0, 0}, 0, 0},
	} {
		if half := precisionOf(test.values).half(test.of); math.Abs(half-test.half) > 1e-9*test.half {
			t.Errorf("%s: half of the last unit of %v is %v, want %v", name, test.of, half, test.half)
		}
	}
}

func TestAffine(t *testing.T) {
	x := pointsOf(200, func(a, b, _ float64) []float64 {
		return []float64{a, math.Round(10*(1.8*a+32)) / 10, a, b, math.Round(4 * a)}
	})
	c := Of(x)
	for pair, want := range map[[2]int]Affine{
		{1, 0}: {1.8, 32}, {2, 0}: {1, 0}, {0, 3}: {}, {4, 0}: {4, 0}, // though rounded
		{0, 4}: {}, // which would be rounded
	} {
		if got, ok := c.Affine(pair[0], pair[1]); ok && got != want || ok != (want != Affine{}) {
			t.Errorf("column %d is %v of column %d: %t, want %v", pair[0], got, pair[1], ok, want)
		}
	}
}

// Wins and losses of about as many games are no copies, though one more or less would be rounding.
func TestCountsAreExact(t *testing.T) {
	for drawn, want := range map[float64]bool{0: true, 1: false} {
		c := Of(pointsOf(200, func(a, b, _ float64) []float64 {
			wins := math.Floor(16 * a)
			return []float64{wins, 162 - wins - drawn*math.Floor(b/9)}
		}))
		if _, ok := c.Affine(1, 0); ok != want {
			t.Errorf("losses of %v games less follow from wins: %t", drawn, ok)
		}
	}
}

// Functions are found as they are written with few digits, and with those of 32 bits, and others are none.
func TestFunction(t *testing.T) {
	for _, f := range functions {
		for name, write := range map[string]func(float64) float64{
			"four digits": func(v float64) float64 { return math.Round(1e4*v) / 1e4 },
			"32 bits":     func(v float64) float64 { return float64(float32(v)) },
			"all digits":  func(v float64) float64 { return v },
		} {
			x := pointsOf(200, func(a, b, _ float64) []float64 {
				return []float64{a, write(f.of(a)), write(f.of(a) + 0.3*math.Sin(1e4*b))}
			})
			c := Of(x)
			if found, ok := c.Function(1, 0); !ok || found.Form != f.Form {
				t.Errorf("%s of %s: found %q", name, f.Form, found.Form)
			}
			if found, ok := c.Function(2, 0); ok {
				t.Errorf("%s of %s with noise: found %q", name, f.Form, found.Form)
			}
		}
	}
}

// Of two sums that share columns each is found, and solved for the last that both leave; of one that two others give,
// nothing is lost.
func TestSums(t *testing.T) {
	four, six := points.Range(0, 4), points.Range(0, 6)
	for name, test := range map[string]struct {
		row   func(a, b, c float64) []float64
		order []int
		kept  int
		want  int
	}{
		"one":          {func(a, b, c float64) []float64 { return []float64{a, b, c, a - b + 7} }, four, 0, 1},
		"kept":         {func(a, b, c float64) []float64 { return []float64{a, b, a - b, c} }, four, 3, 0},
		"kept but one": {func(a, b, c float64) []float64 { return []float64{b, a - b, a, c} }, four, 2, 1},
		"three of four": {func(a, b, c float64) []float64 {
			return []float64{a, b, c, a + b, b + c, a - c}
		}, six, 0, 3},
		"a sum of sums": {func(a, b, c float64) []float64 {
			return []float64{a, b, c, a + b, b + c, a + 2*b + c}
		}, six, 0, 3},
		"weights": {func(a, b, c float64) []float64 { return []float64{a, b, c, a + 2*b} }, four, 0, 0},
		"means":   {func(a, b, c float64) []float64 { return []float64{a, b, c, (a + b) / 2} }, four, 0, 0},
	} {
		x := pointsOf(300, test.row)
		sums := Of(x).Sums(test.order, test.kept)
		if len(sums) != test.want {
			t.Errorf("%s: %d sums, want %d: %v", name, len(sums), test.want, sums)
		}
		for _, s := range sums {
			for i := range x.Len() {
				rest := x.At(i)[s.Column] - s.Constant
				for _, term := range s.Terms {
					rest -= term.Weight * x.At(i)[term.Column]
				}
				if math.Abs(rest) > 1e-9 {
					t.Fatalf("%s: row %d leaves %v of %v", name, i, rest, s)
				}
			}
		}
	}
}

// Two relations that have the same columns but for others can't be solved for two of these.
func TestLeadsGiveAllThatIsLeftOut(t *testing.T) {
	c := Of(pointsOf(300, func(a, b, d float64) []float64 { return []float64{a, b, d, 0, 0, 0} }))
	same := []relation{{weights: []int{1, 0, -1, 0, 1, 1}}, {weights: []int{0, 1, 0, -1, 1, 1}}}
	got := c.leads(same, []int{0, 1, 2, 3, 4, 5}, 0)
	if got[0]+got[1] != 5+3 {
		t.Errorf("solved for columns %v, want 5 and 3: 4 and 5 together follow from nothing", got)
	}
}

// Rows that are few, columns of few numbers, and rounding as wide as what a column adds tell nothing.
func TestChance(t *testing.T) {
	for name, x := range map[string]*points.Set{
		"few rows": pointsOf(14, func(a, b, _ float64) []float64 { return []float64{a, b, a + b} }),
		"few numbers": pointsOf(300, func(a, b, _ float64) []float64 {
			return []float64{math.Round(a / 3), math.Round(b / 3), math.Round(a/3) + math.Round(b/3)}
		}),
		"rounding": pointsOf(300, func(a, b, _ float64) []float64 {
			return []float64{math.Round(a), math.Round(b), math.Round(a + 0.9*b)}
		}),
	} {
		if sums := Of(x).Sums([]int{0, 1, 2}, 0); sums != nil {
			t.Errorf("%s: found %v", name, sums)
		}
	}
}

func Example() {
	x := pointsOf(100, func(a, b, _ float64) []float64 { return []float64{a, b, 100 - a - b, math.Log(b)} })
	c := Of(x)
	for _, sum := range c.Sums([]int{0, 1, 2, 3}, 0) {
		fmt.Println(sum.Column, sum.Constant, sum.Terms)
	}
	function, _ := c.Function(3, 1)
	fmt.Printf(function.Form+"\n", "column 1")
	// Output:
	// 2 100 [{0 -1} {1 -1}]
	// log(column 1)
}
