package runs

import (
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"ebim/framework/config"
	"ebim/framework/runs/stage"
	"ebim/registry/command/cli"
	"ebim/results"
)

const runNames = "Name a run by its folder, such as circle/ebim/seed-0-1a2b3c4d, by the folder's beginning, such as\n" +
	"circle/ebim, or by a pattern of *, ? and [...], such as 'circle/*/seed-0-*'."

// statuses are those by which runs may be chosen.
var statuses = []string{string(stage.Done), string(stage.Failed), string(stage.Interrupted), string(stage.Running),
	string(stage.Killed)}

// choice is a choice among runs.
type choice struct {
	runs                      string
	experiment, model, status string
	newer, older              age
	where                     conditions
}

func (c *choice) add(command *cobra.Command) {
	cli.AddRuns(command, &c.runs)
	flags := command.Flags()
	flags.StringVar(&c.experiment, "experiment", "", "`name` of the experiment; may have * and ?")
	flags.StringVar(&c.model, "model", "", "`label` of the model; may have * and ?")
	flags.StringVar(&c.status, "status", "", "runs of this `status`: done, failed, interrupted, running or killed")
	flags.Var(&c.newer, "newer", "started within this time, such as 90m, 24h or 7d")
	flags.Var(&c.older, "older", "started longer ago than this time, such as 30d")
	flags.Var(&c.where, "where",
		"condition on a number, such as 'wasserstein.ratio<1.2', with <, <=, >, >=, = or !=; may be given several "+
			"times")
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

// conditions are those on the command line; all must hold.
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
		return fmt.Errorf(
			"%q; a metric's number and a bound are allowed, such as wasserstein.ratio<1.2, with <, <=, >, >=, = or !=",
			text)
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

// isNamed reports whether a run is meant by a name.
func isNamed(record *stage.Record, root, name string) bool {
	name = strings.Trim(strings.TrimPrefix(filepath.ToSlash(filepath.Clean(name)),
		filepath.ToSlash(filepath.Clean(root))+"/"), "/")
	parts, own := strings.Split(name, "/"), strings.Split(cli.NameOf(record), "/")
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

// chosen reads all records, and those that are chosen; damaged ones are an error beside them. A name of no run is an
// error, too.
func chosen(p *cli.Program, command *cobra.Command, c choice, names []string) (all, found []stage.Record, err error) {
	if c.status != "" && !slices.Contains(statuses, c.status) {
		return nil, nil, config.Unknown("--status", c.status, statuses)
	}
	all, damaged := cli.LoadRecords(command, []string{c.runs})
	if all == nil && damaged != nil {
		return nil, nil, damaged
	}
	living, err := stage.LookForLiving(c.runs, p.Now())
	if err != nil {
		return nil, nil, cli.Failed(err)
	}
	for i := range all {
		all[i].Status = living.Status(&all[i])
	}
	for _, name := range names {
		if !slices.ContainsFunc(all, func(r stage.Record) bool { return isNamed(&r, c.runs, name) }) {
			return nil, nil, cli.Failed(fmt.Errorf("there is no run %q in %s; `ebim runs list` shows what there is",
				name, c.runs))
		}
	}
	found = []stage.Record{}
	declared := p.FileSettings(nil, "", nil).Declared()
	for i := range all {
		record := &all[i]
		if len(names) > 0 && !slices.ContainsFunc(names, func(name string) bool {
			return isNamed(record,
				c.runs, name)
		}) {
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
	return (c.experiment == "" || like(c.experiment, record.Experiment)) &&
		(c.model == "" || like(c.model, record.Model))
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
