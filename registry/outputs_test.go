package registry

import (
	"fmt"
	"strings"
	"testing"

	"ebim/framework/experiment"
	"ebim/framework/output"
)

// faults are what is wrong with the outputs that a metric declares.
func faults(outputs output.List) (found []string) {
	wrong := func(format string, arguments ...any) { found = append(found, fmt.Sprintf(format, arguments...)) }
	names := map[string]bool{}
	for _, o := range outputs {
		if o.Meaning == "" || strings.HasSuffix(o.Meaning, ".") {
			wrong("%s: the meaning %q is no sentence without a full stop", o.Name, o.Meaning)
		}
		for _, name := range append([]string{o.Name}, o.Formerly...) {
			if names[name] {
				wrong("%s is declared twice", name)
			}
			names[name] = true
		}
		if _, known := outputs.Find(o.ErrorOf); o.ErrorOf != "" && !known {
			wrong("%s is the error of %s, which is not declared", o.Name, o.ErrorOf)
		}
		if o.Doubt != "" && (o.Format != output.YesNo || strings.Count(o.Doubt, "%s") != 1) {
			wrong("%s: the doubt %q is not that of a yes or no about %%s", o.Name, o.Doubt)
		}
	}
	return found
}

func TestMetricsDeclareTheirOutputsWell(t *testing.T) {
	for metric, outputs := range experiment.OutputsOf(Standard()) {
		for _, fault := range faults(outputs) {
			t.Errorf("%s: %s", metric, fault)
		}
		if _, ok := outputs.Main(func(string) bool { return true }); !ok && metric != "samples" {
			t.Errorf("%s has no main output", metric)
		}
	}
	bad := output.List{{Name: "a", Meaning: "A.", Formerly: []string{"b"}}, {Name: "b", Meaning: "b", ErrorOf: "c"}, {Name: "d", Meaning: "d", Doubt: "x"}}
	if found := faults(bad); len(found) != 4 {
		t.Errorf("of four faults these are found: %q", found)
	}
}
