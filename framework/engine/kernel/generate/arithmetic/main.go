// Arithmetic writes the assembly of the elementwise float32 kernels for one level of vector instructions.
package main

import (
	"flag"
	"fmt"
	"os"

	. "github.com/mmcloughlin/avo/build"

	"ebim/framework/engine/kernel/generate/stub"
)

func main() {
	level := flag.String("level", "", "vector instructions: avx2 or avx512")
	flag.Parse()
	vector, ok := map[string]machine{"avx2": avx2{}, "avx512": avx512{}}[*level]
	if !ok {
		fmt.Fprintf(os.Stderr, "arithmetic: level %q is neither avx2 nor avx512\n", *level)
		os.Exit(2)
	}
	stub.AllowUnsafe()
	ConstraintExpr("amd64,!noasm")
	for _, op := range operations() {
		emit(vector, op)
	}
	Generate()
	if err := stub.ImportUnsafe(flag.Lookup("stubs").Value.String()); err != nil {
		fmt.Fprintln(os.Stderr, "arithmetic:", err)
		os.Exit(1)
	}
}
