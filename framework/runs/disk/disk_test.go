package disk

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
)

// That something outlives a crash can't be seen here; that nothing is passed over can.
func TestFlushTree(t *testing.T) {
	folder := t.TempDir()
	if err := os.MkdirAll(filepath.Join(folder, "a", "b"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, "a", "file"), []byte("text"), 0o444); err != nil {
		t.Fatal(err)
	}
	if err := FlushTree(folder); err != nil {
		t.Error(err)
	}
	if os.Symlink("nowhere", filepath.Join(folder, "a", "b", "link")) != nil {
		t.Skip("there are no symbolic links")
	}
	if err := FlushTree(folder); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a link to nothing in it: %v", err)
	}
}

// What was there stays until the new file is whole, and a failure leaves nothing beside it.
func TestWriteFileKeepsWhatWasThere(t *testing.T) {
	path := filepath.Join(t.TempDir(), "page.html")
	full := errors.New("the disk is full")
	for _, test := range []struct {
		text    string
		failure error
		want    string
	}{{"first", nil, "first"}, {"half of the sec", full, "first"}, {"second", nil, "second"}} {
		err := WriteFile(path, func(w io.Writer) error {
			_, err := io.WriteString(w, test.text)
			return errors.Join(err, test.failure)
		})
		if !errors.Is(err, test.failure) {
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
