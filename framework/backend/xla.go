//go:build cgo && ((linux && amd64) || darwin)

package backend

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/gomlx/go-xla/pkg/installer"
	"github.com/gomlx/gomlx/backends"
	"github.com/gomlx/gomlx/backends/xla"
)

var xlaPlugins = []Info{
	{Name: "xla:cpu", Doc: "XLA on the CPU, through its PJRT plugin"},
	{Name: "xla:cuda", Doc: "XLA on NVIDIA GPUs, through the PJRT plugin that JAX publishes"},
}

func listXLA() []Info {
	// Without this GoMLX installs plugins over the network by itself.
	xla.EnableAutoInstall(false)
	found := xla.GetAvailablePlugins()
	infos := slices.Clone(xlaPlugins)
	for i := range infos {
		infos[i].Available = slices.Contains(found, strings.TrimPrefix(infos[i].Name, "xla:"))
		infos[i].Hint = "ebim backend install " + infos[i].Name
	}
	return infos
}

func openXLA(plugin string) (backends.Backend, error) {
	xla.EnableAutoInstall(false)
	engine, err := xla.New(plugin)
	if err != nil {
		return nil, fmt.Errorf("backend xla:%s can't be opened: %w; `ebim backend list` shows what is there, "+
			"`ebim backend install xla:%s` fetches its plugin", plugin, err, plugin)
	}
	return engine, nil
}

// Install fetches the plugin of an XLA backend into the user's library folder and reports to w.
func Install(name string, w io.Writer) error {
	folder, err := installer.DefaultHomeLibPath()
	if err != nil {
		return fmt.Errorf("no folder to install the plugin in: %w", err)
	}
	switch name {
	case Default, Reference:
		fmt.Fprintf(w, "The %s backend is part of the program: nothing to install.\n", name)
		return nil
	case "xla:cpu":
		err = installer.CPUAutoInstall(folder, true, installer.Normal)
	case "xla:cuda":
		err = installer.CudaAutoInstall(folder, true, installer.Normal)
	default:
		return fmt.Errorf("backend %q has no plugin to install; xla:cpu and xla:cuda have", name)
	}
	if err != nil {
		return fmt.Errorf("the plugin of %s was not installed: %w", name, err)
	}
	fmt.Fprintf(w, "Installed the plugin of %s in %s.\n", name, folder)
	return nil
}
