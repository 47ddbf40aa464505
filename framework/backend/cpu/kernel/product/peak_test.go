package product

// peakPortable runs n times 4 independent multiplications and additions.
func peakPortable(n int) float64 {
	x, s0, s1, s2, s3 := float32(0.5), float32(1), float32(1), float32(1), float32(1)
	for range n {
		s0 += s0 * x
		s1 += s1 * x
		s2 += s2 * x
		s3 += s3 * x
	}
	sink = s0 + s1 + s2 + s3
	return 8 * float64(n)
}

var sink float32
