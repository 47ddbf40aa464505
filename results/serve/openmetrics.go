package serve

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"ebim/results/page"
)

// mostSeries bounds the series of one family, as every value of a label costs Prometheus memory.
const mostSeries = 2000

// openMetricsType is the format of the answer. See the OpenMetrics specification, version 1.0.0.
const openMetricsType = "application/openmetrics-text; version=1.0.0; charset=utf-8"

func (s *server) openMetrics(w http.ResponseWriter, r *http.Request) {
	index, err := s.store.Index()
	var live *page.LiveIndex
	var metrics *page.Metrics
	if err == nil {
		live, err = s.store.Live()
	}
	if err == nil {
		metrics, err = s.store.Metrics(nil)
	}
	if err != nil {
		refuse(w, err)
		return
	}
	text := writeOpenMetrics(index, live, metrics)
	s.text(w, r, openMetricsType, []byte(text))
}

// family is a metric of the OpenMetrics text format, with its series.
type family struct {
	name, unit, help string
	series           []string // "{labels} value"
}

func (f *family) add(value float64, labels ...string) {
	var text strings.Builder
	for i := 0; i+1 < len(labels); i += 2 {
		if i > 0 {
			text.WriteByte(',')
		}
		fmt.Fprintf(&text, "%s=\"%s\"", labels[i], escapeLabel(labels[i+1]))
	}
	f.series = append(f.series, "{"+text.String()+"} "+strconv.FormatFloat(value, 'g', -1, 64))
}

var labelEscapes = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`)

// escapeLabel escapes a label's value as the format demands.
func escapeLabel(value string) string {
	return labelEscapes.Replace(strings.ToValidUTF8(value, "\uFFFD"))
}

// writeOpenMetrics writes runs by status, what is computed now, and the numbers of finished runs, of the newest where there are too many.
func writeOpenMetrics(index *page.Index, live *page.LiveIndex, metrics *page.Metrics) string {
	runs := &family{name: "ebim_runs", help: "Runs by status."}
	steps := &family{name: "ebim_stage_steps_done", help: "Steps that a stage has made which is computed now."}
	total := &family{name: "ebim_stage_steps_expected", help: "Steps that the stage will make in all."}
	left := &family{name: "ebim_stage_left_seconds", unit: "seconds", help: "Time until the stage ends, as estimated."}
	values := &family{name: "ebim_stage_value", help: "Numbers of the last step of a stage which is computed now, such as loss terms."}
	numbers := &family{name: "ebim_metric", help: "Numbers that finished runs have measured."}
	counts := map[string]int{}
	for _, row := range index.Runs {
		counts[row.Shown(live.Runs)]++
	}
	for _, status := range slices.Sorted(maps.Keys(counts)) {
		runs.add(float64(counts[status]), "status", status)
	}
	for _, id := range slices.Sorted(maps.Keys(live.Runs)) {
		for _, stage := range live.Runs[id].Stages {
			if !stage.Alive {
				continue
			}
			labels := []string{"run", id, "stage", stage.Stage}
			steps.add(float64(stage.Done), labels...)
			if stage.Total > 0 {
				total.add(float64(stage.Total), labels...)
			}
			if stage.SecondsLeft != nil {
				left.add(*stage.SecondsLeft, labels...)
			}
			for _, name := range slices.Sorted(maps.Keys(stage.Values)) {
				if v := stage.Values[name]; v != nil {
					values.add(*v, append(slices.Clone(labels), "name", name)...)
				}
			}
		}
	}
	addNumbers(numbers, index, metrics)
	return families(runs, steps, total, left, values, numbers)
}

// addNumbers adds those of the newest runs, whole runs as long as there is room.
func addNumbers(numbers *family, index *page.Index, metrics *page.Metrics) {
	rows := slices.Clone(index.Runs)
	started := func(row page.Row) time.Time {
		if row.Started == nil {
			return time.Time{}
		}
		return *row.Started
	}
	slices.SortStableFunc(rows, func(a, b page.Row) int { return started(b).Compare(started(a)) })
	for _, row := range rows {
		if row.Status != "done" {
			continue
		}
		own := metrics.Runs[row.ID]
		if len(numbers.series)+len(own) > mostSeries {
			break
		}
		for k, v := range own {
			if v != nil {
				numbers.add(*v, "run", row.ID, "experiment", row.Experiment, "model", row.Model, "seed", strconv.Itoa(row.Seed), "name", metrics.Names[k])
			}
		}
	}
}

// families writes the text, and how many series were left out for their number.
func families(all ...*family) string {
	var text strings.Builder
	dropped := &family{name: "ebim_series_dropped", help: "Series of running stages that are left out because there are too many."}
	left := 0
	write := func(f *family) {
		fmt.Fprintf(&text, "# TYPE %s gauge\n", f.name)
		if f.unit != "" {
			fmt.Fprintf(&text, "# UNIT %s %s\n", f.name, f.unit)
		}
		fmt.Fprintf(&text, "# HELP %s %s\n", f.name, f.help)
		shown := f.series[:min(len(f.series), mostSeries)]
		left += len(f.series) - len(shown)
		for _, s := range shown {
			text.WriteString(f.name + s + "\n")
		}
	}
	for _, f := range all {
		write(f)
	}
	dropped.add(float64(left))
	write(dropped)
	text.WriteString("# EOF\n")
	return text.String()
}
