//go:build cgo && ((linux && amd64) || darwin)

package backend

import (
	"reflect"

	"github.com/gomlx/compute"
	"github.com/gomlx/go-xla/compute/xla"
)

// ownReductions lets a closure of XLA make its reductions anew, until the returned function is called: go-xla keeps
// their inner functions for the whole program, but they belong to the function in which they were first made, and no
// other may use them.
func ownReductions(closure compute.Function) (end func()) {
	own, ok := closure.(*xla.Function)
	if !ok {
		return func() {}
	}
	builder := field(own, "builder").Interface().(*xla.Builder)
	var ends []func()
	for _, name := range []string{"cacheReductions", "cacheArgMinMax", "cacheSelections"} {
		cache := field(builder, name)
		before := reflect.ValueOf(cache.Interface())
		cache.Set(reflect.MakeMap(cache.Type()))
		ends = append(ends, func() { cache.Set(before) })
	}
	return func() {
		for _, end := range ends {
			end()
		}
	}
}
