package command

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"ebim/framework/config"
	"ebim/metrics"
)

func (p *Program) metricCommand() *cobra.Command {
	o := metrics.DefaultCompareOptions(0)
	help := "Compare two files of points, .csv, .tsv, .txt or .npy. Metrics:"
	var known []string
	for _, metric := range metrics.FileMetrics() {
		help += fmt.Sprintf("\n  %-20s %s", metric.Name, metric.Doc)
		known = append(known, metric.Name)
	}
	command := &cobra.Command{
		Use:     "metric NAME A B",
		Short:   "Compare two files of points: " + strings.Join(known, ", "),
		Long:    help,
		Example: "  ebim metric wasserstein samples.npy truth.csv",
		Args:    usage(cobra.ExactArgs(3)),
		RunE: func(command *cobra.Command, a []string) error {
			if name := strings.ReplaceAll(a[0], "_", "-"); !slices.Contains(known, name) {
				return config.Unknown("metric of files", a[0], known)
			}
			return failed(metrics.CompareFiles(command.Context(), command.OutOrStdout(), a[0], a[1], a[2], o))
		},
	}
	command.Flags().BoolVar(&o.Weights, "weights", false, "the last column of both files holds weights")
	command.Flags().IntVar(&o.Samples, "samples", o.Samples, "most points of each file that wasserstein and optimal-transport compare; larger files are thinned")
	command.Flags().StringVar((*string)(&o.Cost), "cost", string(o.Cost), "cost of optimal-transport: squared or euclidean")
	command.Flags().IntVar(&o.Directions, "directions", o.Directions, "random directions of sliced-wasserstein")
	return command
}
