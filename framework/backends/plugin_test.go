package backends

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
)

const pluginName = "pjrt_c_api_cpu_plugin.so"

// library is a shared library with the given source, made by the system's C compiler.
func library(t *testing.T, source string) []byte {
	t.Helper()
	compiler, err := exec.LookPath("cc")
	if err != nil || runtime.GOOS != "linux" {
		t.Skip("no C compiler makes ELF libraries here")
	}
	file, made := filepath.Join(t.TempDir(), "library.c"), filepath.Join(t.TempDir(), "library.so")
	if err := os.WriteFile(file, []byte(source), 0o644); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command(compiler, "-shared", "-fPIC", "-o", made, file).CombinedOutput(); err != nil {
		t.Skipf("the C compiler makes no library: %v\n%s", err, out)
	}
	data, err := os.ReadFile(made)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

const emptyPlugin = "void* GetPjrtApi(void) { return 0; }"

// Whatever lies where a plugin is looked for, the list says what is wrong with it, and opening it is an error.
func TestBrokenPlugins(t *testing.T) {
	file := func(make func(t *testing.T) []byte) func(t *testing.T, path string) {
		return func(t *testing.T, path string) {
			if err := os.WriteFile(path, make(t), 0o755); err != nil {
				t.Fatal(err)
			}
		}
	}
	for name, test := range map[string]struct {
		put  func(t *testing.T, path string)
		want string
	}{
		"empty":  {file(func(*testing.T) []byte { return nil }), "is empty"},
		"text":   {file(func(*testing.T) []byte { return []byte("no library") }), "no whole shared library"},
		"a link": {func(_ *testing.T, path string) { os.Symlink("nowhere", path) }, "is a link to nothing"},
		"a folder": {func(_ *testing.T, path string) { os.Mkdir(path, 0o755) },
			"it is a folder; a regular file is needed"},
		"a device": {func(_ *testing.T, path string) { os.Symlink(os.DevNull, path) },
			"it is a device; a regular file is needed"},
		"cut short": {file(func(t *testing.T) []byte { all := library(t, emptyPlugin); return all[:len(all)/2] }),
			"whole shared library"},
		"another": {file(func(t *testing.T) []byte { return library(t, "int other;") }),
			"does not export the function GetPjrtApi"},
		"no code": {file(func(t *testing.T) []byte {
			return library(t, "extern void* GetPjrtApi(void); void* f(void) { return GetPjrtApi(); }")
		}), "does not export"},
		"other machine": {file(func(t *testing.T) []byte {
			all := library(t,
				emptyPlugin)
			all[18] = 8
			return all
		}), "EM_MIPS"},
	} {
		t.Run(name, func(t *testing.T) {
			folder := t.TempDir()
			test.put(t, filepath.Join(folder, pluginName))
			if path, err := findPlugin("cpu", []string{folder}); err == nil ||
				!strings.Contains(err.Error(), test.want) || !strings.Contains(err.Error(), folder) {
				t.Errorf("got %q, %v, want %q and the path", path, err, test.want)
			}
			t.Setenv(pluginVariable, folder)
			at := slices.IndexFunc(List(), func(i Info) bool { return i.Name == "xla:cpu" })
			if info := List()[at]; info.Available || info.Problem == "not installed" {
				t.Errorf("the list says %+v", info)
			}
			if _, err := Open("xla:cpu", Options{}); err == nil {
				t.Error("it is opened")
			}
		})
	}
}

// A segment beyond the end of the file would be a bus error, even where the tables of sections and symbols are there.
func TestPluginWithASegmentBeyondItsEnd(t *testing.T) {
	all := library(t, emptyPlugin)
	path := filepath.Join(t.TempDir(), pluginName)
	const firstSegmentsSize = 64 + 32 // of the file's header, then of p_filesz in a 64-bit program header
	all[firstSegmentsSize+4] = 1      // 4 GiB more
	if err := os.WriteFile(path, all, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := checkPlugin(path); err == nil || !strings.Contains(err.Error(), "cut short") {
		t.Errorf("got %v", err)
	}
}

// A sound plugin counts, though a broken one stands in an earlier folder; one without an interface is a plain error.
func TestFirstSoundPlugin(t *testing.T) {
	broken, sound := t.TempDir(), t.TempDir()
	if err := os.WriteFile(filepath.Join(broken, pluginName), nil, 0o755); err != nil {
		t.Fatal(err)
	}
	want := filepath.Join(sound, "pjrt_plugin_cpu.so")
	if err := os.WriteFile(want, library(t, emptyPlugin), 0o755); err != nil {
		t.Fatal(err)
	}
	if path, err := findPlugin("cpu", []string{broken, sound}); err != nil || path != want {
		t.Errorf("got %q, %v", path, err)
	}
	t.Setenv(pluginVariable, broken+string(filepath.ListSeparator)+sound)
	if _, problem := locateXLA("cpu"); problem != "" {
		t.Skip(problem)
	}
	if _, err := Open("xla:cpu", Options{}); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("a plugin that returns no interface: %v", err)
	}
}

func TestPluginFolders(t *testing.T) {
	variables := map[string]string{"LD_LIBRARY_PATH": "relative::/b"}
	lookup := func(name string) (string, bool) { value, set := variables[name]; return value, set }
	found := pluginFolders("/home/a/lib", lookup)
	if !slices.Equal(found[:2], []string{"/home/a/lib/go-xla", "/home/a/lib/go-xla/nvidia"}) ||
		!slices.Contains(found, "/b") || slices.Contains(found, "relative") {
		t.Errorf("the folders are %v", found)
	}
	variables[pluginVariable] = "/c::/d"
	if found := pluginFolders("/home/a/lib", lookup); !slices.Equal(found, []string{"/c", "/d"}) {
		t.Errorf("the folders are %v", found)
	}
}
