package command

import (
	"errors"

	"github.com/spf13/cobra"

	"ebim/framework/experiment"
	"ebim/framework/stage"
)

// searchOn runs the trials that searches make after the first ones, batch after batch, until all are made or the command is interrupted. It
// returns all experiments and results, and what went wrong.
func searchOn(command *cobra.Command, loaded []*experiment.Experiment, found []stage.Result, err error, o experiment.Options) ([]*experiment.Experiment, []stage.Result, error) {
	if err != nil && len(found) == 0 {
		return loaded, found, err
	}
	for command.Context().Err() == nil {
		next, failed := experiment.Continue(loaded, o)
		if failed != nil || len(next) == 0 {
			return loaded, found, errors.Join(err, failed)
		}
		more, failed := experiment.Run(command.Context(), next, o)
		loaded, found, err = append(loaded, next...), append(found, more...), errors.Join(err, failed)
		if len(more) == 0 {
			break
		}
	}
	return loaded, found, err
}

// searched returns experiments with those that their searches have made below one of the roots: with the root that has the most.
func searched(loaded []*experiment.Experiment, roots []string) ([]*experiment.Experiment, error) {
	longest := loaded
	for _, root := range roots {
		all := loaded
		for {
			next, err := experiment.Continue(all, experiment.Options{Runs: root})
			if err != nil {
				return nil, err
			}
			if len(next) == 0 {
				break
			}
			all = append(all[:len(all):len(all)], next...)
		}
		if len(all) > len(longest) {
			longest = all
		}
	}
	return longest, nil
}
