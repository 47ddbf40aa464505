package plan

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// machineMemory is the bytes of memory that the process may use: those of the machine, or of its control group if
// fewer; 0 where that is not known.
func machineMemory() int64 {
	least := totalMemory()
	for _, path := range groupLimits() {
		text, err := os.ReadFile(path)
		if err != nil {
			continue
		}
		limit, err := strconv.ParseInt(strings.TrimSpace(string(text)), 10, 64) // "max" where there is none
		if err == nil && limit > 0 && (least == 0 || limit < least) {
			least = limit
		}
	}
	return least
}

func totalMemory() int64 {
	text, err := os.ReadFile("/proc/meminfo")
	if err != nil {
		return 0
	}
	_, rest, _ := bytes.Cut(text, []byte("MemTotal:"))
	var kibibytes int64
	if _, err := fmt.Fscan(bytes.NewReader(rest), &kibibytes); err != nil {
		return 0
	}
	return kibibytes << 10
}

// groupLimits are the files that may hold a limit of the process's control group, of either version, and of those
// around it.
func groupLimits() []string {
	const root = "/sys/fs/cgroup"
	files := []string{root + "/memory.max", root + "/memory/memory.limit_in_bytes"}
	text, err := os.ReadFile("/proc/self/cgroup")
	if err != nil {
		return files
	}
	for line := range strings.Lines(string(text)) {
		parts := strings.SplitN(strings.TrimSpace(line), ":", 3) // hierarchy:controllers:path
		if len(parts) < 3 {
			continue
		}
		base, name := root, "memory.max"
		if parts[1] != "" {
			if parts[1] != "memory" {
				continue
			}
			base, name = root+"/memory", "memory.limit_in_bytes"
		}
		for group := filepath.Clean("/" + parts[2]); group != "/"; group = filepath.Dir(group) {
			files = append(files, filepath.Join(base, group, name))
		}
	}
	return files
}
