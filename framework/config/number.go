package config

import (
	"errors"
	"fmt"
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

// Interval is a range of numbers; either end may be open or infinite.
type Interval struct {
	Low, High         float64
	LowOpen, HighOpen bool
	text              string
}

// ParseInterval reads "[a, b)" with number expressions or inf as ends. An infinite end that is closed allows infinity.
func ParseInterval(text string) (Interval, error) {
	malformed := fmt.Errorf("interval %q is not of the form [a, b), (a, b], [a, b] or (a, b)", text)
	if len(text) < 2 || !strings.Contains("[(", text[:1]) || !strings.Contains("])", text[len(text)-1:]) {
		return Interval{}, malformed
	}
	low, high, ok := strings.Cut(text[1:len(text)-1], ",")
	if !ok {
		return Interval{}, malformed
	}
	interval := Interval{LowOpen: text[0] == '(', HighOpen: text[len(text)-1] == ')', text: text}
	var err error
	if interval.Low, err = parseEnd(low); err != nil {
		return Interval{}, fmt.Errorf("interval %q: %w", text, err)
	}
	if interval.High, err = parseEnd(high); err != nil {
		return Interval{}, fmt.Errorf("interval %q: %w", text, err)
	}
	if interval.Low > interval.High || interval.Low == interval.High && (interval.LowOpen || interval.HighOpen) {
		return Interval{}, fmt.Errorf("interval %q is empty", text)
	}
	return interval, nil
}

func parseEnd(text string) (float64, error) {
	if value, ok := infinity(strings.TrimSpace(text)); ok {
		return value, nil
	}
	return ParseNumber(text)
}

// infinity reads inf, +inf, -inf, with or without YAML's dot.
func infinity(text string) (float64, bool) {
	unsigned, sign := text, 1
	if strings.HasPrefix(text, "+") || strings.HasPrefix(text, "-") {
		unsigned = text[1:]
		if text[0] == '-' {
			sign = -1
		}
	}
	switch strings.ToLower(unsigned) {
	case "inf", ".inf":
		return math.Inf(sign), true
	}
	return 0, false
}

// Contains says whether x is in the interval. NaN is in none.
func (i Interval) Contains(x float64) bool {
	above := x > i.Low || x == i.Low && !i.LowOpen
	below := x < i.High || x == i.High && !i.HighOpen
	return above && below
}

// String is the interval as it was written.
func (i Interval) String() string { return i.text }
