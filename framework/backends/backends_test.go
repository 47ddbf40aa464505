package backends_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"ebim/framework/backend"
	"ebim/framework/backends"
)

func TestUnknownBackendNamesTheKnown(t *testing.T) {
	for _, name := range []string{"", "tpu", "xla", "Go"} {
		_, err := backends.Open(name, backends.Options{})
		if err == nil {
			t.Errorf("backend %q is opened", name)
			continue
		}
		for _, info := range backends.List() {
			if !strings.Contains(err.Error(), info.Name) {
				t.Errorf("the error for %q does not name %s: %v", name, info.Name, err)
			}
		}
	}
}

func TestListIsWhole(t *testing.T) {
	var names []string
	for _, info := range backends.List() {
		names = append(names, info.Name)
		if info.Doc == "" || !info.Available && info.Hint == "" {
			t.Errorf("%s lacks its sentence, or what to do about its absence: %+v", info.Name, info)
		}
	}
	if !slices.Equal(names, backends.Names()) || !slices.Equal(names, []string{"cpu", "go", "xla:cpu", "xla:cuda"}) ||
		!backends.List()[0].Available || !backends.List()[1].Available {
		t.Errorf("the list is %v; the two embedded backends must be the first and there", names)
	}
}

// Without a plugin XLA gives an error that names the command which fetches it, and writes nothing.
func TestXLAWithoutAPlugin(t *testing.T) {
	home := t.TempDir()
	t.Setenv("HOME", home)
	t.Setenv("PJRT_PLUGIN_LIBRARY_PATH", home)
	for _, info := range backends.List() {
		if info.Name == backend.Default || info.Name == backend.Reference {
			continue
		}
		if info.Available {
			t.Errorf("%s is there without a plugin", info.Name)
		}
		_, err := backends.Open(info.Name, backends.Options{})
		if err == nil {
			t.Errorf("%s is opened without its plugin", info.Name)
		} else if !strings.Contains(err.Error(), "put a PJRT plugin") && !strings.Contains(err.Error(), "cgo") {
			t.Errorf("the error does not say what to do: %v", err)
		}
	}
	if found, err := os.ReadDir(home); err != nil || len(found) > 0 {
		t.Errorf("opening a backend left %v in the user's folder (%v)", found, err)
	}
}

func TestHaving(t *testing.T) {
	if having := backends.Having("DynamicSlice"); !slices.Contains(having, backend.Default) ||
		slices.Contains(having, backend.Reference) {
		t.Errorf("DynamicSlice is said to be in %v", having)
	}
	if having := backends.Having("DynamicSlic"); having != nil {
		t.Errorf("an unknown operation is said to be in %v", having)
	}
}
