package ir

import (
	"fmt"
	"reflect"
	"strings"

	"github.com/gomlx/compute"
)

// printedValues is the greatest length of a constant whose values String shows in full.
const printedValues = 8

// String returns the graph with one line a node, as in "%2 = Add(%0, %1) (Float32)[2 3]", and a last line for the
// outputs. Operands are named by their Index.
func (g *Graph) String() string {
	var text strings.Builder
	for _, n := range g.Nodes {
		fmt.Fprintf(&text, "%%%d = %s(%s)%s %s\n", n.Index, opName(n.Op), names(n.Inputs),
			attributesText(n.Attributes), n.Shape)
	}
	fmt.Fprintf(&text, "outputs %s\n", names(g.Outputs))
	return text.String()
}

// opName returns the name of an operation, of GoMLX's or of this package's own.
func opName(op compute.OpType) string {
	switch op {
	case OpRandomState:
		return "RandomState"
	case OpFusedMultiplyAdd:
		return "FusedMultiplyAdd"
	case OpFusedMultiplySubtract:
		return "FusedMultiplySubtract"
	case OpFusedNegativeMultiplyAdd:
		return "FusedNegativeMultiplyAdd"
	}
	return op.String()
}

func names(nodes []*Node) string {
	list := make([]string, len(nodes))
	for i, n := range nodes {
		list[i] = fmt.Sprintf("%%%d", n.Index)
	}
	return strings.Join(list, ", ")
}

func attributesText(attributes any) string {
	switch a := attributes.(type) {
	case nil:
		return ""
	case Constant:
		values := reflect.ValueOf(a.Flat)
		if values.Len() <= printedValues {
			return fmt.Sprint(a.Flat)
		}
		return fmt.Sprintf("%v...", values.Slice(0, printedValues).Interface())
	}
	return fmt.Sprintf("%+v", attributes)
}
