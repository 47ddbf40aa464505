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

// What a killed process left is gone after the next writing, and a writer that panics leaves nothing.
func TestWriteFileSweeps(t *testing.T) {
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, ".writing-123"), []byte("half"), 0o600); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(folder, "page.html")
	if err := WriteFile(path, func(io.Writer) error { return nil }); err != nil {
		t.Fatal(err)
	}
	func() {
		defer func() { recover() }()
		WriteFile(path, func(io.Writer) error { panic("no picture") })
	}()
	if left, err := os.ReadDir(folder); len(left) != 1 {
		t.Errorf("left behind: %v, %v", left, err)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o644 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
}
