//go:build !(cgo && ((linux && amd64) || darwin))

package backend

import (
	"fmt"
	"io"

	"github.com/gomlx/gomlx/backends"
)

func listXLA() []Info {
	const hint = "this binary was built without cgo or for a system that XLA's plugins don't support"
	return []Info{
		{Name: "xla:cpu", Doc: "XLA on the CPU", Hint: hint},
		{Name: "xla:cuda", Doc: "XLA on NVIDIA GPUs", Hint: hint},
	}
}

func openXLA(plugin string) (backends.Backend, error) {
	return nil, fmt.Errorf("backend xla:%s needs a binary built with cgo (a C compiler and CGO_ENABLED=1) on Linux/amd64 "+
		"or macOS; the cpu and go backends work everywhere", plugin)
}

// Install fetches the plugin of an XLA backend; this binary can't use any.
func Install(name string, w io.Writer) error {
	if name == Default || name == Reference {
		fmt.Fprintf(w, "The %s backend is part of the program: nothing to install.\n", name)
		return nil
	}
	_, err := openXLA(name)
	return err
}
