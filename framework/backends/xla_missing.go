//go:build !(cgo && ((linux && amd64) || darwin))

package backends

import (
	"fmt"

	"github.com/gomlx/compute"
)

func xlaCapabilities() compute.Capabilities { return compute.Capabilities{} }

func locateXLA(string) (path, problem string) {
	return "", "not supported by this binary, which was built without cgo or for a system that XLA's plugins don't " +
		"support"
}

func xlaHint(string) string { return "the cpu and go backends work everywhere" }

func openXLA(device string, _ Options) (compute.Backend, error) {
	return nil, fmt.Errorf("backend xla:%s needs a binary built with cgo (a C compiler and CGO_ENABLED=1) on "+
		"Linux/amd64 "+
		"or macOS; %s", device, xlaHint(device))
}
