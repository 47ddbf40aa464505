package command

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestExport(t *testing.T) {
	file, runs, folder := write(t, "circle.yaml", circle), t.TempDir(), t.TempDir()
	place := func(name string) string { return filepath.Join(folder, "new", name) }
	if code, out, messages := ebim(t, "export", file, "ebim", "--runs", runs, "--onnx",
		place("c.onnx")); code != ExitFailed || out != "" ||
		!strings.Contains(messages, "not computed with seed 0 and these settings; run `ebim run "+
			filepath.ToSlash(file)+" --seeds 0`") {
		t.Errorf("before a training: code %d, %s%s", code, out, messages)
	}
	must(t, "run", file, "--runs", runs, "--quiet", "--figures=false")
	written := func(wants []string, arguments ...string) {
		t.Helper()
		out := must(t, append([]string{"export", file, "--runs", runs}, arguments...)...)
		if got := strings.Fields(out); strings.Join(got, " ") != strings.Join(wants, " ") {
			t.Errorf("%v wrote %v, want %v", arguments, got, wants)
		}
		for _, path := range wants {
			if info, err := os.Stat(path); err != nil || info.Size() < 500 {
				t.Errorf("%v, %v", info, err)
			}
		}
	}
	written([]string{place("c-F.onnx"), place("c-E.onnx"), place("c.npz")}, "ebim", "--onnx", place("c.onnx"), "--npz",
		place("c.npz"))
	written([]string{place("f.onnx")}, "ebim", "--onnx", place("f.onnx"), "--function", "F", "--batch", "5")
	written([]string{place("g.onnx")}, "ebim", "--onnx", place("g.onnx"), "--function", "gradient")
	written([]string{place("l.onnx")}, "ebim", "--onnx", place("l.onnx"), "--function", "log_density", "--float32")
	written([]string{place("p.onnx")}, "ebim", "--onnx", place("p.onnx"), "--function", "project")
	written([]string{place("j.onnx")}, "ebim", "--onnx", place("j.onnx"), "--function", "jacobian")
	written([]string{place("m.onnx")}, "ebm", "--onnx", place("m.onnx")) // its only function
	for _, test := range []struct {
		line, want string
		code       int
	}{
		{"ebim --npz " + place("c.npz"), place("c.npz") + " is there already; give another name, or --overwrite",
			ExitFailed},
		{"ebim --onnx " + place("c.onnx") + " --npz " + place("d.npz"),
			place("c-F.onnx") + " is there already", ExitFailed},
		{"ebm --function F --onnx " + place("d.onnx"), "ebm of " + filepath.ToSlash(file) +
			": the model has no F; it has E, gradient, log_density", ExitFailed},
		{"ebim --onnx " + place("d.onnx") + " --seed 7", "not computed with seed 7", ExitFailed},
		{"ebin --onnx " + place("d.onnx"), `unknown model of ` + filepath.ToSlash(file) +
			` "ebin"; known: ebim, ebm; did you mean ebim?`, ExitUsage},
		{"ebim --onnx " + place("d.onnx") + " --set sweep={\"data.size\":[50,60]}",
			"choose one by its settings, the first, size=50, by --set sweep=null --set data.size=50", ExitUsage},
		{"ebim --onnx " + filepath.Join(place("c.npz"), "d.onnx"), "not a directory", ExitFailed},
	} {
		code, out, messages := ebim(t, append([]string{"export", file, "--runs", runs},
			strings.Fields(test.line)...)...)
		if code != test.code || out != "" || !strings.Contains(messages, test.want) {
			t.Errorf("%s: code %d, %q, %s\nwant code %d and %s", test.line, code, out, messages, test.code, test.want)
		}
	}
	for _, name := range []string{"d.npz", "d.onnx"} {
		if _, err := os.Stat(place(name)); err == nil {
			t.Errorf("%s was written beside an error", name)
		}
	}
	written([]string{place("c.npz")}, "ebim", "--npz", place("c.npz"), "--overwrite")
}
