package live_test

import (
	"os"
	"syscall"
	"testing"

	"ebim/framework/runs/live"
)

// Who lets a group write lets it take a killed process's live folder away.
func TestFolderFollowsTheUmask(t *testing.T) {
	defer syscall.Umask(syscall.Umask(0o002))
	root := t.TempDir()
	defer begin(t, root).Close()
	if info, err := os.Stat(live.Folder(root, "manifold", key)); err != nil || info.Mode().Perm() != 0o775 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
}
