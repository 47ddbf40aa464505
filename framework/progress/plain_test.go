package progress

import (
	"strings"
	"testing"
	"time"
)

// Control codes of a file must not reach the terminal: escape sequences, also those of one 8-bit character, and bells.
func TestPlainText(t *testing.T) {
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

func TestMessagesAreFreeOfControlCodes(t *testing.T) {
	var out strings.Builder
	NewLines(&out, time.Now).Message("first\x1b]0;title\x07\nsecond")
	if want := "first ]0;title \nsecond\n"; out.String() != want {
		t.Errorf("%q, want %q", out.String(), want)
	}
}
