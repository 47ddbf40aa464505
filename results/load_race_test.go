package results

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"
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
		paths, err := Paths(root)
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

// A run gives folders of earlier programs their new names while others read them. Each look meets one renaming at
// most, some of them between listing and reading; a folder's time tells of one only where the one before is some
// milliseconds old, as the clock of files is coarse.
func TestRecordsAreFoundWhileTheirFoldersMove(t *testing.T) {
	root := t.TempDir()
	moving := record("circle", "ebim", 0)
	moving.Settings = "0123456789abcdef0123"
	save(t, root, moving, "seed-0")
	for seed := 1; seed < 9; seed++ {
		save(t, root, record("circle", "ebim", seed), fmt.Sprintf("seed-%d", seed))
	}
	places := []string{filepath.Join(root, "circle", "ebim", "seed-0"),
		filepath.Join(root, "circle", "ebim", "seed-0-01234567")}
	looks, done := make(chan struct{}), make(chan error, 1)
	go func() {
		defer close(done)
		i := 0
		for range looks {
			for start := time.Now(); time.Since(start) < time.Duration(i%40)*10*time.Microsecond; {
			}
			if err := os.Rename(places[i%2], places[1-i%2]); err != nil {
				done <- err
				return
			}
			i++
			time.Sleep(10 * time.Millisecond)
		}
	}()
	for range 200 {
		select {
		case looks <- struct{}{}:
		case err := <-done:
			t.Fatal(err)
		}
		if records, _, err := Load(root); err != nil || len(records) != 9 {
			t.Errorf("%d records, %v", len(records), err)
			break
		}
	}
	close(looks)
	if err := <-done; err != nil {
		t.Error(err)
	}
}
