package random

import (
	"crypto/sha256"
	"encoding/binary"
	"math/rand/v2"
)

// New returns the stream for one use: a seed, the purpose's name and a step within it.
func New(seed uint64, purpose string, step int) *rand.Rand {
	buffer := binary.LittleEndian.AppendUint64(nil, seed)
	buffer = binary.LittleEndian.AppendUint64(buffer, uint64(step))
	digest := sha256.Sum256(append(buffer, purpose...))
	return rand.New(rand.NewPCG(binary.LittleEndian.Uint64(digest[:8]), binary.LittleEndian.Uint64(digest[8:16])))
}
