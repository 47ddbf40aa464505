//go:build !linux && !darwin

package plan

// machineMemory isn't known here.
func machineMemory() int64 { return 0 }
