// Package randomtest says how many seeds tests of chance try.
package randomtest

import (
	"os"
	"strconv"
	"testing"
)

// Seeds is how many seeds a test tries: the number in EBIM_SEEDS, or few where that is not set. It fails a test that is
// to try none, or not a number of them.
func Seeds(t testing.TB, few int) int {
	t.Helper()
	text := os.Getenv("EBIM_SEEDS")
	if text == "" {
		return few
	}
	many, err := strconv.Atoi(text)
	if err != nil || many < 1 {
		t.Fatalf("EBIM_SEEDS is %q; a whole number above 0 is needed", text)
	}
	return many
}

// Many is the number in EBIM_SEEDS. It skips a test that only measures where that is not set.
func Many(t testing.TB) int {
	t.Helper()
	if os.Getenv("EBIM_SEEDS") == "" {
		t.Skip("EBIM_SEEDS is not set")
	}
	return Seeds(t, 1)
}
