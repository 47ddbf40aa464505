//go:build !noasm

package product

import "ebim/framework/backend/cpu/kernel/processor"

func formatOf(processor.Level) *format { return portable }
