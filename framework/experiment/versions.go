package experiment

import (
	"cmp"
	"runtime"
	"runtime/debug"

	"ebim/framework/backend"
)

// Release is the version of a released program, which the linker sets (.ci/release); empty in others, whose version is
// the build's.
var Release string

// Versions are those of the program and of what its results depend on, for run records. The processor is not a
// version, and no stage is computed again on another: but the cpu backend rounds differently with other vector
// instructions, which explain why two machines differ in the last digits.
func Versions() map[string]string {
	versions := map[string]string{"go": runtime.Version(), "processor": backend.Processor()}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return versions
	}
	versions["ebim"] = cmp.Or(Release, info.Main.Version)
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
