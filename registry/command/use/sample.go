package use

import (
	"context"
	"errors"
	"fmt"
	"math"

	"github.com/spf13/cobra"

	"ebim/framework/experiment"
	"ebim/framework/points"
	"ebim/framework/random"
	"ebim/registry/command/cli"
)

const sampleLong = `Draw independent points from a trained model, each with the logarithm of its density (see ebim score). A model without a
density is drawn from as its settings say: uniformly on its manifold, unless they say otherwise.

`

func sampleCommand(p *cli.Program) *cobra.Command {
	w := &with{Program: p}
	var count, seed int
	command := &cobra.Command{
		Use:   "sample RUN",
		Short: "Draw new points from a trained model",
		Long:  sampleLong + runHelp + "\n\n" + outputHelp,
		Example: "  ebim sample my.yaml -n 1000 > drawn.csv\n" +
			"  ebim sample my.yaml -n 1000000 --random-seed 1 --output drawn.npy",
		Args: cli.Usage(cobra.ExactArgs(1)),
		RunE: func(command *cobra.Command, arguments []string) error {
			if err := checkOutput(w.output); err != nil {
				return err
			}
			switch {
			case count < 1:
				return fmt.Errorf("--number %d; allowed: 1 or more", count)
			case seed < 0:
				return fmt.Errorf("--random-seed %d; allowed: 0 or more", seed)
			}
			return w.run(command, arguments[0], func(ctx context.Context, m *opened) error {
				return w.sample(ctx, command, m, count, uint64(seed))
			})
		},
	}
	command.Flags().IntVarP(&count, "number", "n", 1000, "`number` of points")
	command.Flags().IntVar(&seed, "random-seed", 0, "`number` from which the draws follow; another gives other points")
	w.add(command, outputExtensions)
	return command
}

// mostChunks bounds one draw.
const mostChunks = 4

func (w *with) sample(ctx context.Context, command *cobra.Command, m *opened, count int, seed uint64) error {
	s, err := m.scorer(ctx, command)
	if err != nil {
		return err
	}
	rng := random.New(seed, "use/sample", 0)
	once := min(count, mostChunks*chunkRows(m.columns.ambient))
	repeated := 0
	header := beside(numbersOf(m.columns.names), column{name: "log_density"})
	draw := func() (*points.Set, error) {
		drawn, _, err := m.Trained.Sample(ctx, rng, once)
		if errors.Is(err, errors.ErrUnsupported) {
			err = lacks(m, "can't be drawn from", err, "`ebim score` and `ebim project` take points of your own")
		}
		return drawn, err
	}
	first, err := draw() // before anything is written
	if err != nil {
		return err
	}
	err = writeTo(command, w.output, header, func(out rowWriter) error {
		for done, drawn := 0, first; done < count; drawn = nil {
			if drawn == nil {
				if drawn, err = draw(); err != nil {
					return err
				}
			}
			drawn = drawn.Slice(0, min(drawn.Len(), count-done))
			if done += drawn.Len(); drawn.Len() == 0 {
				return errors.New("nothing was drawn")
			}
			repeated += drawn.Len() - drawn.Distinct()
			if err := s.writeDrawn(ctx, out, drawn); err != nil {
				return err
			}
		}
		return nil
	})
	if err == nil && float64(count-repeated) < experiment.LeastDistinct*float64(count) {
		say(command, "%d of %d points repeat others, so the draws are not independent", repeated, count)
	}
	return err
}

// writeDrawn writes points with their log density, in the chunks in which they would be scored.
func (s *scorer) writeDrawn(ctx context.Context, out rowWriter, drawn *points.Set) error {
	rows := chunkRows(drawn.Dim)
	for from := 0; from < drawn.Len(); from += rows {
		x := drawn.Slice(from, min(from+rows, drawn.Len()))
		logs, err := s.drawnLogs(ctx, x)
		if err != nil {
			return err
		}
		if err := out.write(joined(s.columns.rows(x), logs)); err != nil {
			return err
		}
	}
	return nil
}

func (s *scorer) drawnLogs(ctx context.Context, x *points.Set) ([]float64, error) {
	if s.logs == nil {
		return nil, nil
	}
	logs, _, err := s.at(ctx, x)
	if errors.Is(err, errors.ErrUnsupported) { // no nearest points to search for
		return nil, nil
	}
	return logs, err
}

// joined adds a column to points; nan where there is none.
func joined(x *points.Set, last []float64) *points.Set {
	out := &rows{}
	for i := range x.Len() {
		out.add(x.At(i)...)
		if last == nil {
			out.add(math.NaN())
		} else {
			out.add(last[i])
		}
	}
	return out.set(x.Len())
}
