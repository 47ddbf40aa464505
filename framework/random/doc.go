// Package random derives independent streams of random numbers from one seed.
//
// A stream belongs to a seed, a purpose and a step: its generator starts from the first 128 bits of SHA-256(seed,
// step, purpose). Hence a result does not depend on what ran before it or beside it, and an interrupted computation
// goes on at any step without a saved generator. A purpose is a path such as "manifold/negatives"; two uses that must
// be independent need two purposes.
//
// Weights draws indices in proportion to weights, and Direction unit vectors.
package random
