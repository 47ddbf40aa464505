//go:build !amd64 || noasm

package processor

const best = Portable
