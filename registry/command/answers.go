package command

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"reflect"
	"strings"
	"unicode"

	"ebim/registry"
	"ebim/results"
)

// What commands answer as JSON: one Go type a command, from which the schemas in schemas/ are derived (`ebim schema`).

// answer is what a command writes with --format json.
type answer struct {
	command string // without the program's name
	doc     string
	of      reflect.Type
	several bool // a list of it where several were asked for
}

// name is what `ebim schema` calls the answer, and its file in schemas/.
func (a answer) name() string { return answerPrefix + strings.ReplaceAll(a.command, " ", "-") }

const answerPrefix = "answer-"

// answers are those of all commands that have any.
func answers() []answer {
	return []answer{
		{"run", "what `ebim run` has run and made", reflect.TypeFor[runCommandAnswer](), false},
		{"validate", "the experiments of valid files", reflect.TypeFor[[]validateAnswer](), false},
		{"resolve", "experiments with every default filled in", reflect.TypeFor[[]resolveAnswer](), false},
		{"new", "an experiment for data of one's own", reflect.TypeFor[newAnswer](), false},
		{"list", "kinds of components", reflect.TypeFor[[]registry.Listing](), false},
		{"describe", "a component, or a setting of experiments", reflect.TypeFor[registry.Description](), false},
		{"table", "a table of run records; a list where several are asked for", reflect.TypeFor[results.Table](), true},
		{"best", "for each model, its variants from best to worst", reflect.TypeFor[[]*results.Table](), false},
		{"figure", "the files of a figure", reflect.TypeFor[figureAnswer](), false},
		{"report", "the file of a report", reflect.TypeFor[reportAnswer](), false},
		{"export", "the files of a trained model", reflect.TypeFor[exportAnswer](), false},
		{"metric", "a distance between two files of points", reflect.TypeFor[metricAnswer](), false},
		{"data list", "the known data files in each folder", reflect.TypeFor[[]dataFolderAnswer](), false},
		{"data verify", "the known data files in each folder, whose contents were read", reflect.TypeFor[[]dataFolderAnswer](), false},
		{"data get", "data files that are there now", reflect.TypeFor[[]dataFileAnswer](), false},
		{"backend list", "the backends, and whether they are there", reflect.TypeFor[[]backendAnswer](), false},
		{"runs list", "runs", reflect.TypeFor[[]runAnswer](), false},
		{"runs show", "a run", reflect.TypeFor[runShowAnswer](), false},
		{"runs diff", "what two runs don't have in common", reflect.TypeFor[difference](), false},
		{"runs rm", "what is removed, or would be", reflect.TypeFor[removeAnswer](), false},
		{"runs gc", "what is removed, or would be", reflect.TypeFor[removeAnswer](), false},
		{"runs cancel", "tasks that were taken out of Slurm's queue", reflect.TypeFor[cancelAnswer](), false},
		{"runs export", "what has been exported", reflect.TypeFor[runsExportAnswer](), false},
		{"runs import", "what has been imported", reflect.TypeFor[runsImportAnswer](), false},
		{"version", "the versions of the program and of its parts", reflect.TypeFor[versionAnswer](), false},
	}
}

// number is one that JSON has in full precision, and as null where it is not finite.
type number float64

// MarshalJSON implements json.Marshaler.
func (n number) MarshalJSON() ([]byte, error) {
	if x := float64(n); math.IsNaN(x) || math.IsInf(x, 0) {
		return []byte("null"), nil
	}
	return json.Marshal(float64(n))
}

// writeJSON writes an answer, lists without items as []. Control codes that JSON allows in texts, but that terminals obey, are
// escaped.
func writeJSON(out io.Writer, value any) error {
	holder := reflect.New(reflect.TypeOf(value))
	holder.Elem().Set(reflect.ValueOf(value))
	fillLists(holder.Elem())
	var encoded, escaped bytes.Buffer
	encoder := json.NewEncoder(&encoded)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	if err := encoder.Encode(holder.Interface()); err != nil {
		return err
	}
	for _, c := range encoded.String() {
		if c != '\n' && unicode.IsControl(c) {
			fmt.Fprintf(&escaped, `\u%04x`, c)
		} else {
			escaped.WriteRune(c)
		}
	}
	_, err := escaped.WriteTo(out)
	return err
}

// fillLists makes empty lists of those that are nil, as far as they can be set.
func fillLists(v reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			fillLists(v.Elem())
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				fillLists(v.Field(i))
			}
		}
	case reflect.Slice:
		if v.IsNil() && v.CanSet() {
			v.Set(reflect.MakeSlice(v.Type(), 0, 0))
		}
		for i := range v.Len() {
			fillLists(v.Index(i))
		}
	}
}
