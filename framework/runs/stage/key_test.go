package stage

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestKeyDependsOnEverything(t *testing.T) {
	base := func() *Stage {
		return &Stage{Name: "energy", Version: 1, Settings: []byte("a: 1"), Seed: 3, Backend: "go",
			Inputs: []*Stage{{Name: "data"}, {Name: "manifold", Seed: 3}}}
	}
	key := base().Key()
	if len(key) != keyLength || strings.Trim(key, "0123456789abcdef") != "" {
		t.Fatalf("key %q is not %d hex digits", key, keyLength)
	}
	for what, change := range map[string]func(*Stage){
		"name":           func(s *Stage) { s.Name = "energy2" },
		"version":        func(s *Stage) { s.Version = 2 },
		"settings":       func(s *Stage) { s.Settings = []byte("a: 2") },
		"seed":           func(s *Stage) { s.Seed = 4 },
		"backend":        func(s *Stage) { s.Backend = "xla:cpu" },
		"input":          func(s *Stage) { s.Inputs[1].Settings = []byte("b") },
		"input's seed":   func(s *Stage) { s.Inputs[1].Seed = 4 },
		"missing input":  func(s *Stage) { s.Inputs = s.Inputs[:1] },
		"moved boundary": func(s *Stage) { s.Name, s.Settings = "energya", []byte(": 1") },
	} {
		changed := base()
		change(changed)
		if changed.Key() == key {
			t.Errorf("the key doesn't depend on the %s", what)
		}
	}
	swapped := base()
	swapped.Inputs[0], swapped.Inputs[1] = swapped.Inputs[1], swapped.Inputs[0]
	if swapped.Key() != key {
		t.Error("the key depends on the order of the inputs")
	}
	swapped.Seed, swapped.Inputs[0].Seed = 9, 9
	if swapped.settingsKey() != base().settingsKey() {
		t.Error("the settings' key depends on a seed")
	}
}

// Two stages without inputs have the same key only when they are equal in every part.
func TestKeyIsUnambiguous(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringOfN(rapid.RuneFrom([]rune("ab\x00")), 0, 3, -1)
		draw := func(which string) *Stage {
			return &Stage{Name: text.Draw(t, which+" name"), Settings: []byte(text.Draw(t, which+" settings")),
				Backend: text.Draw(t, which+" backend"), Seed: rapid.Uint64Range(0, 2).Draw(t, which+" seed")}
		}
		a, b := draw("a"), draw("b")
		same := a.Name == b.Name && string(a.Settings) == string(b.Settings) && a.Backend == b.Backend &&
			a.Seed == b.Seed
		if (a.Key() == b.Key()) != same {
			t.Fatalf("%+v and %+v: keys %s and %s", a, b, a.Key(), b.Key())
		}
	})
}

// A chain of diamonds has 2^60 paths from top to bottom.
func TestKeyOfManySharedInputs(t *testing.T) {
	bottom := &Stage{Name: "data"}
	for range 60 {
		bottom = &Stage{Name: "top", Inputs: []*Stage{{Name: "left", Inputs: []*Stage{bottom}}, {Name: "right",
			Inputs: []*Stage{bottom}}}}
	}
	if bottom.Key() == "" {
		t.Error("no key")
	}
}
