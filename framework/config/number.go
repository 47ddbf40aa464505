package config

import (
	"errors"
	"fmt"
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
	value, err := compiled(text, nil)
	if err != nil {
		return 0, err
	}
	return value(nil)
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
