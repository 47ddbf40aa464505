package backend

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// zipped is an archive with one entry.
func zipped(t *testing.T, name string, content []byte) []byte {
	t.Helper()
	var out bytes.Buffer
	entries := zip.NewWriter(&out)
	entry, err := entries.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	entry.Write(content)
	entries.Close()
	return out.Bytes()
}

// A plugin is found in whatever file it comes in; what is none leaves the folder as it was.
func TestInstallingAFile(t *testing.T) {
	plugin := library(t, emptyPlugin)
	sum := func(data []byte) string { digest := sha256.Sum256(data); return hex.EncodeToString(digest[:]) }
	for name, test := range map[string]struct {
		file         string
		content      []byte
		digest, want string
	}{
		"a library":            {"libpjrt_cpu.so", plugin, "", ""},
		"of a digest":          {"plugin.so", plugin, strings.ToUpper(sum(plugin)), ""},
		"of another":           {"plugin.so", plugin, sum([]byte("other")), "has the SHA-256 " + sum(plugin)},
		"a package":            {"p.whl", zipped(t, "p/libpjrt_cpu.so", plugin), "", ""},
		"another package":      {"p.whl", zipped(t, "p/pjrt_c_api_cpu_plugin.so", plugin), "", ""},
		"a package of another": {"p.whl", zipped(t, "p/readme", plugin), "", "holds no PJRT plugin"},
		"a broken package":     {"p.whl", []byte("text"), "", "no zip file"},
		"an archive":           {"p.tar.gz", packed(t, "pjrt_c_api_cpu_v0.1.2_plugin.so", plugin), "", ""},
		"a broken archive":     {"p.tar.gz", []byte("text"), "", "no gzip file"},
		"text":                 {"plugin.so", []byte("text"), "", "no PJRT plugin"},
		"outside":              {"p.zip", zipped(t, "../../libpjrt_cpu.so", []byte("text")), "", "no PJRT plugin"},
	} {
		t.Run(name, func(t *testing.T) {
			folder := t.TempDir()
			file, to := filepath.Join(t.TempDir(), test.file), filepath.Join(folder, pluginName)
			for path, content := range map[string][]byte{file: test.content, to: []byte("before")} {
				if err := os.WriteFile(path, content, 0o644); err != nil {
					t.Fatal(err)
				}
			}
			got, err := installFile("cpu", file, test.digest, to)
			want := []byte("before")
			if test.want == "" {
				want = plugin
			}
			if (err == nil) != (test.want == "") || err != nil && !strings.Contains(err.Error(), test.want) || err == nil && got != sum(plugin) {
				t.Errorf("got %q, %v, want %q", got, err, test.want)
			}
			if there, err := os.ReadFile(to); err != nil || !bytes.Equal(there, want) {
				t.Errorf("there are %d bytes (%v), want %d", len(there), err, len(want))
			}
			if left, _ := os.ReadDir(folder); len(left) != 1 {
				t.Errorf("left in the folder: %v", left)
			}
		})
	}
	if _, err := installFile("cpu", filepath.Join(t.TempDir(), "none.so"), "", filepath.Join(t.TempDir(), pluginName)); err == nil || !strings.Contains(err.Error(), "none.so") {
		t.Errorf("a missing file: %v", err)
	}
	for _, name := range []string{Default, Reference, "tpu", "xla:"} {
		if err := InstallFile(name, "x", "", nil); err == nil || !strings.Contains(err.Error(), "no plugin") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Beside a CUDA plugin lie the libraries that it needs: it stays where it is.
func TestCUDAPluginsAreLinked(t *testing.T) {
	folder := t.TempDir()
	file, to := filepath.Join(folder, "xla_cuda_plugin.so"), filepath.Join(folder, "go-xla", "pjrt_c_api_cuda_plugin.so")
	if err := os.WriteFile(file, library(t, emptyPlugin), 0o755); err != nil {
		t.Fatal(err)
	}
	if _, err := installFile("cuda", file, "", to); err != nil {
		t.Fatal(err)
	}
	if target, err := os.Readlink(to); err != nil || target != file {
		t.Errorf("it leads to %q, %v", target, err)
	}
	if path, err := findPlugin("cuda", []string{filepath.Dir(to)}); err != nil || path != to {
		t.Errorf("found %q, %v", path, err)
	}
	if err := os.WriteFile(file, []byte("text"), 0o755); err != nil {
		t.Fatal(err)
	}
	if _, err := installFile("cuda", file, "", to); err == nil || !strings.Contains(err.Error(), "name the library itself") {
		t.Errorf("%v", err)
	}
}

// go-xla's look for NVIDIA's libraries is spared where the plugin itself says where they are, and the user says nothing.
func TestLibrariesOfCUDAPlugins(t *testing.T) {
	compiler, err := exec.LookPath("cc")
	if err != nil || runtime.GOOS != "linux" {
		t.Skip("no C compiler makes ELF libraries here")
	}
	folder := t.TempDir()
	libraries, plugin := filepath.Join(folder, "nvidia", "lib"), filepath.Join(folder, "plugins", "cuda", "plugin.so")
	source := filepath.Join(folder, "plugin.c")
	for _, made := range []string{libraries, filepath.Dir(plugin)} {
		if err := os.MkdirAll(made, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(source, []byte(emptyPlugin), 0o644); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command(compiler, "-shared", "-fPIC", "-Wl,-rpath,$ORIGIN:$ORIGIN/../../nvidia/lib:/nowhere", "-o", plugin, source).CombinedOutput(); err != nil {
		t.Skipf("the C compiler makes no library: %v\n%s", err, out)
	}
	t.Setenv(checksVariable, "") // so that it is what it was after the test
	os.Unsetenv(checksVariable)
	quietCUDA(plugin)
	if value, set := os.LookupEnv(checksVariable); set || ownLibraries(plugin) != nil || ownLibraries(source) != nil {
		t.Errorf("it is %q without any libraries", value)
	}
	if err := os.WriteFile(filepath.Join(libraries, "libcudart.so.13"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if found := ownLibraries(plugin); !slices.Equal(found, []string{libraries}) {
		t.Errorf("found %q", found)
	}
	os.Setenv(checksVariable, "1")
	if quietCUDA(plugin); os.Getenv(checksVariable) != "1" {
		t.Error("what the user has set is changed")
	}
	os.Unsetenv(checksVariable)
	if quietCUDA(plugin); os.Getenv(checksVariable) != "0" {
		t.Error("the check is on")
	}
}
