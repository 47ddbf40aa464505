package chains

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"ebim/framework/backend"
	"ebim/framework/sampler"
)

// A replay memory restored from its arrays draws and keeps as the one it came from.
func TestMemoryIsRestored(t *testing.T) {
	settings := sampler.BufferSettings{Size: 4, Reuse: 1}
	whole, resumed := NewMemory(settings, 2), NewMemory(settings, 2)
	if arrays := whole.Arrays(); len(arrays["buffer"].Data) != 0 {
		t.Errorf("an empty memory has the arrays %v", arrays)
	}
	if err := resumed.Restore(map[string]backend.Array{}); err != nil || resumed.Len() != 0 {
		t.Errorf("an empty memory can't be restored: %v", err) // empty arrays are not in a checkpoint
	}
	whole.Keep([]float32{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
	if err := resumed.Restore(whole.Arrays()); err != nil {
		t.Fatal(err)
	}
	for _, m := range []*Memory{whole, resumed} {
		m.Keep([]float32{13, 14})
	}
	if diff := cmp.Diff(whole.Arrays(), resumed.Arrays()); diff != "" {
		t.Errorf("the restored memory differs (-whole +restored):\n%s", diff)
	}
}
