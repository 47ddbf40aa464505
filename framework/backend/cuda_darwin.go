//go:build cgo

package backend

import "errors"

func hasGPU() bool { return false }

func installCUDA(string) error { return errors.New("there is none for macOS") }
