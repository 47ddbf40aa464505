package config

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"ebim/framework/plaintext"
)

const (
	maxExpression      = 200 // bytes
	maxExpressionDepth = 50  // parentheses and signs
)

// ParseNumber evaluates a number expression: decimal numbers such as 0.5, 1e-3; pi; + - * /; signs; parentheses.
// The result is finite: overflow and division by zero are errors, and so are leading zeros (010), an empty
// text, more than 200 bytes and more than 50 nested parentheses.
func ParseNumber(text string) (float64, error) {
	if len(text) > maxExpression {
		return 0, fmt.Errorf("an expression of %d bytes, %d at most", len(text), maxExpression)
	}
	p := expression{rest: strings.TrimSpace(text)}
	if p.rest == "" {
		return 0, fmt.Errorf("an empty expression")
	}
	value, err := p.sum(0)
	if err != nil {
		return 0, err
	}
	if p.rest != "" {
		return 0, fmt.Errorf("unexpected %q", clip(p.rest))
	}
	return value, nil
}

// expression is a recursive-descent parser; each method consumes rest from the left.
type expression struct{ rest string }

// take skips spaces and consumes one of the given operators, or returns 0.
func (p *expression) take(operators string) byte {
	p.rest = strings.TrimLeft(p.rest, " ")
	if p.rest == "" || !strings.Contains(operators, p.rest[:1]) {
		return 0
	}
	operator := p.rest[0]
	p.rest = p.rest[1:]
	return operator
}

func (p *expression) sum(depth int) (float64, error) { return p.chain("+-", depth, p.product) }

func (p *expression) product(depth int) (float64, error) { return p.chain("*/", depth, p.signed) }

// chain evaluates operand {operator operand} from left to right.
func (p *expression) chain(operators string, depth int, operand func(int) (float64, error)) (float64, error) {
	value, err := operand(depth)
	if err != nil {
		return 0, err
	}
	for {
		operator := p.take(operators)
		if operator == 0 {
			return value, nil
		}
		right, err := operand(depth)
		if err != nil {
			return 0, err
		}
		if value, err = apply(operator, value, right); err != nil {
			return 0, err
		}
	}
}

func apply(operator byte, left, right float64) (float64, error) {
	var value float64
	switch operator {
	case '+':
		value = left + right
	case '-':
		value = left - right
	case '*':
		value = left * right
	case '/':
		if right == 0 {
			return 0, fmt.Errorf("a division by zero")
		}
		value = left / right
	}
	if math.IsInf(value, 0) {
		return 0, fmt.Errorf("a result too large for a number")
	}
	return value, nil
}

// signed evaluates any number of signs before an operand.
func (p *expression) signed(depth int) (float64, error) {
	if depth > maxExpressionDepth {
		return 0, fmt.Errorf("an expression nested more than %d deep", maxExpressionDepth)
	}
	switch p.take("+-") {
	case '-':
		value, err := p.signed(depth + 1)
		return -value, err
	case '+':
		return p.signed(depth + 1)
	}
	return p.operand(depth)
}

// operand evaluates a parenthesis, a name or a literal.
func (p *expression) operand(depth int) (float64, error) {
	if p.take("(") != 0 {
		value, err := p.sum(depth + 1)
		if err == nil && p.take(")") == 0 {
			err = fmt.Errorf("a missing )")
		}
		return value, err
	}
	if p.rest == "" {
		return 0, fmt.Errorf("an expression that ends too early")
	}
	if word := p.word(); word != "" {
		if word != "pi" {
			return 0, fmt.Errorf("unknown name %q (known: pi)", clip(word))
		}
		return math.Pi, nil
	}
	return p.literal()
}

func (p *expression) word() string {
	end := 0
	for end < len(p.rest) && isLetter(p.rest[end]) {
		end++
	}
	word := p.rest[:end]
	p.rest = p.rest[end:]
	return word
}

// literal reads digits [. digits] [e sign digits].
func (p *expression) literal() (float64, error) {
	end := p.digits(0)
	whole := end
	if end < len(p.rest) && p.rest[end] == '.' {
		end = p.digits(end + 1)
	}
	if end == 0 || p.rest[:end] == "." {
		return 0, fmt.Errorf("unexpected %q", clip(p.rest))
	}
	if whole > 1 && p.rest[0] == '0' {
		return 0, fmt.Errorf("a leading zero in %q", clip(p.rest[:end]))
	}
	if end < len(p.rest) && (p.rest[end] == 'e' || p.rest[end] == 'E') {
		sign := end + 1
		if sign < len(p.rest) && (p.rest[sign] == '+' || p.rest[sign] == '-') {
			sign++
		}
		after := p.digits(sign)
		if after == sign {
			return 0, fmt.Errorf("an exponent without digits in %q", clip(p.rest))
		}
		end = after
	}
	text := p.rest[:end]
	p.rest = p.rest[end:]
	if p.rest != "" && (isLetter(p.rest[0]) || p.rest[0] == '_' || p.rest[0] == '.') {
		return 0, fmt.Errorf("unexpected %q after %s", clip(p.rest), text)
	}
	return parseLiteral(text)
}

func parseLiteral(text string) (float64, error) {
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

// digits returns the end of the run of digits that starts at from.
func (p *expression) digits(from int) int {
	for from < len(p.rest) && p.rest[from] >= '0' && p.rest[from] <= '9' {
		from++
	}
	return from
}

func isLetter(c byte) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }

// clip shortens a text that is quoted in a message.
func clip(text string) string { return plaintext.Clip(text, 60) }
