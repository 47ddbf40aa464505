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

// Default is the backend that programs use unless told otherwise. It is part of the binary, as Reference is.
const Default = "cpu"

// Reference is GoMLX's own engine in pure Go, slow and simple, to compare with.
const Reference = "go"

// Info tells of one backend that the program knows.
type Info struct {
	Name, Doc string
	Available bool
	Problem   string // why it is not available
	Hint      string // what to do when it is not available
}

// Names are those of all backends, in the order in which they are documented.
func Names() []string { return []string{Default, Reference, "xla:cpu", "xla:cuda"} }

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

// xlaPrefix stands before the device in the names of XLA's backends.
const xlaPrefix = "xla:"

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
