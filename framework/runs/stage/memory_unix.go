//go:build unix && !linux

package stage

import (
	"runtime"
	"syscall"
)

// peakResident reads the peak resident set since the start of the process; macOS counts it in bytes, others in KiB.
func peakResident() uint64 {
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		return 0
	}
	if runtime.GOOS == "darwin" || runtime.GOOS == "ios" {
		return uint64(used.Maxrss)
	}
	return uint64(used.Maxrss) << 10
}

func resetPeakResident() {}
