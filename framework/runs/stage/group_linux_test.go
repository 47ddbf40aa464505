package stage

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// Who lets a group write lets it write into the folders of runs.
func TestFoldersFollowTheUmask(t *testing.T) {
	defer syscall.Umask(syscall.Umask(0o002))
	root := filepath.Join(t.TempDir(), "runs")
	s := fake("data", new(counter))
	result := execute(t, engine(t, root), newRun("ebim", 0, s))[0]
	for _, folder := range []string{root, filepath.Join(root, "stages"), usersFolder(root), stageFolder(root, "data", s.Key()), filepath.Dir(result.Folder), result.Folder} {
		if info, err := os.Stat(folder); err != nil || info.Mode().Perm() != 0o775 {
			t.Errorf("%s: %v, %v", folder, info.Mode(), err)
		}
	}
}
