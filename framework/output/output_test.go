package output

import (
	"maps"
	"strings"
	"testing"
)

var outputs = List{
	{Name: "matches", Role: Main, Heading: ": as the truth"},
	{Name: Value, Role: Main, Unit: "nats", Formerly: []string{"mean"}},
	{Name: "length_*", Formerly: []string{"size_*"}},
}

func TestFind(t *testing.T) {
	for name, want := range map[string]string{Value: Value, "mean": Value, "length_2": "length_2",
		"size_12": "length_12", "length_": "", "x": ""} {
		o, ok := outputs.Find(name)
		if o.Name != want || ok != (want != "") {
			t.Errorf("%s: %+v, %v", name, o, ok)
		}
	}
	if o, _ := outputs.Find("length_3"); o.Formerly[0] != "size_3" || outputs[2].Formerly[0] != "size_*" {
		t.Errorf("length_3 was %v, declared %v", o.Formerly, outputs[2].Formerly)
	}
	err := outputs.Check("w", "valeu")
	if err == nil ||
		!strings.Contains(err.Error(),
			`"valeu", which is not an output of w; matches, value, length_*; did you mean value?`) {
		t.Error(err)
	}
}

func TestMainIsTheFirstThatIsThere(t *testing.T) {
	for there, want := range map[string]string{"matches value": "matches", Value: Value, "length_1": ""} {
		o, ok := outputs.Main(func(name string) bool { return strings.Contains(there, name) })
		if o.Name != want || ok != (want != "") {
			t.Errorf("of %s the main one is %q", there, o.Name)
		}
	}
}

func TestHeadings(t *testing.T) {
	for i, want := range []string{"w: as the truth", "w [nats]", "w, length_*"} {
		if got := outputs[i].In("w"); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestRename(t *testing.T) {
	got := Rename(outputs, map[string]int{"mean": 1, "size_2": 2, "own": 3})
	if want := map[string]int{Value: 1, "length_2": 2, "own": 3}; !maps.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}
