// Package processor says which of the kernels written for one kind of processor this one can run. Kernels come in
// levels, each with the instructions of the ones before it; a package takes the highest that it has a kernel for.
package processor

// Level is a set of vector instructions; each level has those of the levels before it.
type Level int

const (
	Portable Level = iota // pure Go
	AVX2                  // AVX2 and FMA, 256 bits
	AVX512                // AVX-512 F, BW, DQ and VL, 512 bits, and BMI2
)

func (l Level) String() string { return [...]string{"portable", "avx2", "avx512"}[l] }

// Best returns the highest level that this processor and build have: Portable with the build tag noasm.
func Best() Level { return best }

// Levels are Portable up to Best, for tests that compare them.
func Levels() []Level {
	var levels []Level
	for l := Portable; l <= best; l++ {
		levels = append(levels, l)
	}
	return levels
}
