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

// Settings are what is asked of a cluster: cluster.yaml in the folder of runs.
type Settings struct {
	Partition   string     `yaml:"partition" default:"''" doc:"Slurm partition (queue); the cluster's default when empty"`
	Time        string     `yaml:"time" default:"''" doc:"time limit of a task: minutes, or as 1:30:00 or 2-12:00:00; the partition's when empty"`
	Memory      string     `yaml:"memory" default:"''" doc:"memory of a task, such as 8GB; the partition's default when empty"`
	CPUs        int        `yaml:"cpus" default:"1" range:"[1, 100000]" doc:"processor cores of a task"`
	GPUs        string     `yaml:"gpus" default:"''" doc:"GPUs of a task: a number, or a kind and a number as in a100:1; none when empty. Tasks that use them run with --backend xla:cuda"`
	Constraint  string     `yaml:"constraint" default:"''" doc:"features that nodes must have, as Slurm writes them: avx512, or a|b"`
	Account     string     `yaml:"account" default:"''" doc:"account that is charged"`
	QOS         string     `yaml:"qos" default:"''" doc:"quality of service"`
	MaxJobs     int        `yaml:"max_jobs" default:"0" range:"[0, 1000000]" doc:"tasks that may run at the same time; 0: as many as Slurm lets"`
	RunsPerTask int        `yaml:"runs_per_task" default:"1" range:"[1, 100000]" doc:"runs that a task computes, one after the other: more than 1 where a run takes seconds"`
	Warning     int        `yaml:"warning" default:"60" range:"[10, 3600]" doc:"seconds before its time limit at which a task is told to save a checkpoint and to ask for another turn"`
	SameBits    bool       `yaml:"same_bits" default:"false" doc:"compute on one kind of processor only, as bits depend on vector instructions: tasks on another kind do not start"`
	Setup       []string   `yaml:"setup" default:"[]" doc:"shell lines before the program is started, such as module load cuda"`
	Options     []string   `yaml:"options" default:"[]" doc:"further options of sbatch, such as --nice=100"`
	Kubernetes  Kubernetes `yaml:"kubernetes" doc:"what only --on kubernetes needs"`
}

// Kubernetes is what an indexed Job needs beside.
type Kubernetes struct {
	Image     string `yaml:"image" default:"ebim" doc:"container image with the program"`
	Program   string `yaml:"program" default:"ebim" doc:"the program in the image"`
	Claim     string `yaml:"claim" default:"ebim-runs" doc:"PersistentVolumeClaim, ReadWriteMany, that is mounted where the folder of runs is here"`
	Namespace string `yaml:"namespace" default:"''" doc:"namespace of the Job; that of kubectl's context when empty"`
}

// What texts may be that stand in a script or a manifest: nothing that would end a line, a word or a quotation.
var (
	wordText       = regexp.MustCompile(`^[A-Za-z0-9_.,:@%/+=-]*$`)
	constraintText = regexp.MustCompile(`^[A-Za-z0-9_.,:&|*()\[\]!-]*$`)
	timeText       = regexp.MustCompile(`^([0-9]+|[0-9]+:[0-9]{2}(:[0-9]{2})?|[0-9]+-[0-9]+(:[0-9]{2}){0,2})?$`)
	gpusText       = regexp.MustCompile(`^(([A-Za-z0-9_.-]+:)?[1-9][0-9]{0,3})?$`)
	memoryText     = regexp.MustCompile(`(?i)^([0-9]+(?:\.[0-9]+)?) *(([KMGT])(I?)B?)$`)
	afterText      = regexp.MustCompile(`^([0-9]+(_[0-9]+)?([:,][0-9]+(_[0-9]+)?)*)?$`)
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
		{"kubernetes.image", s.Kubernetes.Image, "the name of an image", wordText},
		{"kubernetes.program", s.Kubernetes.Program, "a path", wordText},
		{"kubernetes.claim", s.Kubernetes.Claim, "a claim's name", wordText},
		{"kubernetes.namespace", s.Kubernetes.Namespace, "a namespace's name", wordText},
	} {
		if !text.pattern.MatchString(text.value) {
			return &config.FieldError{Field: text.field, Found: strconv.Quote(text.value), Allowed: text.allowed}
		}
	}
	if _, err := s.megabytes(); err != nil {
		return err
	}
	for i, line := range slices.Concat(s.Setup, s.Options) {
		field := fmt.Sprintf("setup[%d]", i)
		if i >= len(s.Setup) {
			field = fmt.Sprintf("options[%d]", i-len(s.Setup))
		}
		if strings.ContainsAny(line, "\n\r\x00") {
			return &config.FieldError{Field: field, Found: strconv.Quote(line), Allowed: "one line"}
		}
		if i >= len(s.Setup) && !strings.HasPrefix(line, "--") {
			return &config.FieldError{Field: field, Found: strconv.Quote(line), Allowed: "an option of sbatch, such as --nice=100"}
		}
	}
	return nil
}

// CheckAfter refuses what is not the number of a job, or several.
func CheckAfter(after string) error {
	if !afterText.MatchString(after) {
		return fmt.Errorf("--after %q; the number of a job is allowed, such as 1234, or several, 1234,1235", after)
	}
	return nil
}

// megabytes returns the memory of a task in binary megabytes, as Slurm counts, rounded up; 0 for the partition's default.
func (s *Settings) megabytes() (int, error) {
	if s.Memory == "" {
		return 0, nil
	}
	parts := memoryText.FindStringSubmatch(s.Memory)
	if parts == nil {
		return 0, &config.FieldError{Field: "memory", Found: strconv.Quote(s.Memory), Allowed: "a number with a unit, such as 8GB, 500MB or 1.5TiB"}
	}
	base, power := 1000.0, float64(strings.Index("KMGT", strings.ToUpper(parts[3]))+1)
	if parts[4] != "" {
		base = 1024
	}
	number, err := strconv.ParseFloat(parts[1], 64)
	megabytes := math.Ceil(number * math.Pow(base, power) / (1 << 20))
	if err != nil || megabytes < 1 || megabytes > math.MaxInt32 {
		return 0, &config.FieldError{Field: "memory", Found: strconv.Quote(s.Memory), Allowed: "at least 1MB, and what some machine has"}
	}
	return int(megabytes), nil
}
