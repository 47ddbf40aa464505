//go:build !amd64 || noasm

package elementwise

import "ebim/framework/engine/kernel/processor"

func transcendentalVector(processor.Level) byOp { return nil }
