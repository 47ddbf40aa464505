package engine

import (
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/support/backendtest"
)

// outsideSuite are the parts of GoMLX's suite that fail here on purpose, with the reason. Parts for operations that the backend
// does not claim skip themselves.
var outsideSuite = map[string]string{
	"UnaryOps/Neg":                          "numbers of type Float16, which the backend lacks",
	"SpecialOps/BroadcastInDim/Interspaced": "numbers of type Float16",
	"DotGeneral/ConfigDTypes":               "numbers of type Float16; TestNormalForm has the settings with others",
	"DotGeneral/DTypes/Float16":             "numbers of type Float16",
	"DotGeneral/float16":                    "numbers of type Float16",
	"Functions/NamedFunctionCreation":       "functions that are called by name; closures are for loops",
	"Exec/BufferReuse":                      "it finalizes a donated buffer again, which is an error here; TestDonation has the rest of it",
}

// inSuite is set in the process that runs the suite.
const inSuite = "EBIM_IN_SUITE"

// TestSuiteOfGoMLX runs GoMLX's suite for any backend. Only a flag of the test's process can leave out parts of it.
func TestSuiteOfGoMLX(t *testing.T) {
	if os.Getenv(inSuite) != "" {
		types := []dtypes.DType{dtypes.BFloat16, dtypes.Float32, dtypes.Float64, dtypes.Int32, dtypes.Int64} // that hold its sums
		backendtest.RunAll(t, newBackend(t), &backendtest.AllTestsConfiguration{ConvGeneralDTypes: types})
		return
	}
	executable, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	var patterns []string
	for name := range outsideSuite {
		patterns = append(patterns, "TestSuiteOfGoMLX/"+name)
	}
	slices.Sort(patterns)
	command := exec.CommandContext(t.Context(), executable, "-test.run=^TestSuiteOfGoMLX$", "-test.v", "-test.skip="+strings.Join(patterns, "|"))
	command.Env = append(os.Environ(), inSuite+"=1")
	output, err := command.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, output)
	}
	if passed := strings.Count(string(output), "--- PASS"); passed < 100 {
		t.Errorf("only %d parts of the suite passed:\n%s", passed, output)
	}
	t.Logf("%s", output)
}
