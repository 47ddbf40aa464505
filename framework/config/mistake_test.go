package config

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Nothing of a file moves a terminal's cursor, and a long text makes no long message.
func TestMistakesAreShortAndPlain(t *testing.T) {
	long := strings.Repeat("\x1b[2Jü", 20_000)
	m := Mistake{File: "a\x1bb", Line: 1, Column: 2, Path: long, Found: long, Allowed: long, Hint: long}
	if text := m.String(); len(text) > 20_000 || strings.ContainsAny(text, "\x1b\n") ||
		!strings.HasPrefix(text, `a\x1bb:1:2: \x1b[2Jü`) {
		t.Errorf("%d bytes: %.100q", len(text), text)
	}
	var many Mistakes
	for i := range 1000 {
		many = append(many, Mistake{Found: fmt.Sprint(i)})
	}
	if lines := strings.Split(many.Error(), "\n"); len(lines) != 101 || lines[99] != "99" ||
		lines[100] != "and 900 more mistakes" {
		t.Errorf("%d lines, the last %q", len(lines), lines[len(lines)-1])
	}
}

// Every mistake is reported, whatever else is wrong.
func TestCollectHidesNothing(t *testing.T) {
	first, second, missing := Mistake{Found: "a"}, Mistake{Found: "b"}, fmt.Errorf("none: %w", fs.ErrNotExist)
	err := Collect(nil, missing, second, errors.Join(Mistakes{first}, missing))
	var mistakes Mistakes
	if !errors.As(err, &mistakes) || len(mistakes) != 2 || !errors.Is(err, fs.ErrNotExist) ||
		err.Error() != "a\nb\nnone: file does not exist" {
		t.Errorf("%v", err)
	}
	if err := Collect(missing); err != missing {
		t.Error(err)
	}
	if err := Collect(nil, nil); err != nil {
		t.Error(err)
	}
}

// The keys of every document are among those that are allowed, and suggested.
func TestKeysOfEveryDocument(t *testing.T) {
	for text, want := range map[string]string{
		"sweeps: {}": "did you mean sweep?", "trial: 3": "did you mean trials?",
		"extend: a.yaml": "did you mean extends?",
	} {
		d, err := Parse("a.yaml", []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		var into struct {
			Seeds int `yaml:"seeds" default:"1" doc:"seeds"`
		}
		err = d.Decode(testKinds, &into)
		if err == nil || !strings.Contains(err.Error(), "allowed: seeds, extends, sweep, trials; "+want) {
			t.Errorf("%s: %v", text, err)
		}
	}
}

func TestDiskOpensRegularFilesOnly(t *testing.T) {
	link := filepath.Join(t.TempDir(), "endless.yaml")
	if os.Symlink("/dev/zero", link) != nil {
		t.Skip("there are no symbolic links")
	}
	if _, err := os.Stat(link); err != nil {
		t.Skip("there is no such device")
	}
	if _, err := Open(Disk, filepath.ToSlash(link), nil); err == nil ||
		!strings.HasSuffix(err.Error(), "endless.yaml: it is a device; a regular file is needed") {
		t.Error(err)
	}
}
