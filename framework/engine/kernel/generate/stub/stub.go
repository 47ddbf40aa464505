// Package stub lets avo write functions that take an unsafe.Pointer.
package stub

import (
	"bytes"
	"go/token"
	"go/types"
	"os"
)

// AllowUnsafe makes package unsafe known to signatures, which avo reads in a scope without packages.
func AllowUnsafe() {
	types.Universe.Insert(types.NewPkgName(token.NoPos, nil, "unsafe", types.Unsafe))
}

// ImportUnsafe completes a file of stubs: avo writes no imports.
func ImportUnsafe(path string) error {
	stubs, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	clause := []byte("\npackage ")
	before, after, _ := bytes.Cut(stubs, clause)
	name, rest, _ := bytes.Cut(after, []byte("\n"))
	return os.WriteFile(path, bytes.Join([][]byte{before, clause, name, []byte("\n\nimport \"unsafe\"\n"),
		rest}, nil), 0o644)
}
