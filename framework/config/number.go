package config

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"math"
	"regexp"
	"strconv"
	"strings"

	"ebim/framework/plaintext"
)

const maxExpression = 200 // bytes

// ParseNumber evaluates a number expression: decimal numbers such as 0.5, 1e-3; pi; + - * /; signs; parentheses.
// The result is finite: overflow and division by zero are errors, and so are leading zeros (010), an empty
// text and more than 200 bytes.
func ParseNumber(text string) (float64, error) {
	text = strings.TrimSpace(text)
	switch {
	case len(text) > maxExpression:
		return 0, fmt.Errorf("an expression of %d bytes, %d at most", len(text), maxExpression)
	case text == "":
		return 0, errors.New("an empty expression")
	case strings.Contains(text, "//") || strings.Contains(text, "/*"):
		return 0, errors.New("a / without a number after it")
	}
	if decimal.MatchString(text) {
		return parseLiteral(text)
	}
	parsed, err := parser.ParseExpr(apart.Replace(text))
	if err != nil {
		return 0, fmt.Errorf("%q, which is no expression of numbers, pi, + - * / and parentheses", clip(text))
	}
	return evaluate(parsed)
}

func evaluate(e ast.Expr) (float64, error) {
	switch e := e.(type) {
	case *ast.ParenExpr:
		return evaluate(e.X)
	case *ast.BasicLit:
		return parseLiteral(e.Value)
	case *ast.Ident:
		if e.Name != "pi" {
			return 0, fmt.Errorf("unknown name %q (known: pi)", clip(e.Name))
		}
		return math.Pi, nil
	case *ast.UnaryExpr:
		value, err := evaluate(e.X)
		switch e.Op {
		case token.SUB:
			return -value, err
		case token.ADD:
			return value, err
		}
	case *ast.BinaryExpr:
		left, err := evaluate(e.X)
		if err != nil {
			return 0, err
		}
		right, err := evaluate(e.Y)
		if err != nil {
			return 0, err
		}
		return apply(e.Op, left, right)
	}
	return 0, errors.New("other than numbers, pi, + - * / and parentheses")
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
	default:
		return 0, fmt.Errorf("unexpected %s; + - * / are known", operator)
	}
	if math.IsInf(value, 0) {
		return 0, errors.New("a result too large for a number")
	}
	return value, nil
}

var (
	// apart separates signs, as Go has operators ++ and --, except in exponents.
	apart    = strings.NewReplacer("e+", "e+", "e-", "e-", "E+", "E+", "E-", "E-", "+", " + ", "-", " - ")
	decimal  = regexp.MustCompile(`^((0|[1-9][0-9]*)(\.[0-9]*)?|\.[0-9]+)([eE][-+]?[0-9]+)?$`)
	zeroLeft = regexp.MustCompile(`^0[0-9]`)
)

func parseLiteral(text string) (float64, error) {
	switch {
	case zeroLeft.MatchString(text):
		return 0, fmt.Errorf("a leading zero in %q", clip(text))
	case !decimal.MatchString(text):
		return 0, fmt.Errorf("unexpected %q, which is no decimal number", clip(text))
	}
	value, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return 0, fmt.Errorf("%s, too large for a number", text)
	}
	mantissa, _, _ := strings.Cut(strings.ToLower(text), "e")
	if value == 0 && strings.Trim(mantissa, "0.") != "" {
		return 0, fmt.Errorf("%s, too small for a number", text)
	}
	return value, nil
}

// clip shortens a text that is quoted in a message.
func clip(text string) string { return plaintext.Clip(text, 60) }
