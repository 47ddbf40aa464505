package progress

import (
	"strings"
	"testing"
	"time"
)

func TestMessagesAreFreeOfControlCodes(t *testing.T) {
	var out strings.Builder
	NewLines(&out, time.Now).Message("first\x1b]0;title\x07\nsecond")
	if want := "first ]0;title \nsecond\n"; out.String() != want {
		t.Errorf("%q, want %q", out.String(), want)
	}
}
