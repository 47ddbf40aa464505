//go:build !amd64 || noasm

package elementwise

import (
	"ebim/framework/backend/cpu/kernel"
	"ebim/framework/backend/cpu/kernel/processor"
)

func transcendentalVector(processor.Level) byOp { return nil }

func siluVector(processor.Level) (silu, both kernel.Elementwise) { return nil, nil }
