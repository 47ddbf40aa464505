//go:build !unix

package stage

// peakResident isn't known here.
func peakResident() uint64 { return 0 }

func resetPeakResident() {}
