package runs

import (
	"cmp"
	"fmt"
	"path"
	"path/filepath"
	"regexp"
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
	runs, status string
	newer, older time.Duration
	where        []condition
}

func (c *choice) add(command *cobra.Command) {
	cli.AddRuns(command, &c.runs)
	flags := command.Flags()
	flags.StringVar(&c.status, "status", "", "runs of this `status`: "+strings.Join(statuses, ", "))
	flags.Func("newer", "started within this `time`, such as 90m, 24h or 7d", parseAge(&c.newer))
	flags.Func("older", "started longer ago than this `time`, such as 30d", parseAge(&c.older))
	flags.Func("where", "`condition` on a number, such as 'wasserstein.ratio<1.2', with <, <=, >, >=, = or !=; may "+
		"be given several times", func(text string) error {
		one, err := parseCondition(text)
		c.where = append(c.where, one)
		return err
	})
}

// any reports whether the choice leaves something out.
func (c *choice) any() bool { return c.status != "" || c.newer > 0 || c.older > 0 || len(c.where) > 0 }

// parseAge reads a time into age, also in days.
func parseAge(age *time.Duration) func(text string) error {
	return func(text string) (err error) {
		unit := time.Duration(1)
		hours := text
		if days, ok := strings.CutSuffix(text, "d"); ok {
			unit, hours = 24, days+"h"
		}
		*age, err = time.ParseDuration(hours)
		if *age *= unit; err != nil || *age <= 0 {
			return fmt.Errorf("%q; a time such as 90m, 24h or 7d is allowed", text)
		}
		return nil
	}
}

// condition is one on a metric's number.
type condition struct {
	metric string
	bound  float64
	signs  []int // allowed of the comparison of the number with the bound
}

var (
	conditionForm = regexp.MustCompile(`^([^<>=!]+)(<=?|>=?|!?=)(.+)$`)
	operators     = map[string][]int{"<": {-1}, "<=": {-1, 0}, ">": {1}, ">=": {0, 1}, "=": {0}, "!=": {-1, 1}}
)

func parseCondition(text string) (c condition, err error) {
	wrong := fmt.Errorf("%q; a metric's number and a bound are allowed, such as wasserstein.ratio<1.2, with <, <=, >, "+
		">=, = or !=", text)
	parts := conditionForm.FindStringSubmatch(text)
	if parts == nil {
		return c, wrong
	}
	c.metric, c.signs = strings.TrimSpace(parts[1]), operators[parts[2]]
	if c.bound, err = strconv.ParseFloat(strings.TrimSpace(parts[3]), 64); err != nil {
		return c, wrong
	}
	return c, nil
}

func (c condition) holds(value float64) bool {
	return slices.Contains(c.signs, cmp.Compare(value, c.bound))
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
		named := func(name string) bool { return isNamed(record, c.runs, name) }
		if (len(names) == 0 || slices.ContainsFunc(names, named)) && c.takes(record, p.Now(), declared) {
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

func (c *choice) takes(record *stage.Record, now time.Time, declared *results.Declared) bool {
	old := now.Sub(record.Started)
	if c.status != "" && c.status != string(record.Status) || c.newer > 0 && old > c.newer ||
		c.older > 0 && old < c.older {
		return false
	}
	return !slices.ContainsFunc(c.where, func(one condition) bool {
		value := declared.Value(record, one.metric)
		return value == nil || !one.holds(*value)
	})
}
