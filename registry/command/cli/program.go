// Package cli has what commands share: the program, flags, answers in JSON, files, experiments and records.
package cli

import (
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"

	"ebim/framework/config"
	"ebim/registry"
)

// Failure is an error not caused by the command line or a YAML file.
type Failure struct{ error }

func (f Failure) Unwrap() error { return f.error }

// Failed marks an error as a failure, unless it is one of the command line or of a YAML file.
func Failed(err error) error {
	var mistake config.Mistake
	var mistakes config.Mistakes
	if err == nil || errors.As(err, &mistakes) || errors.As(err, &mistake) {
		return err
	}
	return Failure{err}
}

// Program runs command lines.
type Program struct {
	Registry  *registry.Registry
	Out       io.Writer        // tables and lists
	Messages  io.Writer        // everything else
	In        io.Reader        // the standard input; nil for none
	Kept      *Kept            // what a worker's commands leave to later ones; nil in a shell
	Now       func() time.Time // the clock; time.Now outside of tests
	LookSteps int              // of the training by which new looks at points; 0 for the default, outside of tests
}

// Group is a command that only has others below it.
func Group(use, short string, below ...*cobra.Command) *cobra.Command {
	command := &cobra.Command{Use: use, Short: short, Args: cobra.ArbitraryArgs,
		RunE: func(command *cobra.Command, arguments []string) error {
			if len(arguments) == 0 {
				return command.Help()
			}
			var names []string
			for _, c := range command.Commands() {
				names = append(names, c.Name())
			}
			return config.Unknown("command of "+command.CommandPath(), arguments[0], names)
		}}
	command.AddCommand(below...)
	return command
}

// Usage says how to use a command whose number of arguments is wrong.
func Usage(check cobra.PositionalArgs) cobra.PositionalArgs {
	return func(command *cobra.Command, arguments []string) error {
		if check(command, arguments) != nil {
			plural := "s"
			if len(arguments) == 1 {
				plural = ""
			}
			return fmt.Errorf("%s got %d argument%s; usage: %s", command.CommandPath(), len(arguments), plural,
				command.UseLine())
		}
		return nil
	}
}
