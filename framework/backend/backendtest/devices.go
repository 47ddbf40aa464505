// Package backendtest helps to test what needs a backend that a machine may lack.
package backendtest

import (
	"errors"
	"testing"

	"ebim/framework/backend"
)

// NeedDevices skips the test where there is no plugin of XLA's for the CPU, or none with so many devices.
func NeedDevices(t *testing.T, devices int) {
	t.Helper()
	engine, err := backend.OpenWith("xla:cpu", backend.Options{Devices: devices})
	if backend.Plugin("xla:cpu") == "" || errors.As(err, new(*backend.DevicesError)) {
		t.Skipf("xla:cpu with %d devices: %v", devices, err)
	}
	if err != nil {
		t.Fatal(err)
	}
	engine.Finalize()
}
