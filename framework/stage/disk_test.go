package stage

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"
)

// What was there stays until the new file is whole, and a failure leaves nothing beside it.
func TestWriteFileKeepsWhatWasThere(t *testing.T) {
	path := filepath.Join(t.TempDir(), "page.html")
	put := func(text string, failure error) error {
		return WriteFile(path, func(w io.Writer) error {
			_, err := io.WriteString(w, text)
			return errors.Join(err, failure)
		})
	}
	full := errors.New("the disk is full")
	for _, test := range []struct {
		text    string
		failure error
		want    string
	}{{"first", nil, "first"}, {"half of the sec", full, "first"}, {"second", nil, "second"}} {
		if err := put(test.text, test.failure); !errors.Is(err, test.failure) {
			t.Errorf("writing %q: %v, want %v", test.text, err, test.failure)
		}
		if got, err := os.ReadFile(path); string(got) != test.want {
			t.Errorf("after %q the file holds %q (%v), want %q", test.text, got, err, test.want)
		}
	}
	if left, err := os.ReadDir(filepath.Dir(path)); len(left) != 1 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}
