package backends

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
)

func TestGPUOptions(t *testing.T) {
	two := func() ([]int64, error) { return []int64{16 << 30, 64 << 30}, nil }
	none := func() ([]int64, error) { return nil, errors.New("no GPU answers") }
	for _, test := range []struct {
		memory int64
		gpus   func() ([]int64, error)
		want   string
	}{
		{0, none, ",tf32=false,preallocate=false"},
		{16 << 30, two, ",tf32=false,preallocate=false,memory_fraction=0.25"},
		{1, two, ",tf32=false,preallocate=false,memory_fraction=1.4551915e-11"},
		{1 << 60, two, ",tf32=false,preallocate=false,memory_fraction=1"},
	} {
		if got, err := gpuOptions(test.memory, test.gpus); got != test.want || err != nil {
			t.Errorf("%d bytes: %q, %v; want %q", test.memory, got, err, test.want)
		}
	}
	if _, err := gpuOptions(1, none); err == nil || !strings.Contains(err.Error(),
		"no GPU answers; leave --memory out") {
		t.Errorf("%v", err)
	}
}

func TestParseGPUMemory(t *testing.T) {
	if got, err := parseGPUMemory("81559\n 16384 \n"); err != nil ||
		!slices.Equal(got, []int64{81559 << 20, 16 << 30}) {
		t.Errorf("%v, %v", got, err)
	}
	for _, text := range []string{"", "\n", "[N/A]\n", "81559\nno\n", "0", "-1", "1e3", "99999999999999", "81559 MiB"} {
		if got, err := parseGPUMemory(text); err == nil || !strings.Contains(err.Error(), "nvidia-smi") {
			t.Errorf("%q: %v, %v", text, got, err)
		}
	}
}

// The driver's program is asked; what it says where it fails is in the error.
func TestGPUMemory(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no shell scripts")
	}
	folder := t.TempDir()
	t.Setenv("PATH", folder)
	if got, err := gpuMemory(); err == nil {
		t.Errorf("%v without nvidia-smi", got)
	}
	write := func(script string) {
		if err := os.WriteFile(filepath.Join(folder, "nvidia-smi"), []byte("#!/bin/sh\n"+script), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	write(`test "$*" = "--query-gpu=memory.total --format=csv,noheader,nounits" && echo 24576`)
	if got, err := gpuMemory(); err != nil || !slices.Equal(got, []int64{24 << 30}) {
		t.Errorf("%v, %v", got, err)
	}
	write("echo the driver is asleep >&2; exit 9")
	if got, err := gpuMemory(); err == nil || !strings.Contains(err.Error(), "the driver is asleep") {
		t.Errorf("%v, %v", got, err)
	}
}
