// Package cluster hands runs to Slurm: as one array of tasks, each of which computes a share of them. Tasks need no
// coordination beyond the leases of stages in the shared folder of runs.
package cluster

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"ebim/framework/config"
)

// SettingsFile is the name of the file of defaults, in the folder of runs.
const SettingsFile = "cluster.yaml"

// Settings are what a task asks of the cluster: cluster.yaml in the folder of runs, changed by flags.
type Settings struct {
	Partition  string   `yaml:"partition" default:"''" doc:"Slurm partition; the cluster's default when empty"`
	Time       string   `yaml:"time" default:"''" doc:"time limit of a task: minutes, 1:30:00 or 2-12:00:00"`
	Memory     string   `yaml:"memory" default:"''" doc:"memory of a task, such as 8GB; empty for the default"`
	CPUs       int      `yaml:"cpus" default:"1" range:"[1, 100000]" doc:"processor cores of a task"`
	GPUs       string   `yaml:"gpus" default:"''" doc:"GPUs of a task, such as 1 or a100:1; implies xla:cuda"`
	Constraint string   `yaml:"constraint" default:"''" doc:"features that nodes must have, such as avx512 or a|b"`
	Account    string   `yaml:"account" default:"''" doc:"account to charge"`
	QOS        string   `yaml:"qos" default:"''" doc:"quality of service"`
	Tasks      int      `yaml:"tasks" default:"1000" range:"[1, 100000]" doc:"most tasks in the array"`
	MaxJobs    int      `yaml:"max_jobs" default:"0" range:"[0, 1000000]" doc:"most tasks at once; 0 for no limit"`
	Warning    int      `yaml:"warning" default:"60" range:"[10, 3600]" doc:"seconds before the limit for saving"`
	Setup      []string `yaml:"setup" default:"[]" doc:"shell lines to run first, such as module load cuda"`
	Options    []string `yaml:"options" default:"[]" doc:"further options of sbatch, such as --nice=100"`
}

// Texts that stand in a script end neither a line, nor a word, nor a quotation.
var (
	wordText       = regexp.MustCompile(`^[A-Za-z0-9_.,:@%/+=-]*$`)
	constraintText = regexp.MustCompile(`^[A-Za-z0-9_.,:&|*()\[\]!-]*$`)
	timeText       = regexp.MustCompile(`^([0-9]+|[0-9]+:[0-9]{2}(:[0-9]{2})?|[0-9]+-[0-9]+(:[0-9]{2}){0,2})?$`)
	gpusText       = regexp.MustCompile(`^(([A-Za-z0-9_.-]+:)?[1-9][0-9]{0,3})?$`)
	memoryText     = regexp.MustCompile(`(?i)^([0-9]+(?:\.[0-9]+)?) *(([KMGT])(I?)B?)$`)
)

// Check implements config.Checker.
func (s *Settings) Check() error {
	for _, text := range []struct {
		field, value, allowed string
		pattern               *regexp.Regexp
	}{
		{"partition", s.Partition, "a partition's name", wordText},
		{"time", s.Time, "minutes, or a time such as 1:30:00 or 2-12:00:00 (days-hours:minutes:seconds)", timeText},
		{"gpus", s.GPUs, "a number such as 1, or a kind and a number such as a100:1", gpusText},
		{"constraint", s.Constraint, "features such as avx512, joined by & or |", constraintText},
		{"account", s.Account, "an account's name", wordText},
		{"qos", s.QOS, "the name of a quality of service", wordText},
	} {
		if !text.pattern.MatchString(text.value) {
			return &config.FieldError{Field: text.field, Found: strconv.Quote(text.value), Allowed: text.allowed}
		}
	}
	if _, err := s.megabytes(); err != nil {
		return err
	}
	for i, line := range slices.Concat(s.Setup, s.Options) {
		field, option := fmt.Sprintf("setup[%d]", i), i >= len(s.Setup)
		if option {
			field = fmt.Sprintf("options[%d]", i-len(s.Setup))
		}
		if strings.ContainsAny(line, "\n\r\x00") {
			return &config.FieldError{Field: field, Found: strconv.Quote(line), Allowed: "one line"}
		}
		if option && !strings.HasPrefix(line, "--") {
			return &config.FieldError{Field: field, Found: strconv.Quote(line), Allowed: "an option such as --nice=100"}
		}
	}
	return nil
}

// megabytes returns the memory of a task in binary megabytes, as Slurm counts, rounded up; 0 for the partition's
// default.
func (s *Settings) megabytes() (int, error) {
	if s.Memory == "" {
		return 0, nil
	}
	wrong := func(allowed string) error {
		return &config.FieldError{Field: "memory", Found: strconv.Quote(s.Memory), Allowed: allowed}
	}
	parts := memoryText.FindStringSubmatch(s.Memory)
	if parts == nil {
		return 0, wrong("a number with a unit, such as 8GB, 500MB or 1.5TiB")
	}
	base, power := 1000.0, float64(strings.Index("KMGT", strings.ToUpper(parts[3]))+1)
	if parts[4] != "" {
		base = 1024
	}
	number, err := strconv.ParseFloat(parts[1], 64)
	megabytes := math.Ceil(number * math.Pow(base, power) / (1 << 20))
	if err != nil || megabytes < 1 || megabytes > math.MaxInt32 {
		return 0, wrong("at least 1MB, and what some machine has")
	}
	return int(megabytes), nil
}
