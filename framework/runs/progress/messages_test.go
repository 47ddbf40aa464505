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

func TestLabels(t *testing.T) {
	for want, label := range map[string]Label{"ebim seed 0 manifold": {Model: "ebim", Stage: "manifold"},
		"floods": {Stage: "floods"}} {
		if got := label.String(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
