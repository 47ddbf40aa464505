package experiment

import (
	"runtime"
	"runtime/debug"

	"ebim/framework/backend"
)

// Versions are those of the program and of what its results depend on, for run records. The processor is not a version, and
// no stage is computed again on another: but the cpu backend rounds differently with other vector instructions, so that
// it tells why two machines differ in the last digits.
func Versions() map[string]string {
	versions := map[string]string{"go": runtime.Version(), "processor": backend.Processor()}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return versions
	}
	versions["ebim"] = info.Main.Version
	for _, dependency := range info.Deps {
		if dependency.Path == "github.com/gomlx/gomlx" {
			versions["gomlx"] = dependency.Version
		}
	}
	for _, setting := range info.Settings {
		if setting.Key == "vcs.revision" {
			versions["commit"] = setting.Value
		}
	}
	return versions
}
