// Package about has the commands that describe the program: components, settings, documents, backends, versions.
package about

import (
	"cmp"
	"fmt"
	"io"
	"path"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"

	"ebim/framework/backend"
	"ebim/framework/backends"
	"ebim/framework/experiment"
	"ebim/registry/command/cli"
)

// versionAnswer are the versions of the program and of what its results depend on.
type versionAnswer struct {
	Version   string    `json:"version"`
	Commit    string    `json:"commit,omitempty"`
	Committed string    `json:"committed,omitempty"`
	Modified  bool      `json:"modified"`
	Go        string    `json:"go"`
	Platform  string    `json:"platform"`
	Processor string    `json:"processor"`
	Modules   []version `json:"modules"`
	Backends  []version `json:"backends"` // those that are available
}

type version struct {
	Name    string `json:"name"`
	Version string `json:"version"`
}

// engineModules are those that backends come from.
var engineModules = []string{"github.com/gomlx/gomlx", "github.com/gomlx/compute", "github.com/gomlx/go-xla"}

func versionCommand(p *cli.Program) *cobra.Command {
	var format string
	command := &cobra.Command{
		Use: "version", Short: "Show the versions of the program, of Go, GoMLX and the backends",
		Args: cli.Usage(cobra.NoArgs),
		RunE: func(command *cobra.Command, _ []string) error {
			v := versions()
			return cli.Answer(command, format, v, v.write)
		},
	}
	cli.AddFormat(command, &format, "text", "json")
	return command
}

// versions reads what the program was built from.
func versions() versionAnswer {
	v := versionAnswer{Version: "unknown", Go: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH,
		Processor: backend.Processor()}
	modules := map[string]string{}
	if info, ok := debug.ReadBuildInfo(); ok {
		v.Version = cmp.Or(experiment.Release, info.Main.Version, v.Version)
		for _, setting := range info.Settings {
			switch setting.Key {
			case "vcs.revision":
				v.Commit = setting.Value
			case "vcs.time":
				v.Committed = setting.Value
			case "vcs.modified":
				v.Modified = setting.Value == "true"
			}
		}
		for _, dependency := range info.Deps {
			if dependency.Replace != nil {
				dependency = dependency.Replace
			}
			modules[dependency.Path] = dependency.Version
		}
	}
	for _, path := range engineModules {
		v.Modules = append(v.Modules, version{path, cmp.Or(modules[path], "unknown")})
	}
	for _, b := range backends.List() {
		one := version{b.Name, v.Version}
		switch {
		case !b.Available:
			continue
		case b.Name == backend.Reference:
			one.Version = modules["github.com/gomlx/compute"]
		case b.Name != backend.Default:
			one.Version = backends.Plugin(b.Name)
		}
		v.Backends = append(v.Backends, one)
	}
	return v
}

func (v versionAnswer) write(out io.Writer) error {
	var text strings.Builder
	line := func(name, value string) {
		if value != "" {
			fmt.Fprintf(&text, "%-10s %s\n", name, value)
		}
	}
	line("ebim", v.Version)
	commit := v.Commit
	if commit != "" && v.Modified {
		commit += ", modified"
	}
	line("commit", strings.TrimSpace(commit+" "+v.Committed))
	line("go", v.Go+" "+v.Platform+", "+v.Processor)
	for _, module := range v.Modules {
		line(path.Base(module.Name), module.Version)
	}
	for _, b := range v.Backends {
		line("backend", strings.TrimSpace(fmt.Sprintf("%-9s %s", b.Name, b.Version)))
	}
	_, err := io.WriteString(out, text.String())
	return err
}

// Commands are those of this package.
func Commands(p *cli.Program) []*cobra.Command {
	return []*cobra.Command{listCommand(p), describeCommand(p), schemaCommand(p), docsCommand(p), backendCommand(p),
		versionCommand(p)}
}
