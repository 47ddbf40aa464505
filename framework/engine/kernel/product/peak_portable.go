//go:build !amd64 || noasm

package product

import "ebim/framework/engine/kernel/processor"

func peakLoop(_ processor.Level, n int) float64 { return peakPortable(n) }
