package config

import (
	"fmt"
	"math"
	"strings"
)

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
