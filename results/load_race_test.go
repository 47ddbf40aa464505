package results

import (
	"os"
	"path/filepath"
	"testing"
)

// Folders come and go while other runs go on, and must not keep anyone from reading records.
func TestRecordsAreListedWhileFoldersVanish(t *testing.T) {
	root := t.TempDir()
	record := filepath.Join(root, "circle", "ebim", "seed-0", "record.json")
	vanishing := filepath.Join(root, "circle", "vanishing")
	if err := os.MkdirAll(filepath.Dir(record), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(record, []byte("{}"), 0o644); err != nil {
		t.Fatal(err)
	}
	stop, done := make(chan struct{}), make(chan error)
	go func() {
		for {
			select {
			case <-stop:
				done <- nil
				return
			default:
			}
			if err := os.MkdirAll(filepath.Join(vanishing, "step"), 0o755); err != nil {
				done <- err
				return
			}
			if err := os.RemoveAll(vanishing); err != nil {
				done <- err
				return
			}
		}
	}()
	for range 500 {
		paths, err := recordPaths(root)
		if err != nil || len(paths) != 1 || paths[0] != record {
			t.Errorf("got %v, %v; want %s", paths, err, record)
			break
		}
	}
	close(stop)
	if err := <-done; err != nil {
		t.Error(err)
	}
}
