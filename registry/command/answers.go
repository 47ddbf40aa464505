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

	"ebim/framework/backend/suite"
	"ebim/registry"
	"ebim/results"
)

// What commands answer as JSON: one Go type a command, from which the schemas in schemas/ are derived (`ebim schema`).

// answer is what a command writes with --format json.
type answer struct {
	command string // without the program's name
	doc     string
	of      reflect.Type
}

// name is what `ebim schema` calls the answer, and its file in schemas/.
func (a answer) name() string { return answerPrefix + strings.ReplaceAll(a.command, " ", "-") }

const answerPrefix = "answer-"

// answers are those of all commands that have any.
func answers() []answer {
	return []answer{
		{"run", "what `ebim run` has run and made", reflect.TypeFor[runCommandAnswer]()},
		{"validate", "the experiments of valid files", reflect.TypeFor[[]validateAnswer]()},
		{"resolve", "experiments with every default filled in", reflect.TypeFor[[]resolveAnswer]()},
		{"new", "an experiment for data of one's own", reflect.TypeFor[newAnswer]()},
		{"list", "kinds of components", reflect.TypeFor[[]registry.Listing]()},
		{"describe", "a component, or a setting of experiments", reflect.TypeFor[registry.Description]()},
		{"table", "a table of run records", reflect.TypeFor[results.Table]()},
		{"best", "for each model, its variants from best to worst", reflect.TypeFor[[]*results.Table]()},
		{"figure", "the files of a figure", reflect.TypeFor[figureAnswer]()},
		{"report", "the file of a report", reflect.TypeFor[reportAnswer]()},
		{"export", "the files of a trained model", reflect.TypeFor[exportAnswer]()},
		{"metric", "a distance between two files of points", reflect.TypeFor[metricAnswer]()},
		{"data list", "the known data files in each folder", reflect.TypeFor[[]dataFolderAnswer]()},
		{"data verify", "the known data files in each folder, whose contents were read", reflect.TypeFor[[]dataFolderAnswer]()},
		{"data get", "data files that are there now", reflect.TypeFor[[]dataFileAnswer]()},
		{"backend list", "the backends, and whether they are there", reflect.TypeFor[[]backendAnswer]()},
		{"backend test", "what the tests of backends found", reflect.TypeFor[[]*suite.Report]()},
		{"runs list", "runs", reflect.TypeFor[[]runAnswer]()},
		{"runs show", "a run", reflect.TypeFor[runShowAnswer]()},
		{"runs diff", "what two runs don't have in common", reflect.TypeFor[difference]()},
		{"runs rm", "what is removed, or would be", reflect.TypeFor[removeAnswer]()},
		{"runs gc", "what is removed, or would be", reflect.TypeFor[removeAnswer]()},
		{"runs export", "what has been exported", reflect.TypeFor[runsExportAnswer]()},
		{"runs import", "what has been imported", reflect.TypeFor[runsImportAnswer]()},
		{"version", "the versions of the program and of its parts", reflect.TypeFor[versionAnswer]()},
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
