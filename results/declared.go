package results

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"gopkg.in/yaml.v3"

	"ebim/framework/config"
	"ebim/framework/output"
	"ebim/framework/runs/stage"
)

// Declared is what is known of metrics' outputs. For an unknown metric, as with a nil Declared, numbers go by
// the names that records have, and none has a meaning.
type Declared struct {
	// ByType are the outputs of metrics by the names of their types, and of the samples.
	ByType map[string]output.List
	// OfExperiment returns those of an experiment's metrics by label, as its file has them; nil for an experiment
	// without a file. It may be nil itself.
	OfExperiment func(name string) map[string]output.List

	types map[measured]map[string]string // of metrics, by label
	texts map[string]map[string]string   // the same, by the text of the settings, which many runs share
}

// measured is what runs have in common that measure the same: the hash of their settings has the metrics'. Of a run
// without one it is the folder.
type measured struct{ experiment, model, settings, folder string }

// runOutputs are what each record says of its run.
var runOutputs = output.List{
	{Name: "seconds", Role: output.Main, Unit: "s", Meaning: "wall time of all stages"},
	{Name: "training_seconds", Unit: "s", Meaning: "wall time of the trainings of the model's parts"},
	{Name: "seconds.*", Unit: "s", Meaning: "wall time of a stage"},
	{Name: "peak_memory_bytes", Unit: "B", Meaning: "largest memory of the process during a stage"},
}

const runLabel = "run"

// of returns the outputs of a record's metric: by the type that the run's settings say, by the experiment's file, or
// else by the label, which mostly is the type.
func (d *Declared) of(record *stage.Record, label string) output.List {
	if label == runLabel {
		return runOutputs
	}
	if d == nil {
		return nil
	}
	if outputs := d.ByType[d.typesOf(record)[label]]; outputs != nil {
		return outputs
	}
	if d.OfExperiment != nil {
		if outputs := d.OfExperiment(record.Experiment)[label]; outputs != nil {
			return outputs
		}
	}
	return d.ByType[label]
}

// typesOf reads the types of a run's metrics from the settings in its folder; none where they can't be read.
func (d *Declared) typesOf(record *stage.Record) map[string]string {
	which := measured{record.Experiment, record.Model, record.Settings, ""}
	if record.Settings == "" {
		which.folder = record.Folder
	}
	if types, known := d.types[which]; known || record.Folder == "" {
		return types
	}
	if d.types == nil {
		d.types, d.texts = map[measured]map[string]string{}, map[string]map[string]string{}
	}
	text, _ := os.ReadFile(record.SettingsFile()) // of none there are no types
	types, known := d.texts[string(text)]
	if !known {
		types = metricTypes(text)
		d.texts[string(text)] = types
	}
	d.types[which] = types
	return types
}

// metricTypes reads the types of metrics, by label, from the text of settings.
func metricTypes(text []byte) map[string]string {
	var settings struct {
		Metrics map[string]map[string]yaml.Node `yaml:"metrics"`
	}
	types := map[string]string{}
	if yaml.Unmarshal(text, &settings) == nil {
		for label, metric := range settings.Metrics {
			for name := range metric {
				types[label] = name
			}
		}
	}
	return types
}

// Current returns the present name of a number that a record may have under a former one.
func (d *Declared) Current(record *stage.Record, label, name string) string {
	return d.of(record, label).Current(name)
}

// find returns the output that a metric names, as "wasserstein.ratio", or its main one, as "wasserstein"; and its
// number.
func (d *Declared) find(record *stage.Record, metric string) (o output.Output, number *float64, ok bool) {
	label, name, named := strings.Cut(metric, ".")
	numbers, outputs := record.Metrics[label], d.of(record, label)
	if !named {
		o = mainOutput(outputs, numbers)
	} else if o, ok = outputs.Find(name); !ok {
		o = output.Output{Name: name}
	}
	number, ok = numberOf(numbers, o)
	return o, number, ok
}

// numberOf looks an output up by its present and its former names.
func numberOf(numbers map[string]*float64, o output.Output) (number *float64, ok bool) {
	if number, ok = numbers[o.Name]; ok {
		return number, true
	}
	for _, former := range o.Formerly {
		if number, ok = numbers[former]; ok {
			return number, true
		}
	}
	return nil, false
}

// mainOutput is the declared one; of a metric that is not known, "value" or else the first by name.
func mainOutput(outputs output.List, numbers map[string]*float64) output.Output {
	there := func(name string) bool { _, ok := numbers[name]; return ok }
	if o, ok := outputs.Main(there); ok {
		return o
	}
	if o, ok := outputs.Main(func(string) bool { return len(numbers) == 0 }); ok {
		return o
	}
	if there(output.Value) || len(numbers) == 0 {
		return output.Output{Name: output.Value}
	}
	least := ""
	for name := range numbers {
		if least == "" || name < least {
			least = name
		}
	}
	return output.Output{Name: least}
}

// with returns the number of the output for which a condition holds; nil without one.
func (d *Declared) with(record *stage.Record, label string, holds func(output.Output) bool) *float64 {
	outputs := d.of(record, label)
	if i := slices.IndexFunc(outputs, holds); i >= 0 {
		number, _ := numberOf(record.Metrics[label], outputs[i])
		return number
	}
	return nil
}

// check refuses a metric that an experiment does not have, and an output that the metric does not declare. It says
// what a former name is called now. Of experiments and metrics that are not known, nothing is refused.
func (d *Declared) check(experiment, metric string) (note string, err error) {
	label, name, named := strings.Cut(metric, ".")
	var own map[string]output.List
	if d != nil && d.OfExperiment != nil {
		own = d.OfExperiment(experiment)
	}
	outputs := own[label]
	switch {
	case label == runLabel:
		outputs = runOutputs
	case d != nil && outputs == nil:
		outputs = d.ByType[label]
	}
	if outputs == nil && own != nil {
		var labels []string
		for known := range own {
			labels = append(labels, known)
		}
		slices.Sort(labels)
		return "", &config.FieldError{Found: fmt.Sprintf("%q, which is not a metric of %s", label, experiment),
			Allowed: strings.Join(labels, ", ") + ", run", Hint: config.DidYouMean(label, labels)}
	}
	if outputs == nil || !named {
		return "", nil
	}
	if err := outputs.Check(label, name); err != nil {
		return "", err
	}
	if current := outputs.Current(name); current != name {
		note = fmt.Sprintf("%s is called %s.%s now", metric, label, current)
	}
	return note, nil
}
