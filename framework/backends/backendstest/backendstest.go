// Package backendstest opens backends for tests.
package backendstest

import (
	"testing"

	"github.com/gomlx/compute"

	"ebim/framework/backends"
)

// Open opens a backend by its name until the test ends, and skips the test where the backend is not there.
func Open(t *testing.T, name string) compute.Backend {
	t.Helper()
	for _, info := range backends.List() {
		if info.Name == name && !info.Available {
			t.Skipf("%s: %s", name, info.Problem)
		}
	}
	engine, err := backends.Open(name, backends.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(engine.Finalize)
	return engine
}
