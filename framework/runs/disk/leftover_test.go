package disk

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
)

func names(t *testing.T, folder string) []string {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, entry := range entries {
		all = append(all, entry.Name())
	}
	return all
}

// What is in use stays, and what is left goes, but for what has another name.
func TestSweep(t *testing.T) {
	folder := t.TempDir()
	others := []string{".writing-", ".writing-a1", ".writing-12.png", "writing-12", "x.writing-12"}
	for _, name := range append([]string{".writing-12"}, others...) {
		if err := os.WriteFile(filepath.Join(folder, name), []byte("text"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.MkdirAll(filepath.Join(folder, ".writing-34", "deep"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("nowhere", filepath.Join(folder, ".writing-56")); err == nil {
		others = append(others, ".writing-56")
	}
	file, err := File(folder, ".writing-")
	if err != nil {
		t.Fatal(err)
	}
	used, err := Folder(folder, ".writing-")
	if err != nil {
		t.Fatal(err)
	}
	Sweep(folder, ".writing-")
	want := append(slices.Clone(others), filepath.Base(file.Path), filepath.Base(used.Path))
	slices.Sort(want)
	if got := names(t, folder); !slices.Equal(got, want) {
		t.Errorf("the folder has %q, want %q", got, want)
	}
	if err := file.Rename(filepath.Join(folder, "done")); err != nil {
		t.Error(err)
	}
	for range 2 {
		if err := used.Remove(); err != nil {
			t.Error(err)
		}
		if err := file.Remove(); err != nil {
			t.Error(err)
		}
	}
	want = append(others, "done")
	slices.Sort(want)
	if got := names(t, folder); !slices.Equal(got, want) {
		t.Errorf("the folder has %q, want %q", got, want)
	}
}

func TestNoFolder(t *testing.T) {
	nowhere := filepath.Join(t.TempDir(), "nowhere")
	Sweep(nowhere, "x-")
	if made, err := File(nowhere, "x-"); err == nil {
		t.Errorf("a file %s in no folder", made.Path)
	}
}
