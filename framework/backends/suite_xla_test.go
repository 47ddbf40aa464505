package backends_test

import (
	"os"
	"testing"

	"github.com/gomlx/compute/support/backendtest"

	"ebim/framework/backends/backendstest"
)

// TestSuiteOfGoMLXOnXLA runs GoMLX's suite for any backend on the plugin for the CPU.
func TestSuiteOfGoMLXOnXLA(t *testing.T) {
	if os.Getenv("EBIM_TEST_XLA") == "" {
		t.Skip("EBIM_TEST_XLA is not set")
	}
	backendtest.RunAll(t, backendstest.Open(t, "xla:cpu"), nil)
}
