package command

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"ebim/framework/config"
	"ebim/framework/runs/progress"
	"ebim/framework/runs/stage"
	"ebim/results"
)

func (p *Program) runsCommand() *cobra.Command {
	return group("runs", "List, show, compare and remove runs", p.runsListCommand(), p.runsShowCommand(), p.runsDiffCommand(), p.runsRemoveCommand(),
		p.runsCollectCommand())
}

const runNames = "A run is named by its folder, such as circle/ebim/seed-0-1a2b3c4d, by a part of it from the left, such as circle/ebim, or\n" +
	"with *, ? and [...], as in 'circle/*/seed-0-*'."

func (p *Program) runsListCommand() *cobra.Command {
	var c choice
	var format string
	var shown []string
	command := &cobra.Command{
		Use:   "list [RUN...]",
		Short: "List runs, and numbers that they have measured",
		Long:  "List runs, and numbers that they have measured; JSON and CSV have all numbers in full precision.\n" + runNames,
		Example: "  ebim runs list circle --status failed\n  ebim runs list --newer 24h --metric wasserstein.ratio\n" +
			"  ebim runs list --where 'wasserstein.ratio<1.2' --format csv",
		Args: cobra.ArbitraryArgs,
		RunE: func(command *cobra.Command, names []string) error {
			_, found, err := p.chosen(command, c, names)
			if err != nil && found == nil {
				return err
			}
			for _, condition := range c.where {
				if !slices.Contains(shown, condition.metric) {
					shown = append(shown, condition.metric)
				}
			}
			err = errors.Join(err, p.writeRuns(command.OutOrStdout(), found, shown, format))
			return failed(err)
		},
	}
	c.add(command)
	command.Flags().StringSliceVar(&shown, "metric", nil, "`numbers` to show, such as wasserstein.ratio, separated by commas")
	addFormat(command, &format, "table", "json", "csv")
	return command
}

// statuses are those by which runs may be chosen.
var statuses = []string{string(stage.Done), string(stage.Failed), string(stage.Interrupted), string(stage.Running), string(stage.Killed)}

// choice is a choice among runs.
type choice struct {
	runs                      string
	experiment, model, status string
	newer, older              age
	where                     conditions
}

func (c *choice) add(command *cobra.Command) {
	addRuns(command, &c.runs)
	flags := command.Flags()
	flags.StringVar(&c.experiment, "experiment", "", "`name` of the experiment; may have * and ?")
	flags.StringVar(&c.model, "model", "", "`label` of the model; may have * and ?")
	flags.StringVar(&c.status, "status", "", "runs of this `status`: done, failed, interrupted, running or killed")
	flags.Var(&c.newer, "newer", "started within this time, such as 90m, 24h or 7d")
	flags.Var(&c.older, "older", "started longer ago than this time, such as 30d")
	flags.Var(&c.where, "where", "condition on a number, such as 'wasserstein.ratio<1.2', with <, <=, >, >=, = or !=; may be given several times")
}

// any reports whether the choice leaves something out.
func (c *choice) any() bool {
	return c.experiment+c.model+c.status != "" || c.newer > 0 || c.older > 0 || len(c.where) > 0
}

// age is a time on the command line, with days.
type age time.Duration

// String implements pflag.Value; nothing is shown as the default.
func (a *age) String() string { return "" }

// Type implements pflag.Value.
func (a *age) Type() string { return "time" }

// Set implements pflag.Value.
func (a *age) Set(text string) error {
	if days, ok := strings.CutSuffix(text, "d"); ok {
		if n, err := strconv.ParseFloat(days, 64); err == nil && n > 0 && n < 1e5 {
			*a = age(n * 24 * float64(time.Hour))
			return nil
		}
	}
	d, err := time.ParseDuration(text)
	if err != nil || d <= 0 {
		return fmt.Errorf("%q; a time such as 90m, 24h or 7d is allowed", text)
	}
	*a = age(d)
	return nil
}

// condition is one on a metric's number.
type condition struct {
	metric, operator string
	bound            float64
}

// conditions are those on the command line, of which all must hold.
type conditions []condition

// String implements pflag.Value; nothing is shown as the default.
func (c *conditions) String() string { return "" }

// Type implements pflag.Value.
func (c *conditions) Type() string { return "condition" }

// Set implements pflag.Value.
func (c *conditions) Set(text string) error {
	var one condition
	var err error
	at := strings.IndexAny(text, "<>=!")
	if at > 0 {
		rest := text[at:]
		one.operator = rest[:1]
		if len(rest) > 1 && rest[1] == '=' {
			one.operator = rest[:2]
		}
		one.metric = strings.TrimSpace(text[:at])
		one.bound, err = strconv.ParseFloat(strings.TrimSpace(rest[len(one.operator):]), 64)
	}
	if at <= 0 || err != nil || one.operator == "!" {
		return fmt.Errorf("%q; a metric's number and a bound are allowed, such as wasserstein.ratio<1.2, with <, <=, >, >=, = or !=", text)
	}
	*c = append(*c, one)
	return nil
}

func (c condition) holds(value float64) bool {
	switch c.operator {
	case "<":
		return value < c.bound
	case "<=":
		return value <= c.bound
	case ">":
		return value > c.bound
	case ">=":
		return value >= c.bound
	case "!=":
		return value != c.bound
	}
	return value == c.bound
}

// nameOf is what a run is called: its folder below the root.
func nameOf(record *stage.Record) string {
	return path.Join(record.Experiment, record.Model, filepath.Base(record.Folder))
}

// isNamed reports whether a run is meant by a name.
func isNamed(record *stage.Record, root, name string) bool {
	name = strings.Trim(strings.TrimPrefix(filepath.ToSlash(filepath.Clean(name)), filepath.ToSlash(filepath.Clean(root))+"/"), "/")
	parts, own := strings.Split(name, "/"), strings.Split(nameOf(record), "/")
	if len(parts) > len(own) {
		return false
	}
	for i, part := range parts {
		if !like(part, own[i]) {
			return false
		}
	}
	return true
}

// chosen reads all records, and those that are chosen; damaged ones are an error beside them. A name of no run is an error, too.
func (p *Program) chosen(command *cobra.Command, c choice, names []string) (all, found []stage.Record, err error) {
	if c.status != "" && !slices.Contains(statuses, c.status) {
		return nil, nil, config.Unknown("--status", c.status, statuses)
	}
	all, damaged := loadRecords(command, []string{c.runs})
	if all == nil && damaged != nil {
		return nil, nil, damaged
	}
	living, err := stage.LookForLiving(c.runs, p.Now())
	if err != nil {
		return nil, nil, failed(err)
	}
	for i := range all {
		all[i].Status = living.Status(&all[i])
	}
	for _, name := range names {
		if !slices.ContainsFunc(all, func(r stage.Record) bool { return isNamed(&r, c.runs, name) }) {
			return nil, nil, failed(fmt.Errorf("there is no run %q in %s; `ebim runs list` shows what there is", name, c.runs))
		}
	}
	found = []stage.Record{}
	declared := p.fileSettings(nil, "", nil).declared()
	for i := range all {
		record := &all[i]
		if len(names) > 0 && !slices.ContainsFunc(names, func(name string) bool { return isNamed(record, c.runs, name) }) {
			continue
		}
		if c.takes(record, p.Now(), declared) {
			found = append(found, *record)
		}
	}
	return all, found, damaged
}

// like reports whether a name is a pattern, or one that it matches.
func like(pattern, name string) bool {
	ok, err := path.Match(pattern, name)
	return pattern == name || err == nil && ok
}

// takesModel reports whether a run is of an experiment and a model that are wanted.
func (c *choice) takesModel(record *stage.Record) bool {
	return (c.experiment == "" || like(c.experiment, record.Experiment)) && (c.model == "" || like(c.model, record.Model))
}

func (c *choice) takes(record *stage.Record, now time.Time, declared *results.Declared) bool {
	if !c.takesModel(record) || c.status != "" && c.status != string(record.Status) {
		return false
	}
	old := now.Sub(record.Started)
	if c.newer > 0 && old > time.Duration(c.newer) || c.older > 0 && old < time.Duration(c.older) {
		return false
	}
	for _, condition := range c.where {
		if value := declared.Value(record, condition.metric); value == nil || !condition.holds(*value) {
			return false
		}
	}
	return true
}

// runAnswer is what is said of a run as JSON.
type runAnswer struct {
	Run    string `json:"run"`
	Folder string `json:"folder"`
	*stage.Record
}

func (p *Program) writeRuns(out io.Writer, found []stage.Record, shown []string, format string) error {
	switch format {
	case "json":
		answers := []runAnswer{}
		for i := range found {
			answers = append(answers, runAnswer{nameOf(&found[i]), found[i].Folder, &found[i]})
		}
		return writeJSON(out, answers)
	case "csv":
		return writeRunsCSV(out, found)
	}
	if len(found) == 0 {
		_, err := fmt.Fprintln(out, "0 runs")
		return err
	}
	declared := p.fileSettings(nil, "", nil).declared()
	table := &results.Table{}
	for _, label := range append([]string{"status", "started", "time", "backend", "settings"}, shown...) {
		table.Columns = append(table.Columns, results.Heading{Label: label})
	}
	for i := range found {
		record := &found[i]
		row := results.Row{Label: nameOf(record)}
		texts := []string{string(record.Status), record.Started.Format("2006-01-02 15:04"), progress.Seconds(record.Seconds),
			record.Backend, strings.Join(record.Overrides, " ")}
		for _, metric := range shown {
			text := "–"
			if value := declared.Value(record, metric); value != nil {
				text = fmt.Sprintf("%.6g", *value)
			}
			texts = append(texts, text)
		}
		for _, text := range texts {
			row.Cells = append(row.Cells, results.Cell{Text: text})
		}
		table.Rows = append(table.Rows, row)
	}
	plural := "s"
	if len(found) == 1 {
		plural = ""
	}
	table.Remarks = []string{fmt.Sprintf("%d run%s", len(found), plural)}
	return results.Write(out, table, results.Text)
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
	w.Write(append([]string{"run", "experiment", "model", "seed", "backend", "status", "started", "seconds", "settings", "overrides"}, columns...))
	for i := range found {
		r := &found[i]
		line := []string{nameOf(r), r.Experiment, r.Model, strconv.Itoa(r.Seed), r.Backend, string(r.Status), r.Started.Format(time.RFC3339), exact(r.Seconds), r.Settings,
			strings.Join(r.Overrides, " ")}
		for _, column := range columns {
			metric, name, _ := strings.Cut(column, ".")
			text := ""
			if value := r.Metrics[metric][name]; value != nil {
				text = exact(*value)
			}
			line = append(line, text)
		}
		w.Write(line)
	}
	w.Flush()
	return w.Error()
}

// exact writes a number so that reading it gives the same.
func exact(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }
