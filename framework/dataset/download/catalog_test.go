package download

import (
	"encoding/hex"
	"errors"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestCatalog(t *testing.T) {
	names, fileNames := map[string]bool{}, map[string]bool{}
	for _, file := range Catalog() {
		if names[file.Name] || fileNames[file.FileName] {
			t.Errorf("%s is there twice", file.Name)
		}
		names[file.Name], fileNames[file.FileName] = true, true
		if sum, err := hex.DecodeString(file.SHA256); err != nil || len(sum) != 32 ||
			strings.ToLower(file.SHA256) != file.SHA256 {
			t.Errorf("%s: SHA-256 %q", file.Name, file.SHA256)
		}
		address, err := url.Parse(file.URL)
		if err != nil || address.Scheme != "https" || !strings.HasSuffix(address.Path, "/"+file.FileName) {
			t.Errorf("%s: address %q", file.Name, file.URL)
		}
		if file.Size <= 0 || file.Description == "" || file.Source == "" {
			t.Errorf("%s lacks a size, a description or a source", file.Name)
		}
		if found, err := Find(file.Name); err != nil || found != file {
			t.Errorf("%s isn't found: %v", file.Name, err)
		}
	}
	if _, err := Find("flods"); err == nil || !strings.Contains(err.Error(), "known are floods, earthquakes") {
		t.Errorf("got %v", err)
	}
}

// A set of files has one name, by which all of them are got.
func TestSetsOfFiles(t *testing.T) {
	if names := Names(); !slices.Contains(names, "mnist") || !slices.Contains(names, "floods") ||
		slices.Contains(names, "mnist_test_labels") {
		t.Errorf("the names are %q", names)
	}
	for name, count := range map[string]int{"mnist": 4, "fashion_mnist": 4, "mnist_test_labels": 1, "floods": 1} {
		files, err := Named(name)
		if err != nil || len(files) != count {
			t.Errorf("%s has %d files, %v", name, len(files), err)
		}
	}
	if _, err := Named("mnits"); err == nil || !strings.Contains(err.Error(), "there is no known data file") {
		t.Errorf("got %v", err)
	}
	missing := &MissingError{Catalog()[slices.IndexFunc(Catalog(), func(f File) bool { return f.Set == "mnist" })], nil}
	if !strings.Contains(missing.Error(), "`ebim data get mnist`") {
		t.Errorf("got %v", missing)
	}
}

func TestFolders(t *testing.T) {
	cache := func() (string, error) { return "cache", nil }
	noCache := func() (string, error) { return "", errors.New("no home") }
	list := "a" + string(os.PathListSeparator) + string(os.PathListSeparator) + "b"
	tests := []struct {
		variable string
		cache    func() (string, error)
		want     []string
		fails    bool
	}{
		{"", cache, []string{filepath.Join("cache", "ebim")}, false},
		{"a", noCache, []string{"a"}, false},
		{list, cache, []string{"a", "b"}, false},
		{"", noCache, nil, true},
	}
	for _, test := range tests {
		got, err := Folders(func(string) string { return test.variable }, test.cache)
		if diff := cmp.Diff(test.want, got); diff != "" || (err != nil) != test.fails {
			t.Errorf("%q: %v %s", test.variable, err, diff)
		}
	}
}

// made is a made-up file, and a folder that holds it.
func made(t *testing.T) (File, string) {
	t.Helper()
	folder := t.TempDir()
	file := File{
		Name: "letters", FileName: "letters.csv", Size: 3,
		SHA256: "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad", // of "abc": FIPS 180-2, B.1
	}
	if err := os.WriteFile(filepath.Join(folder, file.FileName), []byte("abc"), 0o600); err != nil {
		t.Fatal(err)
	}
	return file, folder
}

func TestLocate(t *testing.T) {
	file, folder := made(t)
	path, err := Locate(file, []string{t.TempDir(), folder})
	if err != nil || path != filepath.Join(folder, file.FileName) {
		t.Errorf("%q %v", path, err)
	}
	var missing *MissingError
	if _, err := Locate(file, []string{t.TempDir()}); !errors.As(err, &missing) ||
		!strings.Contains(err.Error(), "`ebim data get letters`") || !strings.Contains(err.Error(), "EBIM_DATA") {
		t.Errorf("got %v", err)
	}
	for _, other := range []string{"abd", "abcd"} {
		if err := os.WriteFile(filepath.Join(folder, file.FileName), []byte(other), 0o600); err != nil {
			t.Fatal(err)
		}
		var damaged *DamagedError
		if _, err := Locate(file, []string{folder}); !errors.As(err, &damaged) ||
			!strings.Contains(err.Error(), "`ebim data get letters`") {
			t.Errorf("%s: got %v", other, err)
		}
	}
}

func TestVerifyAndList(t *testing.T) {
	folder := t.TempDir()
	floods, fires := Catalog()[0], Catalog()[2]
	write := func(file File, size int64) {
		if err := os.WriteFile(filepath.Join(folder, file.FileName), make([]byte, size), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write(floods, floods.Size)
	write(fires, fires.Size-1)
	states := func(all []Status) map[string]State {
		found := map[string]State{}
		for _, status := range all {
			found[status.File.Name] = status.State
			if (status.Err != nil) != (status.State == Damaged) {
				t.Errorf("%s is %s with error %v", status.File.Name, status.State, status.Err)
			}
		}
		return found
	}
	listed, verified := map[string]State{}, map[string]State{}
	for _, file := range Catalog() {
		listed[file.Name], verified[file.Name] = Absent, Absent
	}
	listed["floods"], listed["fires"] = Present, Damaged
	verified["floods"], verified["fires"] = Damaged, Damaged
	if diff := cmp.Diff(listed, states(List(folder))); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(verified, states(Verify(folder))); diff != "" {
		t.Error(diff)
	}
}

// TestRealFiles checks the catalog against the files themselves, where EBIM_DATA names a folder that has them.
func TestRealFiles(t *testing.T) {
	if os.Getenv(Variable) == "" {
		t.Skip(Variable + " is not set")
	}
	folders, err := Folders(os.Getenv, os.UserCacheDir)
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range Catalog() {
		var missing *MissingError
		if _, err := Locate(file, folders); errors.As(err, &missing) {
			t.Log(err)
		} else if err != nil {
			t.Error(err)
		}
	}
}
