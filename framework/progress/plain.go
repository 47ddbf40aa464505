package progress

import (
	"strings"
	"unicode"
)

// OneLine makes a text from a file or a record fit for a line of a terminal: line breaks, control codes and marks that turn the
// direction of writing become single spaces.
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
