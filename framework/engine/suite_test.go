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

// outsideSuite are the parts of GoMLX's suite that fail here on purpose, with the reason: each element of a name is a
// pattern of whole ones. Parts for operations that the backend does not claim skip themselves.
var outsideSuite = map[string]string{
	"UnaryOps/Neg":                          "numbers of type Float16, which the backend lacks",
	"SpecialOps/BroadcastInDim/Interspaced": "numbers of type Float16",
	"DotGeneral/ConfigDTypes":               "numbers of type Float16; TestNormalForm has the settings with others",
	"DotGeneral/DTypes/(.*_)?Float16(_.*)?": "numbers of type Float16",
	"DotGeneral/float16":                    "numbers of type Float16",
	"Functions/NamedFunctionCreation":       "functions that are called by name; closures are for loops",
	"Exec/BufferReuse": "it finalizes a donated buffer again, which is an error here; " +
		"TestDonatedStorageIsReused has the rest of it",
}

// inSuite is set in the process that runs the suite.
const inSuite = "EBIM_IN_SUITE"

// TestSuiteOfGoMLX runs GoMLX's suite for any backend. Only a flag of the test's process can leave out parts of it.
func TestSuiteOfGoMLX(t *testing.T) {
	if os.Getenv(inSuite) != "" {
		// that hold its sums
		types := []dtypes.DType{dtypes.BFloat16, dtypes.Float32, dtypes.Float64, dtypes.Int32, dtypes.Int64}
		backendtest.RunAll(t, newBackend(t), &backendtest.AllTestsConfiguration{ConvGeneralDTypes: types})
		return
	}
	var patterns []string
	for name := range outsideSuite {
		patterns = append(patterns, partOfSuite(name))
	}
	slices.Sort(patterns)
	output, err := runSuite(t, "-test.run=^TestSuiteOfGoMLX$", "-test.skip="+strings.Join(patterns, "|"))
	if err != nil {
		t.Fatalf("%v\n%s", err, output)
	}
	if passed := strings.Count(output, "--- PASS"); passed < 100 {
		t.Errorf("only %d parts of the suite passed:\n%s", passed, output)
	}
	t.Logf("%s", output)
}

// What is left out fails: else it need not be.
func TestPartsOutsideTheSuiteFail(t *testing.T) {
	for name, reason := range outsideSuite {
		if output, err := runSuite(t, "-test.run="+partOfSuite(name)); err == nil ||
			!strings.Contains(output, "--- FAIL: TestSuiteOfGoMLX/") {
			t.Errorf("%s (%s): %v\n%s", name, reason, err, output)
		}
	}
}

// partOfSuite is the pattern of a part of TestSuiteOfGoMLX.
func partOfSuite(name string) string {
	return "^TestSuiteOfGoMLX$/^" + strings.ReplaceAll(name, "/", "$/^") + "$"
}

// runSuite runs the suite in a process of its own.
func runSuite(t *testing.T, arguments ...string) (output string, err error) {
	t.Helper()
	executable, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	command := exec.CommandContext(t.Context(), executable, append(arguments, "-test.v")...)
	command.Env = append(os.Environ(), inSuite+"=1")
	all, err := command.CombinedOutput()
	return string(all), err
}
