package disk

import (
	"errors"
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
