package use

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"sync/atomic"

	"github.com/spf13/cobra"

	"ebim/framework/experiment/subject"
	"ebim/framework/mesh"
	"ebim/framework/model"
	"ebim/framework/points"
	"ebim/framework/random"
	"ebim/framework/support"
	"ebim/registry/command/cli"
)

const scoreLong = `Score points by a trained model:

  log_density    logarithm of the model's normalized density at the point's foot, the nearest point of the manifold, in
                 nats, with respect to length, area or volume on the manifold; nan where the model has none
  distance       to the manifold
  quantile       share of the data's points that are nearer to the manifold: of those that were held out of training,
                 or of the training points where none were. For a model of the whole space, which has no manifold, the
                 share of those that have a higher density
  edge_distance  of the foot to the nearest edge or end of the manifold's mesh, or where the box cuts it; inf where it
                 has none
  anomaly        whether the quantile is above 1 - rate: of the data's own points, a share of rate are taken for
                 anomalous

`

func scoreCommand(p *cli.Program) *cobra.Command {
	w := &with{Program: p}
	var rate float64
	command := &cobra.Command{
		Use:   "score RUN [POINTS]",
		Short: "Score points: log density, distance to the manifold, whether it is an anomaly",
		Long:  scoreLong + runHelp + "\n\n" + pointsHelp + "\n\n" + outputHelp,
		Example: "  ebim score my.yaml new.csv > scores.csv\n" +
			"  ebim score my.yaml new.csv --rate 0.001 --output scores.json\n" +
			"  ebim sample my.yaml -n 5 | ebim score my.yaml",
		Args: cli.Usage(cobra.RangeArgs(1, 2)),
		RunE: func(command *cobra.Command, arguments []string) error {
			if err := checkOutput(w.output); err != nil {
				return err
			}
			if !(rate > 0 && rate < 1) {
				return fmt.Errorf("--rate %v; allowed: above 0 and below 1", rate)
			}
			return w.run(command, arguments[0], func(ctx context.Context, m *opened) error {
				return w.score(ctx, command, m, pointsArgument(arguments), rate)
			})
		},
	}
	command.Flags().Float64Var(&rate, "rate", 0.01, "`share` of the data's own points that are taken for anomalous")
	w.add(command, outputExtensions)
	w.addPoints(command)
	return command
}

func (w *with) score(ctx context.Context, command *cobra.Command, m *opened, name string, rate float64) error {
	s, err := m.scorer(ctx, command)
	if err != nil {
		return err
	}
	if err := s.refer(ctx, command, rate); err != nil {
		return err
	}
	s.findBorder(ctx, command)
	header := append(numbersOf([]string{"log_density", "distance", "quantile", "edge_distance"}),
		column{"anomaly", true})
	err = w.each(ctx, command, m, name, func(columns) []column { return header },
		func(t *model.Trained, _ columns) (looked, error) {
			own, err := s.of(ctx, t)
			return func(x *points.Set) (*points.Set, error) { return own.rows(ctx, x, rate) }, err
		})
	if lost := s.lost.Load(); err == nil && lost > 0 {
		say(command, "%d searches did not reach the manifold: their log_density is nan", lost)
	}
	return err
}

// loose is an error of log Z, in nats, that is said.
const loose = 0.05

// scorer looks at points by the model, and says what is to be said of its density.
func (m *opened) scorer(ctx context.Context, command *cobra.Command) (*scorer, error) {
	if m.scores == nil {
		var err error
		if m.scores, err = newScorer(ctx, m); err != nil {
			return nil, err
		}
	}
	if m.scores.normalizer != "" {
		say(command, "%s", m.scores.normalizer)
	}
	m.scores.lost.Store(0)
	return m.scores, nil
}

// newScorer finds the normalizer, or why there is none.
func newScorer(ctx context.Context, m *opened) (*scorer, error) {
	s := &scorer{opened: m, on: m.Trained.Support, lost: new(atomic.Int64)}
	if m.Trained.Density == nil {
		s.normalizer = m.Label + " has no density: log_density is nan"
		return s, nil
	}
	logs, err := m.logger(ctx, m.Trained)
	var unmeshable *mesh.UnmeshableError
	var empty *support.EmptyError
	switch {
	case errors.Is(err, errors.ErrUnsupported), errors.As(err, &unmeshable), errors.As(err, &empty):
		s.normalizer = fmt.Sprintf("%s has no density that could be normalized: %s; log_density is nan", m.Label,
			reason(err))
		return s, nil
	case err != nil:
		return nil, err
	}
	s.logs = logs
	one, err := logs(ctx, m.Data.Train.Slice(0, 1))
	if err == nil && one.NormalizerError > loose {
		s.normalizer = fmt.Sprintf("the normalizer is known to %.2g nats only: log_density may be off by as much at "+
			"all points", one.NormalizerError)
	}
	if errors.Is(err, errors.ErrUnsupported) { // without nearest points
		err = nil
	}
	return s, err
}

func (m *opened) logger(ctx context.Context, t *model.Trained) (support.Logger, error) {
	return support.LoggerOf(ctx, t.Density, random.New(uint64(m.Seed), subject.NormalizerPurpose, 0))
}

// of is the same scorer with another copy of the model.
func (s *scorer) of(ctx context.Context, t *model.Trained) (*scorer, error) {
	if t == s.Trained {
		return s, nil
	}
	other := *s
	other.on = t.Support
	if s.logs == nil {
		return &other, nil
	}
	var err error
	other.logs, err = s.logger(ctx, t)
	return &other, err
}

// at is the log density at points' feet, and the feet.
func (s *scorer) at(ctx context.Context, x *points.Set) (logs []float64, feet *support.Projection, err error) {
	if s.logs == nil {
		feet, err := support.NearestEach(ctx, s.on, x)
		return slices.Repeat([]float64{math.NaN()}, x.Len()), feet, err
	}
	found, err := s.logs(ctx, x)
	if err != nil {
		return nil, nil, err
	}
	logs = slices.Clone(found.Values)
	for i := range logs {
		if !(found.Nearest.Residual[i] <= support.OnManifold) {
			logs[i] = math.NaN()
			s.lost.Add(1)
		}
	}
	return logs, found.Nearest, nil
}

// measure is the log density of points, and what their quantiles are of: distances, or the negative log density of a
// model of the whole space.
func (s *scorer) measure(ctx context.Context, x *points.Set) (logs, distances, ranked []float64,
	feet *support.Projection, err error) {
	if logs, feet, err = s.at(ctx, x); err != nil {
		return nil, nil, nil, nil, err
	}
	distances = s.units.distances(x, feet.Points)
	ranked = distances
	if s.fills() && s.logs != nil {
		ranked = make([]float64, len(logs))
		for i, log := range logs {
			ranked[i] = -log
		}
	}
	return logs, distances, ranked, feet, nil
}

// inner is the support of standardized points, where the data are standardized.
func (s *scorer) inner() support.Support {
	inner, _ := s.Trained.Standardized()
	return inner.Support
}

func (s *scorer) rows(ctx context.Context, x *points.Set, rate float64) (*points.Set, error) {
	logs, distances, ranked, feet, err := s.measure(ctx, x)
	if err != nil {
		return nil, err
	}
	at, out := s.units.of(feet.Points), &rows{}
	for i := range logs {
		quantile := s.reference.quantile(ranked[i])
		out.add(logs[i], distances[i], quantile, s.border.distance(at.At(i)), flag(!(quantile <= 1-rate)))
	}
	return out.set(x.Len()), nil
}
