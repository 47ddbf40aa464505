//go:build cgo && ((linux && amd64) || darwin)

package backends

import (
	"crypto/sha256"
	"fmt"
	"reflect"

	"github.com/gomlx/compute"
	"github.com/gomlx/go-xla/compute/xla"
	"github.com/gomlx/go-xla/stablehlo"
)

// stableText is the digest of a program's StableHLO text, constants included. go-xla keeps its writer private.
func stableText(b compute.Builder) (key [sha256.Size]byte, err error) {
	own, ok := b.(*xla.Builder)
	if !ok {
		return key, fmt.Errorf("a %T is no builder of XLA", b)
	}
	field := reflect.ValueOf(own).Elem().FieldByName("builder")
	if field.Kind() != reflect.Pointer || field.Type() != reflect.TypeFor[*stablehlo.Builder]() {
		return key, fmt.Errorf("go-xla's builder keeps its program elsewhere in this version")
	}
	text, err := (*stablehlo.Builder)(field.UnsafePointer()).Build()
	if err != nil {
		return key, err
	}
	return sha256.Sum256(text), nil
}
