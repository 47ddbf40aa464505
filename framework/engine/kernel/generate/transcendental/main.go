// Command transcendental writes the assembly of the float32 kernels of exp, log and the like.
package main

import (
	"flag"
	"log"
	"os"
	"slices"

	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/ir"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/pass"

	"ebim/framework/engine/kernel/generate/stub"
)

func main() {
	options := flag.NewFlagSet(os.Args[0], flag.ExitOnError)
	output := build.NewFlags(options)
	source := options.String("coefficients", "", "Go `file` whose constants are the coefficients")
	options.Parse(os.Args[1:])

	stub.AllowUnsafe()
	context := build.NewContext()
	context.ConstraintExpr("amd64,!noasm")
	w := &writer{Context: context, named: readConstants(*source), data: map[uint32]operand.Mem{}}
	for _, w.level = range []level{avx2, avx512} {
		w.kernel("exponential", "exp(x)", exponential)
		w.kernel("exponentialMinus1", "exp(x) - 1", exponentialMinus1)
		w.kernel("logistic", "1/(1 + exp(-x))", logistic)
		w.kernel("tanh", "tanh(x)", tanh)
		w.kernel("logarithm", "log(x)", logarithm)
		w.kernel("logarithmOf1Plus", "log(1 + x)", logarithmOf1Plus)
		w.kernel("errorFunction", "erf(x)", errorFunction)
		w.reducedKernel("sine", "sin(x)", sine)
		w.reducedKernel("cosine", "cos(x)", cosine)
	}
	config := output.Config()
	config.Passes = slices.Insert(config.Passes, 1, pass.Interface(pass.FunctionPass(removeSelfMoves)))
	if status := build.Main(config, context); status != 0 {
		os.Exit(status)
	}
	if err := stub.ImportUnsafe(options.Lookup("stubs").Value.String()); err != nil {
		log.Fatal(err)
	}
}

// removeSelfMoves drops moves of a vector register to itself, which come from copies whose original was not needed
// again.
func removeSelfMoves(f *ir.Function) error {
	f.Nodes = slices.DeleteFunc(f.Nodes, func(node ir.Node) bool {
		i, ok := node.(*ir.Instruction)
		return ok && i.Opcode == "VMOVUPS" && len(i.Operands) == 2 && i.Operands[0] == i.Operands[1]
	})
	return nil
}
