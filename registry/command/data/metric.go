package data

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"ebim/metrics"
	"ebim/registry/command/cli"
)

func metricCommand(p *cli.Program) *cobra.Command {
	o := metrics.DefaultCompareOptions()
	help := "Compare two files of points, .csv, .tsv, .txt or .npy. Metrics:"
	var known []string
	var format string
	for _, metric := range metrics.FileMetrics() {
		help += fmt.Sprintf("\n  %-20s %s", metric.Name, metric.Doc)
		known = append(known, metric.Name)
	}
	command := &cobra.Command{
		Use:     "metric NAME A B",
		Short:   "Compare two files of points: " + strings.Join(known, ", "),
		Long:    help,
		Example: "  ebim metric wasserstein samples.npy truth.csv",
		Args:    cli.Usage(cobra.ExactArgs(3)),
		RunE: func(command *cobra.Command, a []string) error {
			metric, err := metrics.FindFileMetric(a[0])
			if err != nil {
				return err
			}
			d, err := metric.Compare(command.Context(), a[1], a[2], o)
			if err != nil {
				return cli.Failed(cli.Hinted(err, a[1:]...))
			}
			return cli.Answer(command, format,
				metricAnswer{d.Metric, cli.Number(d.Value), cli.Number(d.StandardError), d.Dimension,
					[2]comparedFile{{a[1], d.Points[0], d.Compared[0]}, {a[2], d.Points[1], d.Compared[1]}}}, d.Write)
		},
	}
	command.Flags().BoolVar(&o.Weights, "weights", false, "the last column of both files holds weights")
	command.Flags().IntVar(&o.Samples, "samples", o.Samples,
		"largest `number` of points of a file that wasserstein and optimal_transport compare; larger files are thinned")
	command.Flags().StringVar((*string)(&o.Cost), "cost", string(o.Cost),
		"`cost` of optimal_transport: squared or euclidean")
	command.Flags().IntVar(&o.Directions, "directions", o.Directions,
		"`number` of random directions of sliced_wasserstein")
	cli.AddFormat(command, &format, "text", "json")
	return command
}

// metricAnswer is a distance between two files of points.
type metricAnswer struct {
	Metric        string          `json:"metric"`
	Value         cli.Number      `json:"value"`
	StandardError cli.Number      `json:"standard_error"`
	Dimension     int             `json:"dimension"`
	Files         [2]comparedFile `json:"files"`
}

type comparedFile struct {
	File     string `json:"file"`
	Points   int    `json:"points"`
	Compared int    `json:"compared"`
}
