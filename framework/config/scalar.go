package config

import (
	"errors"
	"math"
	"reflect"
	"regexp"
	"strconv"
	"strings"
)

// scalar decodes a boolean, a number, a text or a choice.
func (d *decoder) scalar(shape Shape, p place, n *node, into reflect.Value) {
	if n.kind != scalarNode {
		d.refuse(p, n, shape, "")
		return
	}
	switch shape.Form {
	case Boolean:
		value, ok := n.boolean()
		if !ok {
			d.refuse(p, n, shape, "")
			return
		}
		into.SetBool(value)
	case Integer:
		d.integer(shape, p, n, into)
	case Number:
		d.number(shape, p, n, into)
	case Text:
		if _, ok := n.boolean(); ok {
			d.refuse(p, n, shape, "put quotes around it")
			return
		}
		into.SetString(n.text)
	case Choose:
		d.choice(shape, p, n, into)
	}
}

func (d *decoder) choice(shape Shape, p place, n *node, into reflect.Value) {
	var names []string
	for _, choice := range shape.Choices {
		if n.text == choice.Name || n.text != "" && n.text == choice.Formerly {
			d.rename(n.at, n.text, choice.Name)
			into.SetString(choice.Name)
			return
		}
		names = append(names, choice.Name)
	}
	d.refuse(p, n, shape, DidYouMean(n.text, names))
}

func (d *decoder) integer(shape Shape, p place, n *node, into reflect.Value) {
	value, hint, ok := parseWhole(n.text)
	if n.quoted {
		ok, hint = false, "leave the quotes out"
	}
	if !ok {
		d.refuse(p, n, shape, hint)
		return
	}
	if p.numbers != nil && !p.numbers.Contains(float64(value)) {
		d.refuse(p, n, shape, "")
		return
	}
	if into.CanInt() && !into.OverflowInt(value) {
		into.SetInt(value)
	} else if into.CanUint() && value >= 0 && !into.OverflowUint(uint64(value)) {
		into.SetUint(uint64(value))
	} else {
		d.refuse(p, n, shape, "it does not fit "+into.Kind().String())
	}
}

var (
	wholeDigits   = regexp.MustCompile(`^[-+]?(0|[1-9][0-9]*)$`)
	wholeExponent = regexp.MustCompile(`^[-+]?[0-9](\.[0-9]+)?[eE]\+?[0-9]+$`)
	leadingZero   = regexp.MustCompile(`^[-+]?0[0-9]+$`)
)

// parseWhole reads a whole number: digits, or an integral number with an exponent such as 1e4 or 2.5e3, exact in
// double precision. Where it fails the hint may say why.
func parseWhole(text string) (value int64, hint string, ok bool) {
	const exact = 1 << 53
	switch {
	case leadingZero.MatchString(text):
		return 0, "leave the leading zeros out", false
	case wholeDigits.MatchString(text):
		value, err := strconv.ParseInt(text, 10, 64)
		if err != nil {
			return 0, "it is too large", false
		}
		return value, "", true
	case wholeExponent.MatchString(text):
		x, err := strconv.ParseFloat(text, 64)
		if err != nil || math.Abs(x) > exact {
			return 0, "it is too large", false
		}
		if x != math.Trunc(x) {
			return 0, "", false
		}
		return int64(x), "", true
	case strings.Contains(text, "_"):
		return 0, "write the digits without _", false
	}
	return 0, "", false
}

func (d *decoder) number(shape Shape, p place, n *node, into reflect.Value) {
	if n.quoted {
		d.refuse(p, n, shape, "leave the quotes out")
		return
	}
	value, infinite := infinity(n.text)
	if !infinite {
		var err error
		if value, err = ParseNumber(n.text); err != nil {
			d.refuse(p, n, shape, numberHint(n.text, err))
			return
		}
	}
	allowed := p.numbers == nil && !infinite || p.numbers != nil && p.numbers.Contains(value)
	if !allowed {
		hint := ""
		if infinite {
			hint = "it must be finite"
		}
		d.refuse(p, n, shape, hint)
		return
	}
	if into.Kind() == reflect.Float32 && !infinite && into.OverflowFloat(value) {
		d.refuse(p, n, shape, "it does not fit single precision")
		return
	}
	into.SetFloat(value)
}

func numberHint(text string, err error) string {
	if strings.EqualFold(strings.Trim(text, "+-."), "nan") {
		return "NaN is never allowed"
	}
	return err.Error()
}

// custom lets a type read itself.
func (d *decoder) custom(shape Shape, p place, n *node, into reflect.Value) {
	if n.kind == nullNode || n.kind == emptyNode {
		d.refuse(p, n, shape, "")
		return
	}
	err := into.Addr().Interface().(Setting).DecodeSetting(n.plain())
	if err == nil {
		return
	}
	if field, ok := errors.AsType[*FieldError](err); ok {
		d.report(mistakeAt(n.at, below(p.path, field.Field), field.Found, field.Allowed, field.Hint))
		return
	}
	d.refuse(p, n, shape, err.Error())
}
