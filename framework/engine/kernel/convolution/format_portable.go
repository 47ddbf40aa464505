//go:build !amd64 || noasm

package convolution

import "ebim/framework/engine/kernel/processor"

func formatAt(processor.Level) *format { return portable }
