package config

import (
	"math"
	"strings"
	"testing"
)

func TestParseNumber(t *testing.T) {
	for text, want := range map[string]float64{
		"1": 1, "0": 0, "0.5": 0.5, ".5": 0.5, "5.": 5, "1e-3": 1e-3, "1E3": 1000, "1e+06": 1e6, "1.5e2": 150,
		"pi": math.Pi, "2*pi": 2 * math.Pi, "-pi/2": -math.Pi / 2, "3/4": 0.75, "1 - 2 - 3": -4, "2 + 3*4": 14,
		"(2 + 3)*4": 20, "12/3/2": 2, "--1": 1, "+1": 1, "2*-3": -6, "-(1+1)": -2, " 7 ": 7, "0.0e5": 0,
	} {
		if got, err := ParseNumber(text); err != nil || got != want {
			t.Errorf("%q is %v, %v; want %v", text, got, err, want)
		}
	}
}

func TestParseNumberRefuses(t *testing.T) {
	for text, want := range map[string]string{
		"": "empty", "  ": "empty", "010": "leading zero", "-007.5": "leading zero", "1/0": "division by zero",
		"1/(1-1)": "division by zero", "1e999": "too large", "1e300*1e300": "too large", "1e-999": "too small",
		"tau": `unknown name "tau" (known: pi)`, "2pi": "no expression", "1_000": "unexpected", "(1": "no expression",
		"1)": "no expression", "1 +": "no expression", "*2": "other than", "0x10": "unexpected",
		"1.2.3": "no expression", "1e": "no expression", "pi pi": "no expression", ".": "no expression",
		"nan": "unknown name", "inf": "unknown name", "２": "no expression", "1//2": "without a number after it",
		"1%2": "unexpected %", "f(1)": "other than", "!1": "other than", `"1"`: "unexpected",
		strings.Repeat("1+", 200) + "1": "at most",
	} {
		if got, err := ParseNumber(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q is %v, %v; want an error with %q", text, got, err, want)
		}
	}
}

func FuzzParseNumber(f *testing.F) {
	for _, seed := range []string{"1e-3", "pi", "-pi/2", "2*(3+4)/5", "010", "1e999", "((", "--", "1//2",
		".e1", "pi2"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 64 { // longer ones take Go seconds each to minimize, in which it tries nothing new
			return
		}
		value, err := ParseNumber(text)
		if err != nil {
			return
		}
		if math.IsNaN(value) || math.IsInf(value, 0) {
			t.Errorf("%q is %v", text, value)
		}
		if len(text)+len("-()") <= maxExpression {
			if negated, err := ParseNumber("-(" + text + ")"); err == nil && negated != -value {
				t.Errorf("-(%q) is %v, not -%v", text, negated, value)
			}
		}
	})
}

func TestInterval(t *testing.T) {
	tests := []struct {
		text    string
		in, out []float64
	}{
		{"[0, 1]", []float64{0, 0.5, 1}, []float64{-1e-9, 1.1, math.NaN()}},
		{"(0, 1)", []float64{0.5}, []float64{0, 1}},
		{"[1, inf)", []float64{1, 1e300}, []float64{0, math.Inf(1)}},
		{"(-inf, inf]", []float64{-1e300, math.Inf(1)}, []float64{math.Inf(-1), math.NaN()}},
		{"(-pi, pi]", []float64{math.Pi}, []float64{-math.Pi}},
	}
	for _, test := range tests {
		interval, err := ParseInterval(test.text)
		if err != nil {
			t.Fatal(err)
		}
		for _, x := range test.in {
			if !interval.Contains(x) {
				t.Errorf("%v is not in %s", x, test.text)
			}
		}
		for _, x := range test.out {
			if interval.Contains(x) {
				t.Errorf("%v is in %s", x, test.text)
			}
		}
	}
	for _, text := range []string{"", "[", "0, 1", "[1]", "[2, 1]", "(1, 1)", "[a, b]", "[0, 1"} {
		if _, err := ParseInterval(text); err == nil {
			t.Errorf("%q is read as an interval", text)
		}
	}
}

func TestNearest(t *testing.T) {
	known := []string{"rank_weight", "negative_weight", "steps", "noise"}
	for name, want := range map[string]string{"rank_wieght": "rank_weight", "step": "steps", "nois": "noise",
		"Noise": "noise"} {
		if near, ok := Nearest(name, known); !ok || near != want {
			t.Errorf("nearest to %s is %s, %v", name, near, ok)
		}
	}
	for _, name := range []string{"xyz", "manifold", strings.Repeat("a", 1000)} {
		if near, ok := Nearest(name, known); ok {
			t.Errorf("%s is taken for %s", name, near)
		}
	}
	for _, pair := range []struct {
		a, b string
		want int
	}{{"", "", 0}, {"abc", "", 3}, {"abc", "acb", 1}, {"kitten", "sitting", 3}} {
		if got := editDistance(pair.a, pair.b); got != pair.want {
			t.Errorf("distance of %q and %q is %d", pair.a, pair.b, got)
		}
	}
}
