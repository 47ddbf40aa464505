package command

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"ebim/framework/backend/suite"
	"ebim/registry"
)

func TestBackendTest(t *testing.T) {
	var reports []suite.Report
	if err := json.Unmarshal([]byte(must(t, "backend", "test", "cpu", "--short", "--format", "json")), &reports); err != nil {
		t.Fatal(err)
	}
	if len(reports) != 1 || reports[0].Backend != "cpu" || reports[0].Reference != "go" || !reports[0].Short || len(reports[0].Of(suite.Right)) != len(reports[0].Results) || len(reports[0].Results) < 10 {
		t.Errorf("%+v", reports)
	}
	if out := must(t, "backend", "test", "go", "--short"); !strings.Contains(out, "go against cpu: ") || !strings.Contains(out, " 0 wrong, 0 missing") {
		t.Error(out)
	}
	for line, want := range map[string]string{
		"backend test cpus":              "did you mean cpu?",
		"backend test cpu --format yaml": "yaml",
		"backend test cpu go":            "2 arguments",
	} {
		if code, _, messages := ebim(t, strings.Fields(line)...); code != ExitUsage || !strings.Contains(messages, want) {
			t.Errorf("%s: code %d, %s", line, code, messages)
		}
	}
}

// Every network that can be named is among the cases.
func TestNetworkCases(t *testing.T) {
	cases, err := (&Program{Registry: registry.Standard()}).networkCases()
	if err != nil {
		t.Fatal(err)
	}
	kind, err := registry.Standard().Kind("network")
	if err != nil {
		t.Fatal(err)
	}
	if len(cases) != len(kind.Components) {
		t.Errorf("%d cases of %d networks", len(cases), len(kind.Components))
	}
}

// A plugin that can't be used is refused before anything is computed, with what the process said in which it was tried. Where
// nothing may be started, it is refused as well.
func TestRunRefusesPlugins(t *testing.T) {
	compiler, err := exec.LookPath("cc")
	if err != nil || runtime.GOOS != "linux" {
		t.Skip("no C compiler makes ELF libraries here")
	}
	folder := t.TempDir()
	source, plugin := filepath.Join(folder, "plugin.c"), filepath.Join(folder, "pjrt_c_api_cpu_plugin.so")
	if err := os.WriteFile(source, []byte("void* GetPjrtApi(void) { return 0; }"), 0o644); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command(compiler, "-shared", "-fPIC", "-o", plugin, source).CombinedOutput(); err != nil {
		t.Skipf("the C compiler makes no library: %v\n%s", err, out)
	}
	t.Setenv("PJRT_PLUGIN_LIBRARY_PATH", folder)
	t.Setenv("XDG_CACHE_HOME", filepath.Join(folder, "cache"))
	if !strings.Contains(must(t, "backend", "list"), "xla:cpu   available") {
		t.Skip("this binary has no XLA")
	}
	t.Setenv(asProgram, "1")
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	file, runs := write(t, "circle.yaml", circle), filepath.Join(folder, "runs")
	for self, want := range map[string]string{self: "gives no interface", "": "it is not known which program to start", folder: "ended with"} {
		var out, messages bytes.Buffer
		p := &Program{Registry: registry.Standard(), Out: &out, Messages: &messages, Now: time.Now, Self: self}
		code := p.Run(t.Context(), []string{"run", file, "--runs", runs, "--backend", "xla:cpu"})
		if code != ExitFailed || !strings.Contains(messages.String(), want) || !strings.Contains(messages.String(), plugin) {
			t.Errorf("code %d, %s", code, messages.String())
		}
		if _, err := os.Stat(runs); !os.IsNotExist(err) {
			t.Error("something was computed")
		}
	}
}

func TestLastLines(t *testing.T) {
	if got := lastLines("a\n\nb\n c\n\n", 2); got != "b;  c" {
		t.Errorf("%q", got)
	}
	if got := lastLines("", 2); got != "" {
		t.Errorf("%q", got)
	}
}
