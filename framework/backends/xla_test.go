package backends_test

import "testing"

// The CPU is one device, of which no more threads are made than it has cores.
func TestOneDevice(t *testing.T) {
	if devices := opened(t, "xla:cpu").NumDevices(); devices != 1 {
		t.Errorf("the CPU is %d devices", devices)
	}
}
