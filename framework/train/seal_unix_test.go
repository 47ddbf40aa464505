//go:build unix

package train_test

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"ebim/framework/train"
)

// A pipe in the seal's place is damage, and is not waited for.
func TestSealThatIsAPipe(t *testing.T) {
	folder := t.TempDir()
	seal := filepath.Join(folder, "seal.txt")
	if err := errors.Join(train.Seal(folder), os.Remove(seal), syscall.Mkfifo(seal, 0o600)); err != nil {
		t.Fatal(err)
	}
	if err := train.CheckSeal(folder); !train.IsDamage(err) {
		t.Errorf("%v", err)
	}
}
