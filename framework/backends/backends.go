package backends

import (
	"fmt"
	"slices"
	"strings"

	"github.com/gomlx/compute"

	"ebim/framework/backend"
)

// Names are those of all backends, in the order in which they are documented.
func Names() []string { return []string{backend.Default, backend.Reference, "xla:cpu", "xla:cuda"} }

// xlaPrefix stands before the device in the names of XLA's backends.
const xlaPrefix = "xla:"

// Info describes one backend that the program knows.
type Info struct {
	Name, Doc string
	Available bool
	Problem   string // why it is not available
	Hint      string // what to do when it is not available
}

// List describes all backends, in the order of Names. Plugins' files are looked at, but none is loaded.
func List() []Info {
	infos := []Info{
		{Name: backend.Default, Doc: "this project's own engine, embedded: fused loops, vector instructions (here " +
			backend.Processor() + "), all cores", Available: true},
		{Name: backend.Reference, Doc: "GoMLX's pure-Go engine, embedded: one operation after another, to compare with",
			Available: true},
		{Name: "xla:cpu", Doc: "XLA on the CPU, through its PJRT plugin"},
		{Name: "xla:cuda", Doc: "XLA on NVIDIA GPUs, through the PJRT plugin that JAX publishes"},
	}
	for i := range infos {
		if device, ok := strings.CutPrefix(infos[i].Name, xlaPrefix); ok {
			_, infos[i].Problem = locateXLA(device)
			infos[i].Available = infos[i].Problem == ""
			infos[i].Hint = xlaHint(infos[i].Name)
		}
	}
	return infos
}

// Options are how a backend is opened. The zero value is the memory that XLA takes by itself.
type Options struct {
	// bytes that may be taken of a GPU; up to three quarters of it where 0. Other backends take the machine's memory
	Memory int64
}

// Open starts the backend with the given name: "cpu", "go", "xla:cpu" or "xla:cuda". Nothing is downloaded.
func Open(name string, o Options) (compute.Backend, error) {
	switch {
	case !slices.Contains(Names(), name):
		return nil, fmt.Errorf("backend %q is not known; known are %s", name, strings.Join(Names(), ", "))
	case strings.HasPrefix(name, xlaPrefix):
		return openXLA(strings.TrimPrefix(name, xlaPrefix), o)
	}
	return backend.Open(name)
}

// Plugin is the path of the plugin that Open loads for a backend, and empty for one that needs none, or whose plugin
// is not there.
func Plugin(name string) string {
	device, is := strings.CutPrefix(name, xlaPrefix)
	if !is || !slices.Contains(Names(), name) {
		return ""
	}
	path, _ := locateXLA(device)
	return path
}

// Having are the names of the backends that have an operation, of those that are there. No plugin is loaded for it.
func Having(operation string) []string {
	kind, err := compute.OpTypeString(operation)
	if err != nil {
		return nil
	}
	var names []string
	for _, info := range List() {
		if info.Available && capabilities(info.Name).Operations[kind] {
			names = append(names, info.Name)
		}
	}
	return names
}

// capabilities are what a backend can do; nothing where it can't be opened.
func capabilities(name string) compute.Capabilities {
	if strings.HasPrefix(name, xlaPrefix) {
		return xlaCapabilities()
	}
	opened, err := backend.Open(name)
	if err != nil {
		return compute.Capabilities{}
	}
	defer opened.Finalize()
	return opened.Capabilities()
}
