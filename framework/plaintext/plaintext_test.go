package plaintext

import (
	"strings"
	"testing"
)

// Control codes of a file must not reach the terminal: escape sequences, also those of one 8-bit character, and bells.
func TestControlCodesBecomeSpaces(t *testing.T) {
	for text, want := range map[string][2]string{
		"plain – ± text":             {"plain – ± text", "plain – ± text"},
		"a\x1b[31mred\x07":           {"a [31mred", "a [31mred "},
		"two\r\n  lines\t.":          {"two lines .", "two \n  lines\t."},
		"\u009b2Jgone":               {"2Jgone", " 2Jgone"},
		"turned\u202etxt\u2069\x7f.": {"turned txt .", "turned txt  ."},
		"":                           {"", ""},
	} {
		if got := [2]string{OneLine(text), Lines(text)}; got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	}
}

func TestEscape(t *testing.T) {
	for text, want := range map[string]string{
		`a "quoted" \ 'text' – ±`: `a "quoted" \ 'text' – ±`,
		"a\x1b[31m\nred\u202e":    `a\x1b[31m\nred\u202e`,
		"no\xffUTF-8":             "no\ufffdUTF-8",
	} {
		if got := Escape(text); got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	}
}

func TestClip(t *testing.T) {
	for text, want := range map[string]string{"": "", "äöü": "äöü", "äöüß": "äöü...", "a\xffbc": "a\xffb..."} {
		if got := Clip(text, 3); got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	}
	if got := Clip(strings.Repeat("x", 100), 0); got != "..." {
		t.Errorf("%q", got)
	}
}
