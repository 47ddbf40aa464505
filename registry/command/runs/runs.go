// Package runs has the commands that list, show, compare and remove runs.
package runs

import (
	"cmp"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"ebim/framework/runs/progress"
	"ebim/framework/runs/stage"
	"ebim/registry/command/cli"
	"ebim/results"
)

func runsCommand(p *cli.Program) *cobra.Command {
	return cli.Group("runs", "List, show, compare and remove runs", runsListCommand(p), runsShowCommand(p),
		runsDiffCommand(p), runsRemoveCommand(p),
		runsCollectCommand(p))
}

func runsListCommand(p *cli.Program) *cobra.Command {
	var c choice
	var format string
	var shown []string
	command := &cobra.Command{
		Use:   "list [RUN...]",
		Short: "List runs, and numbers that they have measured",
		Long: "List runs, and numbers that they have measured; JSON and CSV have all numbers in full precision.\n" +
			runNames,
		Example: "  ebim runs list circle --status failed\n  ebim runs list --newer 24h --metric wasserstein.ratio\n" +
			"  ebim runs list --where 'wasserstein.ratio<1.2' --format csv",
		Args: cobra.ArbitraryArgs,
		RunE: func(command *cobra.Command, names []string) error {
			_, found, err := chosen(p, command, c, names)
			if err != nil && found == nil {
				return err
			}
			for _, condition := range c.where {
				if !slices.Contains(shown, condition.metric) {
					shown = append(shown, condition.metric)
				}
			}
			err = errors.Join(err, writeRuns(p, command.OutOrStdout(), found, shown, format))
			return cli.Failed(err)
		},
	}
	c.add(command)
	command.Flags().StringSliceVar(&shown, "metric", nil,
		"`numbers` to show, such as wasserstein.ratio, separated by commas")
	cli.AddFormat(command, &format, "table", "json", "csv")
	return command
}

func writeRuns(p *cli.Program, out io.Writer, found []stage.Record, shown []string, format string) error {
	switch format {
	case "json":
		return cli.WriteJSONList(out, func(yield func(cli.RunAnswer) bool) {
			for i := range found {
				if !yield(cli.AnswerOf(&found[i])) {
					return
				}
			}
		})
	case "csv":
		return writeRunsCSV(out, found)
	}
	if len(found) == 0 {
		_, err := fmt.Fprintln(out, "0 runs")
		return err
	}
	table := runTable(p, found, shown)
	plural := "s"
	if len(found) == 1 {
		plural = ""
	}
	table.Remarks = []string{fmt.Sprintf("%d run%s", len(found), plural)}
	return cli.WriteTable(out, table, results.Text)
}

// runTable has what differs between runs; shown are metrics.
func runTable(p *cli.Program, found []stage.Record, shown []string) *results.Table {
	declared := p.FileSettings(nil, "", nil).Declared()
	table := &results.Table{}
	labels := append([]string{"status", "started", "time"}, shown...)
	layout := "01-02 15:04"
	if slices.ContainsFunc(found, func(r stage.Record) bool { return r.Started.Year() != p.Now().Year() }) {
		layout = time.DateOnly
	}
	backends := slices.ContainsFunc(found, func(r stage.Record) bool { return r.Backend != found[0].Backend })
	settings := slices.ContainsFunc(found, func(r stage.Record) bool { return r.Overrides != nil })
	if backends {
		labels = append(labels, "backend")
	}
	if settings {
		labels = append(labels, "settings")
	}
	for _, label := range labels {
		table.Columns = append(table.Columns, results.Heading{Label: label})
	}
	for i := range found {
		record := &found[i]
		texts := []string{cmp.Or(record.Verdict(), string(record.Status)), record.Started.Format(layout),
			progress.Seconds(record.Seconds)}
		for _, metric := range shown {
			text := "–"
			if value := declared.Value(record, metric); value != nil {
				text = fmt.Sprintf("%.6g", *value)
			}
			texts = append(texts, text)
		}
		if backends {
			texts = append(texts, record.Backend)
		}
		if settings {
			texts = append(texts, strings.Join(record.Overrides, " "))
		}
		row := results.Row{Label: cli.NameOf(record)}
		for _, text := range texts {
			row.Cells = append(row.Cells, results.Cell{Text: text})
		}
		table.Rows = append(table.Rows, row)
	}
	return table
}

// writeRunsCSV writes a line for each run, with a column for each number that some run has.
func writeRunsCSV(out io.Writer, found []stage.Record) error {
	numbers := map[string]bool{}
	for i := range found {
		for metric, values := range found[i].Metrics {
			for name := range values {
				numbers[metric+"."+name] = true
			}
		}
	}
	columns := slices.Sorted(maps.Keys(numbers))
	w := csv.NewWriter(out)
	w.Write(append([]string{"run", "experiment", "model", "seed", "backend", "status", "started", "seconds",
		"settings", "overrides"}, columns...))
	for i := range found {
		r := &found[i]
		line := []string{cli.NameOf(r), r.Experiment, r.Model, strconv.Itoa(r.Seed), r.Backend, string(r.Status),
			r.Started.Format(time.RFC3339), cli.Exact(r.Seconds), r.Settings,
			strings.Join(r.Overrides, " ")}
		for _, column := range columns {
			metric, name, _ := strings.Cut(column, ".")
			text := ""
			if value := r.Metrics[metric][name]; value != nil {
				text = cli.Exact(*value)
			}
			line = append(line, text)
		}
		w.Write(line)
	}
	w.Flush()
	return w.Error()
}

// Commands are those of this package.
func Commands(p *cli.Program) []*cobra.Command {
	return []*cobra.Command{runsCommand(p)}
}
