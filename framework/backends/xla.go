//go:build cgo && ((linux && amd64) || darwin)

package backends

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/gomlx/compute"
	"github.com/gomlx/go-xla/compute/xla"
	"github.com/gomlx/go-xla/installer"
	"github.com/gomlx/go-xla/pjrt"
)

// xlaCapabilities are those of XLA, with any plugin.
func xlaCapabilities() compute.Capabilities { return xla.Capabilities }

// locateXLA is the path of a device's plugin. Only its file is looked at: the plugin's own code runs in openXLA alone.
func locateXLA(device string) (path, problem string) {
	path, err := findPlugin(device, pluginFolders(userLibraries(), os.LookupEnv))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "", "not installed"
	case err != nil:
		return "", "present, broken: " + err.Error()
	case device == "cuda" && !installer.HasNvidiaGPU():
		return "", "present, but this machine has no NVIDIA GPU"
	case strings.Contains(path, ","): // which separates options in the configuration that GoMLX takes
		return "", "present, but the comma in its path must go: " + path
	}
	return resolved(device, path), ""
}

// resolved is where a link to a CUDA plugin leads: beside the plugin lie the libraries that it looks for. go-xla knows
// it by its name.
func resolved(device, path string) string {
	if device != "cuda" {
		return path
	}
	target, err := filepath.EvalSymlinks(path)
	if err != nil || strings.Contains(target, ",") || !strings.Contains(strings.ToLower(target), "cuda") {
		return path
	}
	return target
}

// openXLA loads a plugin by its path: by its name go-xla would load and call every plugin that it finds, and crash
// where one can't be loaded.
func openXLA(device string, o Options) (engine compute.Backend, err error) {
	path, problem := locateXLA(device)
	if problem != "" {
		return nil, unopened(device, problem)
	}
	defer func() {
		if caught := recover(); caught != nil {
			engine, err = nil, unopened(device, fmt.Sprintf("the plugin %s provides no interface (%v)", path, caught))
		}
	}()
	xla.EnableAutoInstall(false)              // GoMLX would install plugins over the network by itself
	configuration := path + ",shared_buffers" // the default of plugins that are named cpu, which a path may hide
	if device == "cuda" {
		quietCUDA(path)
		options, err := gpuOptions(o.Memory, gpuMemory)
		if err != nil {
			return nil, unopened(device, err.Error())
		}
		configuration = path + options
	}
	opened, err := xla.NewWithOptions(configuration, clientOptions(device))
	if err != nil { // also where a plugin is older than these options
		opened, err = xla.NewWithOptions(configuration, nil)
	}
	if err != nil {
		return nil, unopened(device, err.Error())
	}
	shared := share(opened, stableText)
	if err := checkOnce(shared, device, path); err != nil {
		shared.Finalize()
		return nil, err
	}
	return shared, nil
}

// rightPlugins are the paths of those that computed the canary right in this process.
var rightPlugins sync.Map

// checkOnce refuses a plugin that computes wrong numbers.
func checkOnce(opened compute.Backend, device, path string) error {
	if _, right := rightPlugins.Load(path); right {
		return nil
	}
	if err := Check(opened); errors.As(err, new(*WrongError)) {
		return wrongPlugin(xlaPrefix+device, path, err)
	} else if err != nil {
		return unopened(device, err.Error())
	}
	rightPlugins.Store(path, true)
	return nil
}

// clientOptions are those of a plugin's client. The CPU's would make four devices unless told, and a thread for each
// even on one core, which look for work in vain.
func clientOptions(device string) pjrt.NamedValuesMap {
	if device != "cpu" {
		return nil
	}
	return pjrt.NamedValuesMap{"cpu_device_count": int64(1)}
}

func unopened(device, problem string) error {
	return fmt.Errorf("backend xla:%s can't be opened: %s; `ebim backend list` shows what is there, %s", device,
		problem, xlaHint(xlaPrefix+device))
}

// xlaHint says how a backend is installed.
func xlaHint(name string) string {
	device := strings.TrimPrefix(name, xlaPrefix)
	return fmt.Sprintf(
		"put a PJRT plugin that you trust, named pjrt_c_api_%s_plugin.so, into %s, or set %s to its folder "+
			"(ebim docs operating)", device, filepath.Join(userLibraries(), "go-xla"), pluginVariable)
}

// userLibraries is the folder of a user's libraries; empty without one.
func userLibraries() string {
	folder, err := installer.DefaultHomeLibPath()
	if err != nil {
		return ""
	}
	return folder
}
