package command

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"ebim/framework/experiment"
	"ebim/framework/runs/stage"
	"ebim/results"
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

// trialsOf are the trials that a model's choice is among: of a halving each on the highest rung that it has reached, those on the last rung first.
func trialsOf(loaded []*experiment.Experiment, model string) []results.Variant {
	var variants []results.Variant
	reached := map[int]bool{}                   // by a trial's number
	for _, e := range slices.Backward(loaded) { // the last rungs are made last
		trial, searched := e.Trial()
		if !e.Makes(model) {
			continue
		}
		if searched && reached[trial.Number] {
			continue
		}
		reached[trial.Number] = true
		v := results.Variant{Experiment: e.Name, Name: e.Variant, Swept: e.Swept}
		if trial.Short() {
			v.Short = fmt.Sprintf("rung %d of %d", trial.Rung, trial.Rungs)
		}
		variants = append(variants, v)
	}
	slices.Reverse(variants)
	slices.SortStableFunc(variants, func(a, b results.Variant) int { return strings.Compare(b.Short, a.Short) })
	whole := slices.IndexFunc(variants, func(v results.Variant) bool { return v.Short == "" })
	if whole < 0 {
		return variants
	}
	return slices.Concat(variants[whole:], variants[:whole])
}

// shortTrial matches the names of trials whose trainings a search has shortened: their numbers are no results.
var shortTrial = regexp.MustCompile(`,trial=\d+,rung=\d+$`)

// named reports whether a table asks for an experiment by its whole name.
func named(spec *results.Spec, experiment string) bool {
	return slices.ContainsFunc(spec.Rows, func(r results.RowSpec) bool { return r.Experiment == experiment }) ||
		slices.ContainsFunc(spec.Columns, func(c results.ColumnSpec) bool { return c.Experiment == experiment })
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
