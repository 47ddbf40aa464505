package stage

import (
	"bytes"
	"fmt"
	"os"
)

// peakResident reads VmHWM, the peak resident set since the start of the process or the last reset.
func peakResident() uint64 {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0
	}
	_, rest, _ := bytes.Cut(status, []byte("VmHWM:"))
	var kibibytes uint64
	if _, err := fmt.Fscan(bytes.NewReader(rest), &kibibytes); err != nil {
		return 0
	}
	return kibibytes << 10
}

// resetPeakResident sets VmHWM to the present resident set (proc(5), clear_refs, value 5).
func resetPeakResident() {
	if file, err := os.OpenFile("/proc/self/clear_refs", os.O_WRONLY, 0); err == nil {
		_, _ = file.WriteString("5")
		file.Close()
	}
}
