package backends_test

import (
	"testing"

	"ebim/framework/backends/backendstest"
)

// The CPU is one device, of which no more threads are made than it has cores.
func TestOneDevice(t *testing.T) {
	if devices := backendstest.Open(t, "xla:cpu").NumDevices(); devices != 1 {
		t.Errorf("the CPU is %d devices", devices)
	}
}
