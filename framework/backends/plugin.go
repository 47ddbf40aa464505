package backends

import (
	"cmp"
	"debug/elf"
	"debug/macho"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"ebim/framework/regular"
)

// pluginVariable is the environment variable that lists the folders of PJRT plugins, instead of the usual ones.
const pluginVariable = "PJRT_PLUGIN_LIBRARY_PATH"

// pluginFunction is what every PJRT plugin exports.
const pluginFunction = "GetPjrtApi"

// pluginFolders are where plugins are looked for, in order: as go-xla has them, but for the folders of ld.so.conf, of
// which the common ones stand for all. home is the folder that holds a user's libraries, empty where there is none.
func pluginFolders(home string, lookup func(string) (string, bool)) []string {
	absolute := func(list string) []string {
		return slices.DeleteFunc(filepath.SplitList(list), func(folder string) bool { return !filepath.IsAbs(folder) })
	}
	if list, set := lookup(pluginVariable); set {
		return absolute(list)
	}
	var folders []string
	for _, libraries := range absolute(home + string(filepath.ListSeparator) + "/usr/local/lib") {
		own := filepath.Join(libraries, "go-xla")
		folders = append(folders, own, filepath.Join(own, "nvidia"), filepath.Join(libraries, "gomlx", "pjrt"))
	}
	for _, variable := range []string{"LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH"} {
		list, _ := lookup(variable)
		folders = append(folders, absolute(list)...)
	}
	return append(folders, "/usr/local/lib", "/usr/lib/x86_64-linux-gnu", "/usr/lib64", "/usr/lib")
}

// findPlugin is the path of the first sound plugin for a device, such as "cpu". Without one the error says what is
// wrong with the first that isn't sound; it is fs.ErrNotExist where there is none at all. Nothing of the files is
// executed.
func findPlugin(device string, folders []string) (string, error) {
	var broken error
	for _, folder := range folders {
		for _, pattern := range []string{"pjrt-plugin-%s", "pjrt_plugin_%s", "pjrt_c_api_%s_plugin"} {
			for _, extension := range []string{".so", ".dylib"} {
				path := filepath.Join(folder, fmt.Sprintf(pattern, device)+extension)
				err := checkPlugin(path)
				if err == nil {
					return path, nil
				}
				if broken == nil && !errors.Is(err, fs.ErrNotExist) {
					broken = err
				}
			}
		}
	}
	broken = cmp.Or(broken, fs.ErrNotExist)
	return "", broken
}

// checkPlugin says what is wrong with a plugin's file, which the system's loader, or go-xla, may answer by a crash. It
// is fs.ErrNotExist where there is nothing.
func checkPlugin(path string) error {
	if _, err := os.Lstat(path); err != nil {
		return err
	}
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("%s is a link to nothing", path)
	case err != nil:
		return err
	case !info.Mode().IsRegular():
		return fmt.Errorf("%s: %w", path, regular.Check(info.Mode()))
	case info.Size() == 0:
		return fmt.Errorf("%s is empty", path)
	}
	check := checkELF
	if runtime.GOOS == "darwin" {
		check = checkMachO
	}
	if err := check(path, info.Size()); err != nil {
		return fmt.Errorf("%s is no PJRT plugin for %s/%s: %w", path, runtime.GOOS, runtime.GOARCH, err)
	}
	return nil
}

// checkELF demands a whole shared library for this processor that exports pluginFunction. A segment beyond the file's
// end would end the process with a bus error when it is read.
func checkELF(path string, size int64) error {
	file, err := elf.Open(path)
	if err != nil {
		return fmt.Errorf("it is no whole shared library (%w)", err)
	}
	defer file.Close()
	machines := map[string]elf.Machine{"amd64": elf.EM_X86_64, "arm64": elf.EM_AARCH64}
	if file.Type != elf.ET_DYN || file.Machine != machines[runtime.GOARCH] {
		return fmt.Errorf("it is of the kind %v for %v", file.Type, file.Machine)
	}
	for _, segment := range file.Progs {
		if segment.Type == elf.PT_LOAD && segment.Off+segment.Filesz > uint64(size) {
			return fmt.Errorf("it is cut short: %d bytes of at least %d", size, segment.Off+segment.Filesz)
		}
	}
	symbols, err := file.DynamicSymbols()
	if err != nil {
		return fmt.Errorf("its symbols can't be read (%w)", err)
	}
	if !slices.ContainsFunc(symbols, func(s elf.Symbol) bool {
		return s.Name == pluginFunction &&
			s.Section != elf.SHN_UNDEF
	}) {
		return errors.New("it does not export the function " + pluginFunction)
	}
	return nil
}

// checkMachO is checkELF for macOS. A library without a table of symbols is left to the loader.
func checkMachO(path string, _ int64) error {
	file, err := macho.Open(path)
	if err != nil {
		return fmt.Errorf("it is no shared library of one architecture (%w)", err)
	}
	defer file.Close()
	machines := map[string]macho.Cpu{"amd64": macho.CpuAmd64, "arm64": macho.CpuArm64}
	if file.Cpu != machines[runtime.GOARCH] || file.Type != macho.TypeDylib && file.Type != macho.TypeBundle {
		return fmt.Errorf("it is of the kind %v for %v", file.Type, file.Cpu)
	}
	if file.Symtab != nil && !slices.ContainsFunc(file.Symtab.Syms,
		func(s macho.Symbol) bool { return s.Name == "_"+pluginFunction }) {
		return errors.New("it does not export the function " + pluginFunction)
	}
	return nil
}

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
