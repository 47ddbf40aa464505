package use

import (
	"context"
	"errors"
	"sync/atomic"

	"github.com/spf13/cobra"

	"ebim/framework/model"
	"ebim/framework/points"
	"ebim/framework/support"
	"ebim/registry/command/cli"
)

const projectLong = `Project points to a learned manifold: the foot of each, the nearest point of the manifold that a search from it finds;
its distance; and whether the search converged (otherwise the distance is an upper bound).

`

func projectCommand(p *cli.Program) *cobra.Command {
	return searchCommand(p, &cobra.Command{
		Use:   "project RUN [POINTS]",
		Short: "Project points to a learned manifold",
		Long:  projectLong,
		Example: "  ebim project my.yaml new.csv > feet.csv\n" +
			"  ebim project my.yaml new.npy --model ebim --seed 1 --output feet.npy",
	}, true)
}

func distanceCommand(p *cli.Program) *cobra.Command {
	return searchCommand(p, &cobra.Command{
		Use:     "distance RUN [POINTS]",
		Short:   "Give the distance of points to a learned manifold",
		Long:    "Give the distance of points to a learned manifold, as `ebim project` does, without the feet.\n\n",
		Example: "  ebim distance my.yaml new.csv > distances.csv",
	}, false)
}

// searchCommand completes a command of feet, or of distances alone.
func searchCommand(p *cli.Program, command *cobra.Command, feet bool) *cobra.Command {
	w := &with{Program: p}
	command.Long += runHelp + "\n\n" + pointsHelp + "\n\n" + outputHelp
	command.Args = cli.Usage(cobra.RangeArgs(1, 2))
	command.RunE = func(command *cobra.Command, arguments []string) error {
		if err := checkOutput(w.output); err != nil {
			return err
		}
		return w.run(command, arguments[0], func(ctx context.Context, m *opened) error {
			return w.project(ctx, command, m, pointsArgument(arguments), feet)
		})
	}
	w.add(command, outputExtensions)
	w.addPoints(command)
	return command
}

func (w *with) project(ctx context.Context, command *cobra.Command, m *opened, name string, feet bool) error {
	if err := m.checkSearch(); err != nil {
		return err
	}
	m.sayUnits(command)
	var lost, total atomic.Int64
	header := func(c columns) []column {
		var at []column
		if feet {
			at = numbersOf(c.names)
		}
		return beside(at, column{name: "distance"}, column{"converged", true})
	}
	err := w.each(ctx, command, m, name, header, func(t *model.Trained, c columns) (looked, error) {
		return func(x *points.Set) (*points.Set, error) {
			found, err := support.NearestEach(ctx, t.Support, x)
			if err != nil {
				return nil, err
			}
			out, at := &rows{}, c.rows(found.Points)
			for i, distance := range m.units.distances(x, found.Points) {
				if feet {
					out.add(at.At(i)...)
				}
				converged := found.Converged(i)
				out.add(distance, flag(converged))
				total.Add(1)
				if !converged {
					lost.Add(1)
				}
			}
			return out.set(x.Len()), nil
		}, nil
	})
	if err == nil && lost.Load() > 0 {
		say(command, "%d of %d searches did not converge: their distances are upper bounds", lost.Load(), total.Load())
	}
	return err
}

// checkSearch says why nearest points can't be searched for.
func (m *opened) checkSearch() error {
	err := support.CheckNearest(m.Trained.Support)
	if errors.Is(err, errors.ErrUnsupported) {
		return lacks(m, "can't project points", err, "`ebim sample` draws from it, and `ebim export --function "+
			"denoise` writes the function that takes noise off points")
	}
	return err
}

// fills says whether the model has no manifold.
func (m *opened) fills() bool { return m.Trained.Support.Dimension() == m.Trained.Support.Ambient() }

func (m *opened) sayUnits(command *cobra.Command) {
	if m.fills() {
		say(command, "%s is a model of the whole space, not of a manifold: points within its box are their own feet",
			m.Label)
	}
	if m.units.by != nil {
		say(command, standardizedUnits)
	}
}

// rows are collected number by number.
type rows struct{ data []float64 }

func (r *rows) add(numbers ...float64) { r.data = append(r.data, numbers...) }

// set is the given number of rows.
func (r *rows) set(count int) *points.Set {
	return &points.Set{Dim: len(r.data) / max(1, count), Data: r.data}
}

func flag(yes bool) float64 {
	if yes {
		return 1
	}
	return 0
}
