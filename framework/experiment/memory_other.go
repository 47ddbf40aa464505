//go:build !linux && !darwin

package experiment

// machineMemory isn't known here.
func machineMemory() int64 { return 0 }
