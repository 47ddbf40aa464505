//go:build cgo && ((linux && amd64) || darwin)

package backend

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"runtime"

	"github.com/gomlx/go-xla/pjrt"

	"ebim/framework/dataset/download"
)

// cpuArchive is the plugin that go-xla is tested with. Its publisher's digests are not known to this program: whoever can
// read the page may pin them here.
func cpuArchive() archive {
	const releases = "https://github.com/gomlx/pjrt-cpu-binaries/releases/"
	return archive{
		url:  fmt.Sprintf("%sdownload/%s/pjrt_cpu_%s_%s.tar.gz", releases, pjrt.DefaultCPUVersion, runtime.GOOS, runtime.GOARCH),
		page: releases + "tag/" + pjrt.DefaultCPUVersion,
	}
}

func install(ctx context.Context, device, digest string, w io.Writer) error {
	folder, err := pluginHome()
	if err != nil {
		return err
	}
	installing := func() error {
		from := cpuArchive()
		if digest != "" {
			from.digest = digest
		}
		return installArchive(ctx, from, filepath.Join(folder, "pjrt_c_api_cpu_plugin.so"), download.DefaultPolicy())
	}
	if device == "cuda" {
		installing = func() error {
			if digest != "" {
				return errors.New("--sha256 is for xla:cpu; the many packages of xla:cuda are compared with the digests that their index publishes")
			}
			if !hasGPU() {
				return errors.New("this machine has no NVIDIA GPU")
			}
			return installCUDA(folder)
		}
	}
	if err := installing(); err != nil {
		return fmt.Errorf("the plugin of xla:%s was not installed: %w", device, err)
	}
	fmt.Fprintf(w, "Installed the plugin of xla:%s in %s.\n", device, folder)
	return nil
}
