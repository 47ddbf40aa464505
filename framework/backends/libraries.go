package backends

import (
	"debug/elf"
	"os"
	"path/filepath"
	"strings"
)

// checksVariable switches go-xla's look for NVIDIA's libraries, which knows of one place for them.
const checksVariable = "GOPJRT_CUDA_CHECKS"

// quietCUDA spares the user go-xla's long warning about a missing folder where the plugin itself knows another that is
// there, as that of JAX's packages does. What can't be loaded is an error all the same.
func quietCUDA(plugin string) {
	if _, set := os.LookupEnv(checksVariable); !set && len(ownLibraries(plugin)) > 0 {
		_ = os.Setenv(checksVariable, "0")
	}
}

// ownLibraries are the folders with libraries, of those in which a plugin tells the loader to look. $ORIGIN stands for
// the plugin's own, and does not count by itself.
func ownLibraries(plugin string) []string {
	file, err := elf.Open(plugin)
	if err != nil {
		return nil
	}
	defer file.Close()
	var found []string
	for _, tag := range []elf.DynTag{elf.DT_RUNPATH, elf.DT_RPATH} {
		lists, err := file.DynString(tag)
		if err != nil {
			continue
		}
		for _, folder := range filepath.SplitList(strings.Join(lists, string(filepath.ListSeparator))) {
			origin := filepath.Dir(plugin)
			folder = filepath.Clean(strings.NewReplacer("$ORIGIN", origin, "${ORIGIN}", origin).Replace(folder))
			if libraries, _ := filepath.Glob(filepath.Join(folder, "*.so*")); folder != origin && len(libraries) > 0 {
				found = append(found, folder)
			}
		}
	}
	return found
}
