package results

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
	"testing/fstest"

	"ebim/framework/config"
	"ebim/framework/output"
)

// parse reads the text of a table file.
func parse(text string) (*Spec, error) {
	return OpenSpec(fstest.MapFS{"t.yaml": &fstest.MapFile{Data: []byte(text)}}, "t.yaml", known)
}

// known are the outputs of the metrics of tests, which their labels name.
var known = &Declared{ByType: map[string]output.List{
	"w": {{Name: "value", Role: output.Main}, {Name: "value_error", ErrorOf: "value"},
		{Name: "ratio", Role: output.Beside, Heading: " / noise floor"},
		{Name: "model_points", Role: output.ModelSize}, {Name: "true_points", Role: output.TrueSize},
		{Name: "standard_deviation", Formerly: []string{"deviation"}}},
	"chains": {{Name: "mixed", Format: output.YesNo, Doubt: "the Markov chains of %s have not mixed"}},
	"topology": {{Name: "matches", Role: output.Main, Format: output.YesNo},
		{Name: "components", Role: output.Main}},
	"distance":    {{Name: "median", Role: output.Main}},
	"wasserstein": {{Name: "value", Role: output.Main, Unit: "data units"}},
}}

func TestTagsAreInOrder(t *testing.T) {
	if err := config.Verify(noComponents{}, reflect.TypeFor[Spec]()); err != nil {
		t.Error(err)
	}
}

func TestSpecMistakes(t *testing.T) {
	const whole = `title: t
rows: [{label: a, experiment: e}]
columns: [{label: b, model: m, metric: w.value}]
`
	if _, err := parse(whole); err != nil {
		t.Fatalf("a whole table: %v", err)
	}
	for _, test := range []struct{ text, want string }{
		{whole + "bset: lowest\n", `t.yaml:4:1`},
		{whole + "best: smallest\n", "t.yaml:4:7: best"},
		{whole + "digits: 2.7\n", "t.yaml:4:9: digits"},
		{whole + "digits: 0\n", "t.yaml:4:9: digits"},
		{whole + "sweep: {digits: [2, 3]}\n", "one table a file"},
		{whole + "printed: [{row: z, column: b, text: x}]\n",
			`t.yaml:4:17: printed[0].row: the unknown row "z"; allowed: a`},
		{whole + "printed: [{row: a, column: z, text: x}]\n", `the unknown column "z"; allowed: b`},
		{whole + "printed: [{row: a, column: b, text: x}, {row: a, column: b, text: y}]\n",
			"a second text for the cell"},
		{"title: t\nrows: [{label: a}]\ncolumns: [{label: b, model: m, metric: w}]\n",
			"t.yaml:3:11: columns[0]: no experiment"},
		{"title: t\nrows: [{label: a, experiment: e, model: n}]\ncolumns: [{label: b, model: m, metric: w}]\n",
			"two values for model"},
		{"title: t\nrows: [{label: a, experiment: e}, {label: a, experiment: f}]\ncolumns: [{label: b, model: m, " +
			"metric: w}]\n", `a second row "a"`},
		{"title: t\nrows: [{label: a, experiment: e}]\ncolumns: [{label: b, model: m, metric: w}, {label: b, model: " +
			"m, metric: v}]\n", `a second column "b"`},
		{"title: t\nrows: [{label: a, experiment: e, skip: [z]}]\ncolumns: [{label: b, model: m, metric: w}]\n",
			`rows[0].skip: the unknown column "z"; allowed: b`},
		{"title: t\nrows: [{label: a, experiment: e}]\ncolumns: [{label: b, model: m, metric: w, against: [n]}]\n",
			"columns[0].against: a comparison without a direction; allowed: best: lowest or highest"},
		{"title: t\nbest: lowest\nrows: [{label: a, experiment: e}]\ncolumns: [{label: b, model: m, metric: w, " +
			"against: [m]}]\n", `against[0]: the model "m" itself`},
		{"title: t\nbest: lowest\nrows: [{label: a, experiment: e}]\ncolumns: [{label: b, model: m, metric: w, " +
			"against: [n, n]}]\n", `against[1]: "n" again`},
		{"title: t\nbest: lowest\nrows: [{label: a, experiment: e}]\ncolumns: [{label: b, model: m, metric: w, " +
			"against: [n], aggregate: median}]\n", "aggregate: median of differences; allowed: mean"},
		{"title: t\nrows: [{label: a, experiment: \"e*f*\"}]\ncolumns: [{label: b, model: m, metric: w}]\n",
			"rows[0].experiment: \"e*f*\"; allowed: at most one *"},
		{"title: t\nrows: [{label: a}]\ncolumns: [{label: b, experiment: \"e*\", model: m, metric: w}]\n",
			"columns[0].experiment: \"e*\"; allowed: one experiment"},
		{"title: t\nrows: [{label: a, experiment: \"e*\"}]\ncolumns: [{label: b, model: m, metric: w}]\nprinted: " +
			"[{row: a, column: b, text: x}]\n", "printed[0].row: a row of several experiments"},
		{"title: t\nrows: []\ncolumns: []\n", "rows"},
		{"", "an empty document"},
		{"- 1\n", "t.yaml:1:1"},
	} {
		_, err := parse(test.text)
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%q:\ngot  %v\nwant %s", test.text, err, test.want)
		}
	}
}

// Recipes in rows can be compared with the first of them, whose own row has no such cell.
func TestARowCanSkipTheComparisonWithItself(t *testing.T) {
	const text = `title: t
rows: [{label: whole, model: m%s}, {label: part, model: n}]
columns: [{label: b, experiment: e, metric: w, best: lowest, against: [m]}]
`
	if _, err := parse(fmt.Sprintf(text, ", skip: [b]")); err != nil {
		t.Error(err)
	}
	if _, err := parse(fmt.Sprintf(text, "")); err == nil || !strings.Contains(err.Error(), `the model "m" itself`) {
		t.Errorf("without skip: %v", err)
	}
}

func FuzzSpec(f *testing.F) {
	f.Add([]byte("title: t\nrows: [{label: a, experiment: e}]\ncolumns: [{label: b, model: m, metric: w, scale: " +
		"1e300}]\n"))
	f.Add([]byte("title: t\nbest: lowest\nrows: [{label: a, experiment: \"*\"}]\ncolumns: [{label: b, model: ebim, " +
		"metric: wasserstein, against: [pushforward, ebm]}]\n"))
	f.Add([]byte("title: t\nrows: [{label: a, model: ebim, skip: [b]}]\ncolumns: [{label: b, experiment: floods, " +
		"metric: transport, digits: 2}]\n"))
	f.Add([]byte("a: &a [*a]"))
	f.Fuzz(func(t *testing.T, text []byte) {
		if len(text) > 160 { // longer ones take Go seconds each to minimize, in which it tries nothing new
			return
		}
		spec, err := parse(string(text))
		if err != nil {
			return
		}
		write(t, spec.Fill(examples()), Formats()[len(text)%len(Formats())])
	})
}
