package backend

import (
	"fmt"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/gobackend"

	"ebim/framework/engine"
	"ebim/framework/engine/kernel/processor"
)

// Info tells of one backend that the program knows.
type Info struct {
	Name, Doc string
	Available bool
	Problem   string // why it is not available
	Hint      string // what to do when it is not available
}

// List tells of all backends, in the order of Names. Plugins' files are looked at, but none is loaded.
func List() []Info {
	infos := []Info{
		{Name: Default, Doc: "this project's own engine, embedded: fused loops, vector instructions (here " +
			Processor() + "), all cores", Available: true},
		{Name: Reference, Doc: "GoMLX's pure-Go engine, embedded: one operation after another, to compare with",
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

// Open starts the backend with the given name: "cpu", "go", "xla:cpu" or "xla:cuda". Nothing is downloaded.
func Open(name string) (compute.Backend, error) { return OpenWith(name, Options{}) }

// Options are how a backend is opened. The zero value is the memory that XLA takes by itself.
type Options struct {
	// bytes that may be taken of a GPU; up to three quarters of it where 0. Other backends take the machine's memory
	Memory int64
}

// OpenWith is Open with options.
func OpenWith(name string, o Options) (compute.Backend, error) {
	switch {
	case !slices.Contains(Names(), name):
		return nil, fmt.Errorf("backend %q is not known; known are %s", name, strings.Join(Names(), ", "))
	case name == Default:
		return engine.New("")
	case name == Reference:
		return openGo()
	}
	return openXLA(strings.TrimPrefix(name, xlaPrefix), o)
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
	opened, err := Open(name)
	if err != nil {
		return compute.Capabilities{}
	}
	defer opened.Finalize()
	return opened.Capabilities()
}

// Processor is the architecture and the vector instructions that the cpu backend uses, such as "amd64 avx512".
func Processor() string { return fmt.Sprintf("%s %v", runtime.GOARCH, processor.Best()) }

var standardOutput sync.Mutex

// openGo starts the pure-Go engine with operations one after another and without workers: the graphs of this project
// are too small to be worth a goroutine each. The engine announces its number of workers on os.Stdout, which belongs
// to tables and samples, and offers no other way to set it (its workers are private); so that variable is another file
// meanwhile. Nothing of this program is lost by that: what writes tables holds the file itself (see registry/command),
// not the variable.
func openGo() (compute.Backend, error) {
	standardOutput.Lock()
	defer standardOutput.Unlock()
	if void, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0); err == nil {
		defer void.Close()
		defer func(out *os.File) { os.Stdout = out }(os.Stdout)
		os.Stdout = void
	}
	return gobackend.New("ops_sequential,parallelism=0")
}
