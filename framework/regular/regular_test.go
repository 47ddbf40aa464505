package regular_test

import (
	"errors"
	"io"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"ebim/framework/regular"
)

func TestOpen(t *testing.T) {
	folder := t.TempDir()
	file, link := filepath.Join(folder, "file"), filepath.Join(folder, "link")
	if err := errors.Join(os.WriteFile(file, []byte("text"), 0o600), os.Symlink(file, link)); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{file, link} {
		opened, err := regular.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		if text, err := io.ReadAll(opened); err != nil || string(text) != "text" {
			t.Errorf("%s holds %q, %v", path, text, err)
		}
		opened.Close()
	}
	if _, err := regular.Open(filepath.Join(folder, "none")); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
}

func TestOpenRefuses(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the paths are others there")
	}
	socket := filepath.Join(t.TempDir(), "s")
	listener, err := net.Listen("unix", socket)
	if err != nil {
		t.Skip(err)
	}
	defer listener.Close()
	for path, want := range map[string]string{
		os.TempDir(): "open " + os.TempDir() + ": it is a folder; a regular file is needed",
		os.DevNull:   "open " + os.DevNull + ": it is a device; a regular file is needed",
		socket:       "open " + socket + ": it is a socket; a regular file is needed",
	} {
		if _, err := regular.Open(path); err == nil || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

// The digest of FIPS 180-4's first example, also through a link; what is no file has none.
func TestSHA256(t *testing.T) {
	folder := t.TempDir()
	file, link := filepath.Join(folder, "file"), filepath.Join(folder, "link")
	if err := errors.Join(os.WriteFile(file, []byte("abc"), 0o600), os.Symlink(file, link)); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{file, link} {
		if sum, err := regular.SHA256(path); err != nil ||
			sum != "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad" {
			t.Errorf("%s: %s, %v", path, sum, err)
		}
	}
	if sum, err := regular.SHA256(folder); err == nil {
		t.Errorf("a folder has the digest %s", sum)
	}
}

func TestKind(t *testing.T) {
	for mode, want := range map[fs.FileMode]string{0o644: "a file", fs.ModeDir | 0o755: "a folder",
		fs.ModeSymlink: "a link", fs.ModeNamedPipe: "a pipe",
		fs.ModeSocket: "a socket", fs.ModeDevice | fs.ModeCharDevice: "a device"} {
		if got := regular.Kind(mode); got != want || (regular.Check(mode) == nil) != (want == "a file") {
			t.Errorf("%v is %s, %v", mode, got, regular.Check(mode))
		}
	}
}
