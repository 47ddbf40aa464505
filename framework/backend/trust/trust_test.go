package trust

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ebim/framework/backend/suite"
)

// plugin is a judge of a file, that is right with some of XLA_FLAGS and ends with others; tried gets every XLA_FLAGS that it is tried with.
func plugin(t *testing.T, right func(flags string) bool, ends func(flags string) bool) (j Judge, tried *[]string) {
	t.Helper()
	folder := t.TempDir()
	tried = new([]string)
	j = Judge{Backend: "xla:cpu", Path: filepath.Join(folder, "plugin.so"), Machine: "a processor", File: filepath.Join(folder, "cache", "ebim", "plugins.json")}
	j.Try = func(_ context.Context, flags string) (*suite.Report, error) {
		*tried = append(*tried, flags)
		if ends(flags) {
			return nil, errors.New("signal: aborted")
		}
		verdict := suite.Wrong
		if right(flags) {
			verdict = suite.Right
		}
		return &suite.Report{Results: []suite.Result{{Verdict: suite.Right}, {Group: "products", Name: "n = 64", Verdict: verdict, Error: 2, Where: "3 instead of 1"}}}, nil
	}
	if err := os.WriteFile(j.Path, []byte("code"), 0o644); err != nil {
		t.Fatal(err)
	}
	return j, tried
}

func always(string) bool { return true }
func never(string) bool  { return false }

// A plugin that is right is tried once, until something of what decides changes.
func TestRightPlugins(t *testing.T) {
	j, tried := plugin(t, always, never)
	decide := func(want int) {
		t.Helper()
		d, err := j.Decide(t.Context())
		if err != nil || d.Added != "" || d.Flags != j.Flags || len(*tried) != want {
			t.Fatalf("%+v, %v, tried with %q", d, err, *tried)
		}
	}
	decide(1)
	decide(1)
	j.Flags = "--xla_dump_to=/d"
	decide(2)
	j.Machine = "another"
	decide(3)
	if err := os.WriteFile(j.Path, []byte("other code"), 0o644); err != nil {
		t.Fatal(err)
	}
	decide(4)
	decide(4)
	for _, damaged := range []string{"", "[", `{"sha256": 1}`, "null", strings.Repeat(" ", 2<<20) + "[]"} {
		if err := os.WriteFile(j.File, []byte(damaged), 0o644); err != nil {
			t.Fatal(err)
		}
		*tried = nil
		decide(1)
		decide(1)
	}
}

// Where nothing can be kept, it is tried each time.
func TestNowhereToKeep(t *testing.T) {
	j, tried := plugin(t, always, never)
	for _, file := range []string{"", filepath.Join(j.Path, "below", "a.json"), filepath.Dir(j.Path)} {
		j.File = file
		*tried = nil
		for range 2 {
			if _, err := j.Decide(t.Context()); err != nil {
				t.Error(err)
			}
		}
		if len(*tried) != 2 {
			t.Errorf("%q: tried %d times", file, len(*tried))
		}
	}
	if File(func() (string, error) { return "", errors.New("no home") }) != "" {
		t.Error("there is a file without a folder")
	}
}

// A plugin that is right with a known setting gets it, also the next time, without being tried.
func TestMendedPlugins(t *testing.T) {
	for i, mend := range mends {
		hasMend := func(flags string) bool { return slices.Contains(strings.Fields(flags), mend) }
		for name, ends := range map[string]func(string) bool{
			"other settings have no effect": never,
			"other settings end it":         func(flags string) bool { return strings.Contains(flags, "ynn") && !hasMend(flags) },
		} {
			j, tried := plugin(t, hasMend, ends)
			j.Flags = "--xla_dump_to=/d"
			for range 2 {
				d, err := j.Decide(t.Context())
				if err != nil || d.Added != mend || d.Flags != j.Flags+" "+mend {
					t.Errorf("%s: %+v, %v", name, d, err)
				}
			}
			if len(*tried) != i+2 || (*tried)[0] != j.Flags {
				t.Errorf("%s: tried with %q", name, *tried)
			}
		}
	}
}

// A wrong plugin is refused, and not kept. Where the user's own setting stands against what mends it, the error names both.
func TestWrongPlugins(t *testing.T) {
	j, tried := plugin(t, never, never)
	for range 2 {
		_, err := j.Decide(t.Context())
		var wrong *WrongError
		if !errors.As(err, &wrong) || wrong.Remedy != "" {
			t.Fatalf("%v", err)
		}
		for _, want := range []string{j.Path, "in 1 of 2 tests", "3 instead of 1", "ebim backend test xla:cpu", wrong.SHA256} {
			if !strings.Contains(err.Error(), want) {
				t.Errorf("%q lacks %q", err, want)
			}
		}
	}
	if want := 2 * (1 + len(mends)); len(*tried) != want {
		t.Errorf("tried %d times instead of %d", len(*tried), want)
	}
	j, _ = plugin(t, func(flags string) bool { return flags == mends[0] }, never)
	j.Flags = "--xla_cpu_experimental_ynn_fusion_type=LIBRARY_FUSION_TYPE_DOT"
	if _, err := j.Decide(t.Context()); err == nil || !strings.Contains(err.Error(), "right with "+mends[0]) || !strings.Contains(err.Error(), j.Flags) {
		t.Errorf("%v", err)
	}
	j, tried = plugin(t, never, never)
	j.Backend = "xla:cuda" // for which no setting is known
	if _, err := j.Decide(t.Context()); err == nil || len(*tried) != 1 {
		t.Errorf("%v, tried with %q", err, *tried)
	}
}

// What can't be tried is refused with the reason, and is not said to be wrong.
func TestPluginsThatEnd(t *testing.T) {
	j, tried := plugin(t, always, always)
	_, err := j.Decide(t.Context())
	if err == nil || errors.As(err, new(*WrongError)) || !strings.Contains(err.Error(), "signal: aborted") || len(*tried) != 1 {
		t.Errorf("%v", err)
	}
	j.Path += "x"
	if _, err := j.Decide(t.Context()); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("%v", err)
	}
	j, _ = plugin(t, never, never)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := j.Decide(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}

func TestFileStaysSmall(t *testing.T) {
	j, tried := plugin(t, always, never)
	for i := range mostEntries + 5 {
		j.Machine = fmt.Sprint(i)
		if _, err := j.Decide(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if entries := read(j.File); len(entries) != mostEntries || entries[0].Machine != "5" {
		t.Errorf("%d entries", len(entries))
	}
	if left, err := os.ReadDir(filepath.Dir(j.File)); err != nil || len(left) != 1 {
		t.Errorf("left: %v, %v", left, err)
	}
	j.Keep("digest")
	*tried = nil
	if added, known := find(j.File, entry{SHA256: "digest", Suite: suite.Version, Machine: j.Machine}); !known || added != "" {
		t.Error("what was kept is not known")
	}
}

func TestFields(t *testing.T) {
	file := filepath.Join(t.TempDir(), "information")
	if err := os.WriteFile(file, []byte("processor\t: 0\nmodel name\t: Some: CPU \nmodel name : other\nno field\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{"model name": "Some: CPU", "model": "", "processor": "0"} {
		if got := field(file, name); got != want {
			t.Errorf("%s is %q", name, got)
		}
	}
	if field(file+"x", "model name") != "" || !strings.Contains(Machine(), " ") {
		t.Error("a missing file has a field, or the machine no name")
	}
}
