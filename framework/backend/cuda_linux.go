//go:build cgo && amd64

package backend

import "github.com/gomlx/go-xla/installer"

func hasGPU() bool { return installer.HasNvidiaGPU() }

// installCUDA fetches the newest plugin and NVIDIA's libraries, whose SHA-256 go-xla compares with those that their index
// publishes. Nothing is cached.
func installCUDA(folder string) error {
	return installer.CudaAutoInstall(folder, false, installer.Normal)
}
