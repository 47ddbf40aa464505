package use

import (
	"github.com/spf13/cobra"

	"ebim/registry/command/cli"
)

// Commands are those of this package.
func Commands(p *cli.Program) []*cobra.Command {
	return []*cobra.Command{inspectCommand(p), projectCommand(p), distanceCommand(p), scoreCommand(p), sampleCommand(p),
		meshCommand(p)}
}
