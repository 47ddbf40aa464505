//go:build !amd64 || noasm

package convolution

import "ebim/framework/backend/cpu/kernel/processor"

func formatAt(processor.Level) *format { return portable }
