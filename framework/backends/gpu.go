package backends

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"time"
)

// gpuOptions are the settings of the plugin for NVIDIA GPUs, as go-xla takes them. Factors of products keep their 24
// bits: rounded to the 10 of TF32, as by default, they leave nothing of the squared distances of narrow kernels. Memory
// is taken as needed, so that others have some too, up to a share of each GPU: that of the largest, so that none is
// above the bound.
func gpuOptions(memory int64, gpus func() ([]int64, error)) (string, error) {
	const growing = ",tf32=false,preallocate=false"
	if memory <= 0 {
		return growing, nil
	}
	sizes, err := gpus()
	if err != nil {
		return "", fmt.Errorf("the bound on its memory is a share of the GPU's, which is not known: %w; leave "+
			"--memory out, or fix that", err)
	}
	return fmt.Sprintf("%s,memory_fraction=%g", growing, float32(min(1,
		float64(memory)/float64(slices.Max(sizes))))), nil
}

// longestAsking bounds nvidia-smi, which takes a second or two where drivers are loaded for it.
const longestAsking = 30 * time.Second

// gpuMemory is the memory of each NVIDIA GPU in bytes, as the driver's program reports it.
func gpuMemory() ([]int64, error) {
	ctx, cancel := context.WithTimeout(context.Background(), longestAsking)
	defer cancel()
	out, err := exec.CommandContext(ctx, "nvidia-smi", "--query-gpu=memory.total",
		"--format=csv,noheader,nounits").Output()
	if ended, ok := errors.AsType[*exec.ExitError](err); ok {
		return nil, fmt.Errorf("nvidia-smi ended with %w: %s", err, strings.TrimSpace(string(ended.Stderr)))
	}
	if err != nil {
		return nil, err
	}
	return parseGPUMemory(string(out))
}

// parseGPUMemory reads lines of MiB.
func parseGPUMemory(text string) ([]int64, error) {
	var sizes []int64
	for line := range strings.Lines(text) {
		const most = 1 << 40 // MiB, far more than there will be, and no overflow
		size, err := strconv.ParseInt(strings.TrimSpace(line), 10, 64)
		if err != nil || size < 1 || size > most {
			return nil, fmt.Errorf("nvidia-smi printed %q instead of a GPU's memory in MiB", strings.TrimSpace(line))
		}
		sizes = append(sizes, size<<20)
	}
	if len(sizes) == 0 {
		return nil, errors.New("nvidia-smi names no GPU")
	}
	return sizes, nil
}
