//go:build !amd64 || noasm

package elementwise

import "ebim/framework/backend/cpu/kernel/processor"

func transcendentalVector(processor.Level) byOp { return nil }
