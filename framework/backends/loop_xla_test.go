//go:build cgo && ((linux && amd64) || darwin)

package backends

import (
	"reflect"
	"testing"

	"github.com/gomlx/go-xla/compute/xla"
)

// backend.Repeat knows XLA's functions and what they keep by these names.
func TestNamesInXLA(t *testing.T) {
	function := reflect.TypeFor[xla.Function]()
	if got := function.PkgPath(); got != "github.com/gomlx/go-xla/compute/xla" {
		t.Errorf("XLA's functions are of the package %s", got)
	}
	if field, ok := function.FieldByName("builder"); !ok || field.Type != reflect.TypeFor[*xla.Builder]() {
		t.Errorf("XLA's functions have no builder: %v", field)
	}
	for _, name := range []string{"cacheReductions", "cacheArgMinMax", "cacheSelections"} {
		if field, ok := reflect.TypeFor[xla.Builder]().FieldByName(name); !ok || field.Type.Kind() != reflect.Map {
			t.Errorf("XLA's builders have no map %s: %v", name, field)
		}
	}
}
