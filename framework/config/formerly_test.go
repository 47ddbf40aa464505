package config

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const solved = "models: {a: {plain: {sampler: {exact: {solver: {newton: {%s}}}}}}}\n"

func iterations(e *experiment) int {
	return e.Models["a"].(*plain).Sampler.(*exact).Solver.(*newton).Iterations
}

func notes(d *Document) []string {
	var lines []string
	for _, renamed := range d.Renamed() {
		lines = append(lines, renamed.String())
	}
	return lines
}

func TestFormerNamesRead(t *testing.T) {
	path := "models.a.sampler.solver."
	for name, test := range map[string]struct {
		files map[string]string
		sets  []string
		want  int
		notes []string
	}{
		"now": {files: map[string]string{"a.yaml": fmt.Sprintf(solved, "iterations: 3")}, want: 3},
		"first": {files: map[string]string{"a.yaml": fmt.Sprintf(solved, "loops: 3")}, want: 3,
			notes: []string{"loops (a.yaml:1:58) is now called iterations"}},
		"later": {files: map[string]string{"a.yaml": fmt.Sprintf(solved, "rounds: 3")}, want: 3,
			notes: []string{"rounds (a.yaml:1:58) is now called iterations"}},
		"set": {files: map[string]string{"a.yaml": fmt.Sprintf(solved, "iterations: 3")},
			sets: []string{path + "loops=4"}, want: 4,
			notes: []string{"loops (--set " + path + "loops=4) is now called iterations"}},
		"set to a mapping": {files: map[string]string{"a.yaml": fmt.Sprintf(solved, "")},
			sets: []string{"models.a.sampler.solver={newton: {loops: 4}}"}, want: 4,
			notes: []string{"loops (--set models.a.sampler.solver={newton: {loops: 4}}) is now called iterations"}},
		"extended": {files: map[string]string{"b.yaml": fmt.Sprintf(solved, "loops: 3"),
			"a.yaml": "extends: b.yaml\n" + fmt.Sprintf(solved, "iterations: 5")}, want: 5,
			notes: []string{"loops (b.yaml:1:58) is now called iterations"}},
		"extending": {files: map[string]string{"b.yaml": fmt.Sprintf(solved, "iterations: 3"),
			"a.yaml": "extends: b.yaml\n" + fmt.Sprintf(solved, "loops: 5")}, want: 5,
			notes: []string{"loops (a.yaml:2:58) is now called iterations"}},
		"removed": {files: map[string]string{"b.yaml": fmt.Sprintf(solved, "iterations: 3"),
			"a.yaml": "extends: b.yaml\n" + fmt.Sprintf(solved, "loops: null")}, want: 10,
			notes: []string{"loops (a.yaml:2:58) is now called iterations"}},
	} {
		t.Run(name, func(t *testing.T) {
			e, d, err := openDocument("a.yaml", test.files, test.sets...)
			if err != nil {
				t.Fatal(err)
			}
			if got := iterations(e); got != test.want {
				t.Errorf("%d iterations, want %d", got, test.want)
			}
			if diff := cmp.Diff(test.notes, notes(d)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestFormerNamesInSweeps(t *testing.T) {
	d, err := Parse("a.yaml", []byte(fmt.Sprintf(solved, "iterations: 3")+
		"sweep: {models.a.sampler.solver.loops: [4, 5]}\n"))
	if err != nil {
		t.Fatal(err)
	}
	variants, err := d.Sweep()
	if err != nil || len(variants) != 2 {
		t.Fatal(variants, err)
	}
	for i, v := range variants {
		e := new(experiment)
		if err := v.Document.Decode(testKinds, e); err != nil {
			t.Fatal(err)
		}
		if got := iterations(e); got != 4+i || v.Name != fmt.Sprintf("loops=%d", 4+i) {
			t.Errorf("%s has %d iterations", v.Name, got)
		}
		if diff := cmp.Diff([]string{"loops (a.yaml:2:9) is now called iterations"}, notes(v.Document)); diff != "" {
			t.Error(diff)
		}
	}
}

func TestFormerNamesOfChoices(t *testing.T) {
	e, d, err := decodeText("models: {a: {plain: {network: {dense: {activation: swish}}}}}")
	if err != nil || e.Models["a"].(*plain).Network.(*dense).Activation != "silu" {
		t.Errorf("%+v, %v", e, err)
	}
	if diff := cmp.Diff([]string{"swish (a.yaml:1:52) is now called silu"}, notes(d)); diff != "" {
		t.Error(diff)
	}
}

func TestFormerNameBesideThePresentOne(t *testing.T) {
	for _, text := range []string{"loops: 1, iterations: 2", "iterations: 2, loops: 1", "rounds: 1, loops: 1"} {
		_, _, err := decodeText(fmt.Sprintf(solved, text))
		if err == nil || strings.Count(err.Error(), "\n") > 0 ||
			!strings.Contains(err.Error(), "beside iterations, as it is called now; allowed: one of them") {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// A mistake and a misplaced key are placed under either name.
func TestMistakesUnderFormerNames(t *testing.T) {
	_, _, err := decodeText(fmt.Sprintf(solved, "loops: 0"))
	want := "a.yaml:1:65: models.a.plain.sampler.exact.solver.newton.iterations: number 0; allowed: a whole number " +
		"in [1, 1000]"
	if err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
	if _, _, err := decodeText("loops: 3\n" + fmt.Sprintf(solved, "")); err == nil ||
		!strings.Contains(err.Error(), "solver.newton.iterations") {
		t.Errorf("%v does not say where loops belongs", err)
	}
}

func TestIdentityOutlivesRenaming(t *testing.T) {
	e := mustDecode(t,
		"models: {a: {plain: {network: {dense: {activation: silu}}, sampler: {exact: {solver: {newton: {iterations: "+
			"3}}}}}}}")
	identity, err := Identity(testKinds, e)
	if err != nil {
		t.Fatal(err)
	}
	text := resolved(t, e)
	if want := strings.NewReplacer("iterations:", "loops:", "silu", "swish").Replace(text); string(identity) != want ||
		want == text {
		t.Errorf("%s\nwant %s", identity, want)
	}
	if again := resolved(t, mustDecode(t, string(identity))); again != text {
		t.Errorf("the identity decodes to %s\nwant %s", again, text)
	}
}
