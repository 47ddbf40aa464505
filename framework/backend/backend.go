package backend

import (
	"fmt"
	"os"
	"runtime"
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

// Arithmetic is what the keys of finished stages say of a backend: another name once it computes other numbers.
func Arithmetic(name string) string {
	if name == "xla:cuda" {
		return name + ", float32 products" // before, of factors rounded to TF32's 10 bits
	}
	return name
}

// Open starts an engine that is part of the binary, Default or Reference. Package backends opens others, too.
func Open(name string) (compute.Backend, error) {
	switch name {
	case Default:
		return engine.New("")
	case Reference:
		return openGo()
	}
	return nil, fmt.Errorf("backend %q is not part of the binary; %s and %s are", name, Default, Reference)
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
