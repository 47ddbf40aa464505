package config

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"math"
	"slices"
	"strings"
)

// Formula is an expression of variables, numbers, pi, + - * /, parentheses and functions: "(2 + cos(v))*sin(u)".
type Formula struct {
	text  string
	value term
}

// term is a part of an expression, by the values of the variables. Its values are finite.
type term func(at []float64) (float64, error)

// ParseFormula reads a formula of the given variables, at most 1000 bytes.
func ParseFormula(text string, variables []string) (*Formula, error) {
	if len(text) > maxFormula {
		return nil, fmt.Errorf("a formula of %d bytes, %d at most", len(text), maxFormula)
	}
	value, err := compiled(text, variables)
	if err != nil {
		return nil, err
	}
	return &Formula{text: text, value: value}, nil
}

const maxFormula = 1000 // bytes

// Value is finite; at is the variables' values in their order.
func (f *Formula) Value(at []float64) (float64, error) { return f.value(at) }

func (f *Formula) String() string { return f.text }

var (
	unary = map[string]func(float64) float64{"sin": math.Sin, "cos": math.Cos, "tan": math.Tan, "atan": math.Atan,
		"sinh": math.Sinh, "cosh": math.Cosh, "tanh": math.Tanh, "exp": math.Exp, "log": math.Log, "sqrt": math.Sqrt,
		"abs": math.Abs}
	binary = map[string]func(a, b float64) float64{"pow": math.Pow, "min": math.Min, "max": math.Max}
)

// Functions are those of formulas by name.
func Functions() []string {
	return append(slices.Sorted(maps.Keys(unary)), slices.Sorted(maps.Keys(binary))...)
}

func compiled(text string, variables []string) (term, error) {
	allowed := "numbers, pi, + - * / and parentheses"
	if variables != nil {
		allowed = strings.Join(variables, ", ") + ", " + allowed
	}
	parsed, err := parser.ParseExpr(apart.Replace(text))
	if err != nil {
		return nil, fmt.Errorf("%q, which is no expression of %s", clip(text), allowed)
	}
	return compiler{variables, allowed}.compile(parsed)
}

// compiler makes terms of Go's expressions.
type compiler struct {
	variables []string // nil for numbers, which have no functions either
	allowed   string
}

func (c compiler) compile(e ast.Expr) (term, error) {
	switch e := e.(type) {
	case *ast.ParenExpr:
		return c.compile(e.X)
	case *ast.BasicLit:
		value, err := parseLiteral(e.Value)
		return constant(value), err
	case *ast.Ident:
		return c.named(e.Name)
	case *ast.UnaryExpr:
		value, err := c.compile(e.X)
		switch e.Op {
		case token.ADD:
			return value, err
		case token.SUB:
			return mapped(func(v []float64) (float64, error) { return -v[0], nil }, value), err
		}
	case *ast.BinaryExpr:
		return c.applied(func(v []float64) (float64, error) { return apply(e.Op, v[0], v[1]) }, e.X, e.Y)
	case *ast.CallExpr:
		if name, ok := e.Fun.(*ast.Ident); ok && c.variables != nil {
			return c.called(name.Name, e.Args)
		}
	}
	return nil, errors.New("other than " + c.allowed)
}

func (c compiler) named(name string) (term, error) {
	if i := slices.Index(c.variables, name); i >= 0 {
		return func(at []float64) (float64, error) { return at[i], nil }, nil
	}
	if name != "pi" {
		return nil, fmt.Errorf("unknown name %q (known: %s)", clip(name), strings.Join(append(slices.Clone(c.variables),
			"pi"), ", "))
	}
	return constant(math.Pi), nil
}

// called is a function of its arguments.
func (c compiler) called(name string, arguments []ast.Expr) (term, error) {
	one, two := unary[name], binary[name]
	of := func(v []float64) (float64, error) {
		var value float64
		if one != nil {
			value = one(v[0])
		} else {
			value = two(v[0], v[1])
		}
		if math.IsNaN(value) || math.IsInf(value, 0) {
			return 0, fmt.Errorf("%s of %v is no number", name, v)
		}
		return value, nil
	}
	switch {
	case one == nil && two == nil:
		return nil, fmt.Errorf("unknown function %q (known: %s)", clip(name), strings.Join(Functions(), ", "))
	case one != nil && len(arguments) != 1:
		return nil, fmt.Errorf("%s of %d arguments; it takes 1", name, len(arguments))
	case two != nil && len(arguments) != 2:
		return nil, fmt.Errorf("%s of %d arguments; it takes 2", name, len(arguments))
	}
	return c.applied(of, arguments...)
}

func (c compiler) applied(of func(v []float64) (float64, error), operands ...ast.Expr) (term, error) {
	terms := make([]term, len(operands))
	for i, operand := range operands {
		var err error
		if terms[i], err = c.compile(operand); err != nil {
			return nil, err
		}
	}
	return mapped(of, terms...), nil
}

func constant(value float64) term { return func([]float64) (float64, error) { return value, nil } }

// mapped is a function of terms.
func mapped(of func(v []float64) (float64, error), operands ...term) term {
	return func(at []float64) (float64, error) {
		var values [2]float64
		for i, operand := range operands {
			var err error
			if values[i], err = operand(at); err != nil {
				return 0, err
			}
		}
		return of(values[:len(operands)])
	}
}

func apply(operator token.Token, left, right float64) (value float64, err error) {
	switch operator {
	case token.ADD:
		value = left + right
	case token.SUB:
		value = left - right
	case token.MUL:
		value = left * right
	case token.QUO:
		if right == 0 {
			return 0, errors.New("a division by zero")
		}
		value = left / right
	case token.XOR:
		return 0, errors.New("unexpected ^; + - * / are known, and pow(x, 2) in formulas")
	default:
		return 0, fmt.Errorf("unexpected %s; + - * / are known", operator)
	}
	if math.IsInf(value, 0) {
		return 0, errors.New("a result too large for a number")
	}
	return value, nil
}
