package metrics

import (
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// Every rule that lowers a verdict names one of the reasons, since a run in which it named another would fail, and
// every reason is that of a rule.
func TestReasonsAreThoseOfRules(t *testing.T) {
	place := map[string]int{"doubt": 0, "unsound": 1, "lower": 1} // of the reason among the arguments
	named := map[string]bool{}
	paths, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range paths {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(node ast.Node) bool {
			call, ok := node.(*ast.CallExpr)
			if !ok {
				return true
			}
			method, ok := call.Fun.(*ast.SelectorExpr)
			if !ok {
				return true
			}
			if at, ok := place[method.Sel.Name]; ok && len(call.Args) > at {
				if literal, ok := call.Args[at].(*ast.BasicLit); ok {
					name, err := strconv.Unquote(literal.Value)
					if err != nil {
						t.Fatal(err)
					}
					named[name] = true
				}
			}
			return true
		})
	}
	declared := map[string]bool{}
	for _, r := range reasons {
		declared[r.name] = true
	}
	if !maps.Equal(named, declared) {
		t.Errorf("rules name %v; declared are %v", slices.Sorted(maps.Keys(named)), slices.Sorted(maps.Keys(declared)))
	}
}
