package backend

import (
	"archive/zip"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"ebim/framework/regular"
)

// tested is what is known of plugins, by their SHA-256: the two that were tried on several processors.
var tested = map[string]string{
	"0a0fe56ca17be9efc7b942e89e534e5e0ad4a0f1e369b66d27b62184509015b9": "the plugin of fastatomstruct-xla-cpu 2026.6.23 (PJRT 0.106), which was right in every case",
	"ad1309ac822b1b24d51b7f9947c7c9fa9ef5d67f390584cbc3d1fa2428fed9c2": "the plugin of lammps-jax-pjrt-cpu 0.11.2 (PJRT 0.115), which is wrong by itself; a setting that this program finds mends it",
}

// pluginNames are those of plugins in archives, for the CPU.
var pluginNames = []string{"pjrt_c_api_cpu*_plugin.*", "pjrt*plugin*cpu*.*", "libpjrt_cpu.*"}

// InstallFile installs the plugin of an XLA backend from a file on this machine, and reports to w. Of xla:cpu it is a plugin, or an archive
// (.whl, .zip, .tar.gz) that holds one, and is copied. Of xla:cuda it is the plugin as its package was installed, which is linked to: beside it
// lie the libraries that it needs. digest is the SHA-256 that the file must have, in hexadecimal; empty for any. What is no plugin for this
// machine is not installed.
func InstallFile(name, file, digest string, w io.Writer) error {
	device, is := strings.CutPrefix(name, xlaPrefix)
	if !is || !slices.Contains(Names(), name) {
		return fmt.Errorf("backend %q has no plugin to install from a file; xla:cpu and xla:cuda have", name)
	}
	folder, err := pluginHome()
	if err != nil {
		return err
	}
	to := filepath.Join(folder, "pjrt_c_api_"+device+"_plugin.so")
	sum, err := installFile(device, file, digest, to)
	if err != nil {
		return fmt.Errorf("the plugin of %s was not installed: %w", name, err)
	}
	what := "of which this program knows nothing"
	if known, ok := tested[sum]; ok {
		what = known
	}
	fmt.Fprintf(w, "Installed %s, with the SHA-256 %s: %s.\n", to, sum, what)
	return nil
}

// installFile puts a plugin in its place, and returns the plugin's SHA-256.
func installFile(device, file, digest, to string) (sum string, err error) {
	if sum, err = regular.SHA256(file); err != nil {
		return "", err
	}
	if digest != "" && !strings.EqualFold(sum, digest) {
		return "", fmt.Errorf("%s has the SHA-256 %s, not %s", file, sum, digest)
	}
	err = place(to, func(plugin string) error {
		if err := takePlugin(device, file, plugin); err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
		if err := checkPlugin(plugin); err != nil {
			if device == "cuda" {
				err = fmt.Errorf("%w; install its package, with NVIDIA's libraries, and name the library itself, such as .../jax_plugins/xla_cuda13/xla_cuda_plugin.so", err)
			}
			return err
		}
		sum, err = regular.SHA256(plugin)
		return err
	})
	return sum, err
}

// takePlugin makes a plugin of a file: a link to it, what is in it, or a copy.
func takePlugin(device, file, to string) error {
	switch extension := strings.ToLower(filepath.Ext(file)); {
	case device == "cuda":
		target, err := filepath.Abs(file)
		if err != nil {
			return err
		}
		return os.Symlink(target, to)
	case extension == ".whl" || extension == ".zip":
		return unzipPlugin(file, to)
	case extension == ".gz" || extension == ".tgz":
		return unpackPlugin(file, to)
	}
	return copyPlugin(file, to)
}

func copyPlugin(file, to string) error {
	from, err := regular.Open(file)
	if err != nil {
		return err
	}
	defer from.Close()
	return writeAll(to, from)
}

// unzipPlugin writes the first plugin in an archive, as Python's packages are, to a new file.
func unzipPlugin(name, to string) error {
	archive, err := zip.OpenReader(name)
	if err != nil {
		return fmt.Errorf("it is no zip file: %w", err)
	}
	defer archive.Close()
	for _, entry := range archive.File {
		is := func(pattern string) bool { matched, _ := path.Match(pattern, path.Base(entry.Name)); return matched }
		if !slices.ContainsFunc(pluginNames, is) || !entry.Mode().IsRegular() {
			continue
		}
		if entry.UncompressedSize64 > largestPlugin {
			return fmt.Errorf("%s has %d bytes; %d are the most", entry.Name, entry.UncompressedSize64, int64(largestPlugin))
		}
		content, err := entry.Open()
		if err != nil {
			return err
		}
		defer content.Close()
		return writeAll(to, content)
	}
	return errors.New("it holds no PJRT plugin for the CPU; its file may be given instead, once unpacked")
}
