//go:build !noasm

package elementwise

import "ebim/framework/backend/cpu/kernel/processor"

// arithmeticVector gives the kernels in assembly of exactly one level.
func arithmeticVector(processor.Level) table { return table{} }
