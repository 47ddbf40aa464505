package config

import (
	"fmt"
	"slices"
	"testing"
	"testing/fstest"
)

const drawn = `
sweep: {models.o.angles: [[0], [1], [2]], title: [a, b], plot: [true, false], seeds: [[1], [2], [3], [4], [5], [6], [7], [8], [9], [10], [11]]}
models: {o: plain}
title: own
`

func trials(t *testing.T, text string, sets ...string) []Loaded[experiment] {
	t.Helper()
	loaded, err := Load[experiment](testKinds, fstest.MapFS{"a.yaml": {Data: []byte(text)}}, "a.yaml", sets)
	if err != nil {
		t.Fatal(err)
	}
	return loaded
}

func points(loaded []Loaded[experiment]) []string {
	var all []string
	for _, v := range loaded {
		all = append(all, fmt.Sprint(v.Name, v.Swept))
	}
	return all
}

func TestTrialsAreRandomPointsAfterTheFileItself(t *testing.T) {
	loaded := trials(t, "trials: 13"+drawn)
	if len(loaded) != 13 || loaded[0].Name != "trial=0" || loaded[12].Name != "trial=12" {
		t.Fatalf("%d trials, from %s to %s", len(loaded), loaded[0].Name, loaded[len(loaded)-1].Name)
	}
	if first := loaded[0]; first.Value.Title != "own" || len(first.Swept) != 0 {
		t.Errorf("trial 0 has the title %q and the swept settings %v", first.Value.Title, first.Swept)
	}
	counts := map[Swept]int{}
	for _, v := range loaded[1:] {
		for _, s := range v.Swept {
			counts[s]++
		}
		if got := (Swept{"title", v.Value.Title}); !slices.Contains(v.Swept, got) {
			t.Errorf("%s has the title %q, and the swept settings %v", v.Name, v.Value.Title, v.Swept)
		}
	}
	for s, want := range map[Swept]int{{"title", "a"}: 6, {"title", "b"}: 6, {"models.o.angles", "[1]"}: 4} {
		if counts[s] != want {
			t.Errorf("%v was drawn %d times in 12 trials, want %d", s, counts[s], want)
		}
	}
	if !slices.Equal(points(loaded), points(trials(t, "trials: 13"+drawn))) {
		t.Error("a second reading draws other points")
	}
}

// What is finished stays finished when a search goes on.
func TestMoreTrialsKeepTheEarlierOnes(t *testing.T) {
	few, many := points(trials(t, "trials: 5"+drawn)), points(trials(t, "trials: 5"+drawn, "trials=1000"))
	if len(many) != 1000 || !slices.Equal(few, many[:5]) {
		t.Errorf("of %d trials the first are\n%v\nof 5\n%v", len(many), many[:5], few)
	}
}

func TestTrialsCanBeDropped(t *testing.T) {
	if n := len(trials(t, "trials: 5"+drawn, "trials=null")); n != 3*2*2*11 {
		t.Errorf("%d variants without trials", n)
	}
	if n := len(trials(t, "trials: 5"+drawn, "sweep=null")); n != 1 {
		t.Errorf("%d variants without a sweep", n)
	}
}
