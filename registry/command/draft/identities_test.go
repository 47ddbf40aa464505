package draft

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
)

// tableOf are lines of a table of as many rows, with names and a format of numbers.
func tableOf(names string, rows int, row func(rng *rand.Rand) []float64) []string {
	rng, lines := rand.New(rand.NewPCG(1, 2)), []string{names}
	for range rows {
		var cells []string
		for _, v := range row(rng) {
			cells = append(cells, fmt.Sprintf("%.6g", v))
		}
		lines = append(lines, strings.Join(cells, ","))
	}
	return lines
}

// cents are numbers with two decimals.
func cents(v float64) float64 { return math.Round(100*v) / 100 }

// Columns that others give are left out, with a note on what they are: copies, sums and functions.
func TestIdentities(t *testing.T) {
	for name, test := range map[string]struct {
		names string
		row   func(a, b, c float64) []float64 // of numbers from 1 to 10, with two decimals
		left  []string
	}{
		"a copy": {"lowT,highT,hi,riders", func(a, b, c float64) []float64 { return []float64{a, b, b, c} },
			[]string{"hi is highT"}},
		"another unit": {"cold,warm,in F", func(a, b, _ float64) []float64 {
			return []float64{a, b, math.Round(10*(1.8*b+32)) / 10}
		}, []string{`"in F" is 1.8 warm + 32`}},
		"the more exact one is kept": {"coarse,fine,other", func(a, b, c float64) []float64 {
			fine := 10*a + c/20
			return []float64{math.Round(fine), fine, b}
		}, []string{"coarse is fine"}},
		"a sum": {"Totcare,Incubate,Nestling,Length", func(a, b, c float64) []float64 {
			return []float64{a + b, a, b, c}
		}, []string{"Totcare is Incubate + Nestling"}},
		"a difference": {"Range.Price,Min.Price,Max.Price,gpm", func(a, b, c float64) []float64 {
			return []float64{b, a, a + b, c}
		}, []string{"Range.Price is Max.Price - Min.Price"}},
		"the latest of a sum": {"p,q,r,s", func(a, b, c float64) []float64 { return []float64{a, b, c, b - a - 3} },
			[]string{"s is q - p - 3"}},
		"two sums": {"cons,profit,wage,invest,gnp,govern,taxes", func(a, b, c float64) []float64 {
			d, e := cents(math.Mod(7*a*b, 9)), cents(math.Mod(5*b*c, 9))
			return []float64{a, b, c, d, a + d + e, e, a + d + e - b - c}
		}, []string{"govern is gnp - cons - invest", "taxes is gnp - profit - wage"}},
		"shares": {"food,fuel,cloth,other", func(a, b, c float64) []float64 {
			return []float64{a, b, c, 100 - a - b - c}
		}, []string{"other is 100 - food - fuel - cloth"}},
		"a total with noise": {"a,b,c,Total", func(a, b, c float64) []float64 {
			return []float64{a, b, c, a + b + c + 0.01*math.Sin(1e4*a)}
		}, []string{"Total is the sum of the others"}},
		"logarithms": {"lwage,wage,educ,pay,logpay", func(a, b, c float64) []float64 {
			return []float64{math.Log(a), a, b, c, math.Log10(c)}
		}, []string{"lwage is log(wage)", "logpay is log10(pay)"}},
		"a square by its name": {"agesq,age,income", func(a, b, _ float64) []float64 {
			return []float64{a * a, a, b}
		}, []string{"agesq is age^2"}},
		"a root": {"p,q,r,s", func(a, b, c float64) []float64 { return []float64{a, b, c, math.Sqrt(b)} },
			[]string{"s is sqrt(q)"}},
	} {
		s := startOfLines(t, tableOf(test.names, 300, func(rng *rand.Rand) []float64 {
			draw := func() float64 { return cents(1 + 9*rng.Float64()) }
			return test.row(draw(), draw(), draw())
		}))
		notes := strings.Join(s.found, "\n")
		for _, want := range append(test.left, "left out") {
			if !strings.Contains(notes, want) {
				t.Errorf("%s: no note %q in %s", name, want, notes)
			}
		}
		if want := strings.Count(test.names, ",") + 1 - len(test.left); s.set.Dim != want {
			t.Errorf("%s: %d columns, want %d: %s", name, s.set.Dim, want, notes)
		}
	}
}

// Columns stay where a plane or a curve is what is to be seen, where they belong together, and where chance or rounding
// may make an identity.
func TestNoIdentities(t *testing.T) {
	whole := func(a float64) float64 { return math.Floor(a / 2) }
	for name, test := range map[string]struct {
		names string
		rows  int
		row   func(a, b, c float64) []float64 // of numbers from 1 to 10, with two decimals
	}{
		"three shares":     {"A,F,M", 300, func(a, b, _ float64) []float64 { return []float64{a, b, 100 - a - b} }},
		"a parabola":       {"p,q", 300, func(a, _, _ float64) []float64 { return []float64{a, a * a} }},
		"a named parabola": {"p,psq", 300, func(a, _, _ float64) []float64 { return []float64{a, a * a} }},
		"a curve":          {"p,q,r", 300, func(a, b, _ float64) []float64 { return []float64{a, a * a, b} }},
		"a line":           {"p,q", 300, func(a, _, _ float64) []float64 { return []float64{a, 2*a + 1} }},
		"small whole ones": {"p,q,r,s", 25, func(a, b, c float64) []float64 {
			return []float64{whole(a), whole(b), whole(a) + whole(b), c}
		}},
		"few rows":       {"p,q,r,s", 15, func(a, b, c float64) []float64 { return []float64{a, b, c, a + b} }},
		"a turned plane": {"x,y,z,speed", 300, func(a, b, c float64) []float64 { return []float64{a, b, a + b, c} }},
		"a turned orbit": {"x [km],y [km],z [km],m", 300,
			func(a, b, c float64) []float64 { return []float64{a, b, 0.87 * b, c} }},
		"a turned velocity": {"vx,vy,vz,m", 300, func(a, b, c float64) []float64 { return []float64{a, b, a - b, c} }},
		"four of a kind": {"q1,q2,q3,q4,mass", 300, func(a, b, c float64) []float64 {
			return []float64{a, b, c, a + b - c, math.Mod(a*b*c, 7)}
		}},
		"a noisy sum": {"p,q,r,s", 300, func(a, b, c float64) []float64 {
			return []float64{a, b, c, a + b + 0.1*math.Sin(1e4*c)}
		}},
		"sums for rounding alone": {"p,q,r,s", 300, func(a, b, c float64) []float64 {
			return []float64{math.Round(a), math.Round(b), math.Round(c), math.Round(a) + math.Round(0.9*b)}
		}},
		"a total of less": {"a,b,c,Total", 300, func(a, b, c float64) []float64 {
			return []float64{a, b, c, 1.1 * (a + b + c)}
		}},
	} {
		s := startOfLines(t, tableOf(test.names, test.rows, func(rng *rand.Rand) []float64 {
			draw := func() float64 { return cents(1 + 9*rng.Float64()) }
			return test.row(draw(), draw(), draw())
		}))
		if want := strings.Count(test.names, ",") + 1; s.set.Dim != want {
			t.Errorf("%s: %d columns, want %d: %q", name, s.set.Dim, want, s.found)
		}
	}
}

// Names of functions of others.
func TestIsNamedBy(t *testing.T) {
	for name, want := range map[string]bool{
		"lwage": true, "log_wage": true, "log(wage)": true, "wage.log": true, "LogWage": true, "wages": false,
		"wage": false, "flow": false,
	} {
		if got := isNamedBy(name, "wage", []string{"l", "log"}); got != want {
			t.Errorf("%q is named as a logarithm of wage: %t", name, got)
		}
	}
}
