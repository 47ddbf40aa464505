package docs_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"ebim/registry"
)

func blocks(t *testing.T, language string) []string {
	t.Helper()
	page, err := os.ReadFile("extending.md")
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, match := range regexp.MustCompile("(?s)```"+language+"\n(.*?)```").FindAllStringSubmatch(string(page), -1) {
		all = append(all, match[1])
	}
	return all
}

// Every kind has its smallest component on the page, and these are the toys that registry's tests run.
func TestExtendingShowsEveryKind(t *testing.T) {
	toys, err := os.ReadFile("../registry/toys_test.go")
	if err != nil {
		t.Fatal(err)
	}
	shown := blocks(t, "go")[1:]
	for _, block := range shown {
		if !strings.Contains(string(toys), strings.TrimSpace(block)) {
			t.Errorf("registry/toys_test.go does not have what docs/extending.md shows:\n%s", block)
		}
	}
	page, err := os.ReadFile("extending.md")
	if err != nil {
		t.Fatal(err)
	}
	headings := strings.Join(regexp.MustCompile(`(?m)^### (.*)$`).FindAllString(string(page), -1), ", ")
	for _, kind := range registry.Standard().Names() {
		if !regexp.MustCompile(`[ ,]` + kind + `(,|$)`).MatchString(headings + ",") {
			t.Errorf("docs/extending.md shows no component of the kind %s", kind)
		}
	}
}

// The program on the page, in a module of its own, builds, and knows its component as well as those that are here.
func TestProgramOfAnotherModule(t *testing.T) {
	if testing.Short() {
		t.Skip("it builds a program")
	}
	folder := t.TempDir()
	root, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	module, err := os.ReadFile("../go.mod")
	if err != nil {
		t.Fatal(err)
	}
	// What go mod tidy would write, without a network: this module's own requirements.
	text := strings.Replace(string(module), "module ebim", "module mine\n\nrequire ebim v0.0.0\n\nreplace ebim => "+
		filepath.ToSlash(root), 1)
	sums, err := os.ReadFile("../go.sum")
	if err != nil {
		t.Fatal(err)
	}
	experiment := strings.TrimSpace(blocks(t, "text")[0])
	if !strings.HasPrefix(experiment, "data:") {
		t.Fatalf("docs/extending.md shows %q as an experiment", experiment)
	}
	experiment += "\nmodels: {ebm: {}}\n"
	for name, content := range map[string]string{"main.go": blocks(t, "go")[0], "go.mod": text, "go.sum": string(sums),
		"eight.yaml": experiment} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	run := func(want, name string, arguments ...string) {
		t.Helper()
		command := exec.Command(name, arguments...)
		command.Dir = folder
		command.Env = append(os.Environ(), "GOFLAGS=-mod=mod "+os.Getenv("GOFLAGS"), "GOPROXY=off", "GOWORK=off")
		out, err := command.CombinedOutput()
		if err != nil || !strings.Contains(string(out), want) {
			t.Fatalf("%s %s: %v\n%s\nwant %q", name, strings.Join(arguments, " "), err, out, want)
		}
	}
	run("", "go", "build", "-ldflags=-w", "-o", "mine.exe", ".") // nobody debugs it
	mine := filepath.Join(folder, "mine.exe")
	run("eight", mine, "list", "data")
	run("distance between its ends", mine, "describe", "data", "eight")
	run("Figure eight in the plane.", mine, "docs", "reference/data")
	run("eight.yaml is valid", mine, "validate", "eight.yaml")
}
