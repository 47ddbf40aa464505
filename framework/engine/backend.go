// Package engine computes graphs on the CPU: it registers the backend "cpu" with GoMLX. It imports nothing else of
// this module.
//
// A graph goes through these folders in order. A Builder checks shapes and records the operations in package ir's
// normal form; pass rewrites the graph into a cheaper one; program turns it into instructions over one piece of
// memory, which package memory allocates; and an Executable runs them, as calls of the kernels in kernel, on buffers
// that live in ordinary Go slices.
//
// Three rules hold throughout:
//
//   - Results have the same bits on any number of threads: work is split by its shape alone. Another level of vector
//     instructions may round differently.
//   - Each kernel in assembly has a twin in Go, which other processors run and tests compare with; the build tag noasm
//     leaves the assembly out.
//   - No address leaves its array, even where nothing is read there; see package memory.
//
// builder*.go has one method for each operation of GoMLX's interface, by theme, and what the operation demands of
// shapes; capabilities.go says what the backend can do; executable.go and buffer.go run programs.
// What was tried for speed, and what came of it, is in PERFORMANCE.md.
//
// The configuration is a comma-separated list of
//
//	threads=N   use at most N cores (default: all)
//	nofuse      run each operation by itself, to find out whether fusion is to blame
//
// as in compute.NewWithConfig("cpu:threads=1,nofuse").
package engine

import (
	"cmp"
	"fmt"
	"runtime"
	"strconv"
	"strings"
	"sync/atomic"
	"unsafe"

	"github.com/gomlx/compute"

	"ebim/framework/engine/ir"
)

// Name is the backend's name in GoMLX's registry.
const Name = "cpu"

func init() { compute.Register(Name, New) }

// Backend runs graphs on the machine's cores. Its methods may be called at the same time.
type Backend struct {
	options   options
	compile   func(*ir.Graph) (runner, error)
	pools     pools
	finalized atomic.Bool
}

var _ compute.Backend = (*Backend)(nil)

// options are the configuration: threads 0 stands for all cores.
type options struct {
	threads int
	fuse    bool
}

// runner is a compiled program. Runs may go on at the same time; outputs are storage of the outputs' sizes, distinct
// from the inputs, but for an output's donor: the input, or -1, whose storage it may have.
type runner interface {
	Run(inputs, outputs []unsafe.Pointer)
	Donors() []int
}

// New starts a backend with the configuration that the package's documentation describes.
func New(config string) (compute.Backend, error) {
	o, err := parseOptions(config)
	if err != nil {
		return nil, err
	}
	return &Backend{options: o, compile: compiler(o)}, nil
}

func parseOptions(config string) (options, error) {
	o := options{fuse: true}
	if config == "" {
		return o, nil
	}
	for _, option := range strings.Split(config, ",") {
		key, value, hasValue := strings.Cut(option, "=")
		switch {
		case key == "threads" && hasValue:
			n, err := strconv.Atoi(value)
			if err != nil || n < 1 {
				return o, fmt.Errorf("cpu: threads=%s: a whole number from 1 on is needed", value)
			}
			o.threads = n
		case option == "nofuse":
			o.fuse = false
		default:
			return o,
				fmt.Errorf("cpu: option %q is not known; allowed are threads=N and nofuse, separated by commas", option)
		}
	}
	return o, nil
}

// Name implements compute.Backend.
func (b *Backend) Name() string { return Name }

// String implements compute.Backend.
func (b *Backend) String() string { return Name }

// Description implements compute.Backend.
func (b *Backend) Description() string { return "embedded engine with fused kernels for the CPU" }

// NumDevices implements compute.Backend.
func (b *Backend) NumDevices() int { return 1 }

// DeviceDescription implements compute.Backend.
func (b *Backend) DeviceDescription(device compute.DeviceNum) string {
	if err := checkDevice(device); err != nil {
		return err.Error()
	}
	threads := cmp.Or(b.options.threads, runtime.GOMAXPROCS(0))
	return fmt.Sprintf("%s, %d threads", runtime.GOARCH, threads)
}

// Capabilities implements compute.Backend.
func (b *Backend) Capabilities() compute.Capabilities { return capabilities.Clone() }

// Finalize implements compute.Backend: kept storage is dropped, and further use gives errors.
func (b *Backend) Finalize() {
	b.finalized.Store(true)
	b.pools.drop()
}

// IsFinalized implements compute.Backend.
func (b *Backend) IsFinalized() bool { return b.finalized.Load() }

func (b *Backend) checkAlive() error {
	if b.finalized.Load() {
		return fmt.Errorf("cpu: the backend is finalized")
	}
	return nil
}
