//go:build !amd64 || noasm

package elementwise

import "ebim/framework/backend/cpu/kernel/processor"

func arithmeticVector(processor.Level) table { return table{} }
