// Package plaintext makes texts that come from files, records and command lines fit to be shown on a terminal, where
// control codes would move the cursor, change colors or turn the direction of writing.
package plaintext

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// OneLine makes a text fit for a line: line breaks, control codes and marks that turn the direction of writing become
// single spaces.
func OneLine(text string) string {
	return strings.Join(strings.FieldsFunc(text, func(c rune) bool { return unicode.IsSpace(c) || isControl(c) }), " ")
}

// Lines is OneLine for each line of a text, with the spaces that it has.
func Lines(text string) string {
	return strings.Map(func(c rune) rune {
		if c != '\n' && c != '\t' && isControl(c) {
			return ' '
		}
		return c
	}, text)
}

func isControl(c rune) bool { return unicode.IsControl(c) || unicode.Is(unicode.Bidi_Control, c) }

// Escape writes what is not printable as Go does in a quoted text, such as \x1b: a reader sees what a file really
// holds.
func Escape(text string) string {
	if !strings.ContainsFunc(text, func(c rune) bool { return !unicode.IsPrint(c) || c == utf8.RuneError }) {
		return text
	}
	var b strings.Builder
	for _, c := range text {
		if unicode.IsPrint(c) {
			b.WriteRune(c)
		} else {
			b.WriteString(strings.Trim(strconv.QuoteRune(c), "'"))
		}
	}
	return b.String()
}

// Clip keeps the first characters of a text, at most the given number, and adds dots if there are more.
func Clip(text string, most int) string {
	for i := range text {
		if most == 0 {
			return text[:i] + "..."
		}
		most--
	}
	return text
}
