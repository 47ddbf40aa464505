package random_test

import (
	"fmt"

	"ebim/framework/random"
)

// A stream depends on its seed, purpose and step alone, so that step 7 can be made again without the six before it.
func ExampleNew() {
	first, again := random.New(1, "noise", 7), random.New(1, "noise", 7)
	other := random.New(1, "shuffle", 7)
	a, b, c := first.Uint64(), again.Uint64(), other.Uint64()
	fmt.Println(a == b, a == c)
	// Output: true false
}
