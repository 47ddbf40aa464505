package trust

import (
	"bufio"
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"ebim/framework/backend"
)

// Machine names what plugins make code for: the processor and, where there are, NVIDIA's GPUs. On Linux these have their models' names.
func Machine() string {
	names := []string{backend.Processor()}
	if model := field("/proc/cpuinfo", "model name"); model != "" {
		names = append(names, model)
	}
	gpus, _ := filepath.Glob("/proc/driver/nvidia/gpus/*/information")
	for _, gpu := range gpus {
		if model := field(gpu, "Model"); model != "" && !slices.Contains(names, model) {
			names = append(names, model)
		}
	}
	return strings.Join(names, "; ")
}

// field is the first value of a name in a file of lines "name : value"; empty where there is none.
func field(file, name string) string {
	content, err := os.ReadFile(file)
	if err != nil {
		return ""
	}
	for lines := bufio.NewScanner(bytes.NewReader(content)); lines.Scan(); {
		if found, value, ok := strings.Cut(lines.Text(), ":"); ok && strings.TrimSpace(found) == name {
			return strings.TrimSpace(value)
		}
	}
	return ""
}
