package elementwise

import "ebim/framework/backend/cpu/kernel/processor"

// transcendentalVector gives the float32 kernels in assembly of exactly one level, over those of transcendentalPortable.
func transcendentalVector(processor.Level) byOp { return nil }
