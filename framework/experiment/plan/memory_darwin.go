package plan

import "golang.org/x/sys/unix"

// machineMemory is the machine's bytes of memory; 0 where that is not known.
func machineMemory() int64 {
	bytes, err := unix.SysctlUint64("hw.memsize")
	if err != nil {
		return 0
	}
	return int64(bytes)
}
