package experiment_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ebim/framework/experiment"
)

func TestParseSeeds(t *testing.T) {
	for _, test := range []struct {
		text, mistake string
		want          experiment.Seeds
		written       string
	}{
		{text: "0-2", want: experiment.Seeds{0, 1, 2}, written: "0-2"},
		{text: "7", want: experiment.Seeds{7}, written: "7"},
		{text: "0, 1,7-9", want: experiment.Seeds{0, 1, 7, 8, 9}, written: "0-1,7-9"},
		{text: "3,1,3", want: experiment.Seeds{3, 1}, written: "3,1"},
		{text: "2147483647", want: experiment.Seeds{1<<31 - 1}, written: "2147483647"},
		{text: "", mistake: `seeds ""; a range such as 0-4`},
		{text: "-1", mistake: "numbers such as 0,1,7 are allowed"},
		{text: "1-", mistake: "numbers such as 0,1,7 are allowed"},
		{text: "1.5", mistake: "numbers such as 0,1,7 are allowed"},
		{text: "2147483648", mistake: "numbers such as 0,1,7 are allowed"},
		{text: "4-0", mistake: "run backwards; write 0-4"},
		{text: "0-10000", mistake: "are more than 10000"},
		{text: "0-2147483647", mistake: "are more than 10000"},
		{text: "0-9998,20000-20001", mistake: "are more than 10000"},
	} {
		got, err := experiment.ParseSeeds(test.text)
		if test.mistake != "" {
			if err == nil || !strings.Contains(err.Error(), test.mistake) {
				t.Errorf("%q: %v, want %q", test.text, err, test.mistake)
			}
			continue
		}
		if diff := cmp.Diff(test.want, got); diff != "" || err != nil {
			t.Errorf("%q: %v %s", test.text, err, diff)
		}
		if got.String() != test.written {
			t.Errorf("%q is written %q, want %q", test.text, got, test.written)
		}
	}
}

func FuzzParseSeeds(f *testing.F) {
	for _, text := range []string{"0-4", "0,1,7", "9-1", "0-99999999999", ",", "1-2-3"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 64 { // longer ones take Go seconds each to minimize, in which it tries nothing new
			return
		}
		seeds, err := experiment.ParseSeeds(text)
		if err != nil {
			return
		}
		again, err := experiment.ParseSeeds(seeds.String())
		if err != nil || !cmp.Equal(seeds, again) {
			t.Errorf("%q gives %v, written %s, read again %v (%v)", text, []int(seeds), seeds, []int(again), err)
		}
	})
}

func TestSeedsInYAML(t *testing.T) {
	for written, want := range map[string]experiment.Seeds{
		"0-2": {0, 1, 2}, "3": {3}, "[4, 2]": {4, 2}, `"1,5"`: {1, 5}, "[0-1, 9]": {0, 1, 9},
	} {
		e := load(t, small, "seeds="+written)[0]
		if diff := cmp.Diff(want, e.Seeds); diff != "" {
			t.Errorf("seeds: %s: %s", written, diff)
		}
	}
	e := load(t, small, "seeds=[4, 2]")[0]
	if !strings.Contains(string(e.Resolved()), "\nseeds: [4, 2]\n") {
		t.Errorf("resolved:\n%s", e.Resolved())
	}
}
