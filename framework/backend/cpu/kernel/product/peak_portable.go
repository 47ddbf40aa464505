//go:build !amd64 || noasm

package product

import "ebim/framework/backend/cpu/kernel/processor"

func peakLoop(_ processor.Level, n int) float64 { return peakPortable(n) }
