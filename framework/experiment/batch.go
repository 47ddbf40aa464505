package experiment

import (
	"fmt"
	"math"
	"reflect"
	"strconv"
	"strings"

	"ebim/framework/train"
)

// untrained are settings whose training is left out where their network follows from the data.
type untrained interface{ Untrained() bool }

// eachTraining calls do with every training among settings, and with its field, such as "manifold.training".
func eachTraining(settings reflect.Value, field string, do func(field string, t train.Training)) {
	trainings(settings, field, func(field string, t reflect.Value) { do(field, t.Interface().(train.Training)) })
}

// trainings calls do with every training among settings, which can be set where the settings can, and with its field.
func trainings(settings reflect.Value, field string, do func(field string, t reflect.Value)) {
	settings = reflect.Indirect(settings)
	if settings.Kind() != reflect.Struct {
		return
	}
	if settings.CanAddr() {
		if u, ok := settings.Addr().Interface().(untrained); ok && u.Untrained() {
			return
		}
	}
	if settings.Type() == reflect.TypeFor[train.Training]() {
		do(field, settings)
		return
	}
	for i := range settings.NumField() {
		name := settings.Type().Field(i).Tag.Get("yaml")
		if name == "" {
			continue
		}
		if field != "" {
			name = field + "." + name
		}
		trainings(settings.Field(i), name, do)
	}
}

// BatchNotes says which trainings among settings ask for more points per step than there are.
func BatchNotes(path string, settings any, points int) []string {
	var notes []string
	eachTraining(reflect.ValueOf(settings), path, func(field string, t train.Training) {
		if t.Batch > points {
			notes = append(notes,
				fmt.Sprintf("%s.batch is %d, more than the %d training points: every step takes all of them", field,
					t.Batch, points))
		}
	})
	return notes
}

// Notes say what of an experiment is probably not meant, although it can be run, as far as that shows before data are
// read.
func (e *Experiment) Notes() []string {
	notes := append(e.Renamed(), e.selectionNotes()...)
	size, known := e.Data.Points()
	if !known {
		return notes
	}
	points, _, _ := e.Data.Divided(size)
	for _, label := range e.ModelLabels() {
		notes = append(notes, BatchNotes("models."+label, e.Models[label], points)...)
	}
	return notes
}

// Renamed returns notes on the former names of settings that the experiment's file and overrides use.
func (e *Experiment) Renamed() []string {
	var notes []string
	for _, renamed := range e.document.Renamed() {
		notes = append(notes, renamed.String())
	}
	return notes
}

var memoryUnits = []struct {
	name  string
	bytes float64
}{{"TIB", 1 << 40}, {"GIB", 1 << 30}, {"MIB", 1 << 20}, {"KIB", 1 << 10}, {"TB", 1e12}, {"GB", 1e9}, {"MB", 1e6},
	{"KB", 1e3}, {"B", 1}}

// ParseMemory reads a number of bytes with a unit, such as 8GB, 512MiB or 1.5 TB: B, kB, MB, GB, TB (powers of 1000)
// and KiB, MiB, GiB, TiB (powers of 1024), in any case.
func ParseMemory(text string) (int64, error) {
	number, unit := strings.ToUpper(strings.TrimSpace(text)), 0.0
	for _, u := range memoryUnits {
		if before, ok := strings.CutSuffix(number, u.name); ok {
			number, unit = strings.TrimSpace(before), u.bytes
			break
		}
	}
	value, err := strconv.ParseFloat(number, 64)
	if bytes := value * unit; err == nil && bytes >= 1 && bytes < math.MaxInt64 {
		return int64(bytes), nil
	}
	return 0, fmt.Errorf("%q; a number above 0 with a unit is allowed, such as 8GB, 512MiB or 1.5TB", text)
}

// FormatBytes writes bytes to three digits, such as 8.25 GB.
func FormatBytes(bytes float64) string {
	units := []string{"B", "kB", "MB", "GB", "TB", "PB", "EB"}
	k := 0
	for bytes >= 999.5 && k < len(units)-1 {
		bytes, k = bytes/1000, k+1
	}
	return fmt.Sprintf("%.3g %s", bytes, units[k])
}
