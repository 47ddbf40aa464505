// Arithmetic writes the assembly of the elementwise float32 kernels for one level of vector instructions.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"go/token"
	"go/types"
	"os"

	. "github.com/mmcloughlin/avo/build"
)

func main() {
	level := flag.String("level", "", "vector instructions: avx2 or avx512")
	flag.Parse()
	vector, ok := map[string]machine{"avx2": avx2{}, "avx512": avx512{}}[*level]
	if !ok {
		fmt.Fprintf(os.Stderr, "arithmetic: level %q is neither avx2 nor avx512\n", *level)
		os.Exit(2)
	}
	// avo reads signatures in a scope without packages.
	types.Universe.Insert(types.NewPkgName(token.NoPos, nil, "unsafe", types.Unsafe))
	ConstraintExpr("amd64,!noasm")
	for _, op := range operations() {
		emit(vector, op)
	}
	Generate()
	if err := importUnsafe(flag.Lookup("stubs").Value.String()); err != nil {
		fmt.Fprintln(os.Stderr, "arithmetic:", err)
		os.Exit(1)
	}
}

// importUnsafe completes the file of stubs: avo writes no imports.
func importUnsafe(path string) error {
	stubs, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	clause := []byte("\npackage ")
	before, after, _ := bytes.Cut(stubs, clause)
	name, rest, _ := bytes.Cut(after, []byte("\n"))
	return os.WriteFile(path, bytes.Join([][]byte{before, clause, name, []byte("\n\nimport \"unsafe\"\n"), rest}, nil), 0o644)
}
