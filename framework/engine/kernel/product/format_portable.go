//go:build !amd64 || noasm

package product

import "ebim/framework/engine/kernel/processor"

func formatOf(processor.Level) *format { return portable }
