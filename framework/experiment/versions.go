package experiment

import (
	"runtime"
	"runtime/debug"
)

// Versions are those of the program and of what its results depend on, for run records.
func Versions() map[string]string {
	versions := map[string]string{"go": runtime.Version()}
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
