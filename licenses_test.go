package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// permissive are licenses under which a program may be given on with its dependencies' notices, and a phrase that each
// has.
var permissive = []struct{ name, phrase string }{
	{"Apache-2.0", "Apache License"},
	{"MIT", "Permission is hereby granted, free of charge"},
	{"BSD-3-Clause", "may be used to endorse or promote products derived"},
	{"BSD-2-Clause", "Redistributions in binary form must reproduce"},
	{"CC-BY-4.0", "Creative Commons Attribution 4.0"},
	{"FTL", "Freetype-Go software is subject to your choice"},
}

// licenseOf names the license of a module, by its file; empty for one that is not known to be permissive.
func licenseOf(folder string) string {
	files, _ := filepath.Glob(filepath.Join(folder, "LICEN[SC]E*"))
	slices.Sort(files)
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			continue
		}
		words := strings.Join(strings.Fields(string(text)), " ")
		for _, license := range permissive {
			if strings.Contains(words, license.phrase) {
				return license.name
			}
		}
	}
	return ""
}

// docs/third-party.md lists what the program is built from on any system, all of it under permissive licenses; -update
// writes it.
func TestThirdPartyIsPermissive(t *testing.T) {
	if testing.Short() {
		t.Skip("it asks Go for the dependencies on every system")
	}
	modules := map[string][2]string{}
	for _, system := range []string{"GOOS=linux CGO_ENABLED=1", "GOOS=darwin CGO_ENABLED=0",
		"GOOS=windows CGO_ENABLED=0"} {
		list := exec.Command("go", "list", "-deps", "-f",
			"{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}} {{.Dir}}{{end}}{{end}}", ".")
		list.Env = append(append(os.Environ(), "GOARCH=amd64"), strings.Fields(system)...)
		out, err := list.Output()
		if err != nil {
			t.Fatalf("go list with %s: %v", system, err)
		}
		for line := range strings.Lines(string(out)) {
			if fields := strings.Fields(line); len(fields) == 3 {
				modules[fields[0]] = [2]string{fields[1], fields[2]}
			}
		}
	}
	var page bytes.Buffer
	page.WriteString(
		"# What the program is built from\n\n<!-- Written by `go test -run ThirdParty -update .` -->\n\nGo's " +
			"standard library (BSD-3-Clause), and these modules. Releases have the texts of all licenses. " +
			"The fonts of figures are Liberation (SIL Open Font License 1.1).\n\n| module | version | license |\n| " +
			"--- " +
			"| --- | --- |\n")
	var paths []string
	for path := range modules {
		paths = append(paths, path)
	}
	slices.Sort(paths)
	for _, path := range paths {
		license := licenseOf(modules[path][1])
		if license == "" {
			t.Errorf("the license of %s (%s) is not known to be permissive: look at it, and add it to "+
				"licenses_test.go or leave the module out", path, modules[path][1])
		}
		fmt.Fprintf(&page, "| %s | %s | %s |\n", path, modules[path][0], license)
	}
	if len(paths) < 20 {
		t.Errorf("only %d modules", len(paths))
	}
	const file = "docs/third-party.md"
	if *update {
		if err := os.WriteFile(file, page.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if kept, err := os.ReadFile(file); err != nil || !bytes.Equal(kept, page.Bytes()) {
		t.Errorf("%s is not current (%v): go test -run ThirdParty -update .", file, err)
	}
}
