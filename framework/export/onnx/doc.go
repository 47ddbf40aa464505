// Package onnx writes recorded graphs in the Open Neural Network Exchange format, so that other programs evaluate a
// trained function.
//
// A function is recorded twice, with batches of two sizes. What differs between the recordings in proportion to the
// sizes is the batch, and has the symbolic length "batch" in the file; what differs otherwise is an error.
//
// Repetition is left to the operations that ONNX repeats operands of: elementwise ones. A value may therefore have
// axes of length 1, or lack leading axes, where the recorded one has more (convert.go); it is repeated only for
// operations that need it whole.
//
// proto.go has the file's messages and writes them; convert.go what all operations share, and a file a family of
// operations the rest. The operators are those of version 17 of the standard set, in files of version 8 of the format
// (2022), which released runtimes read.
package onnx
