package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"reflect"
	"strings"
	"unicode"

	"github.com/spf13/cobra"
)

// Number is one that JSON has in full precision, and as null where it is not finite.
type Number float64

// MarshalJSON implements json.Marshaler.
func (n Number) MarshalJSON() ([]byte, error) {
	if x := float64(n); math.IsNaN(x) || math.IsInf(x, 0) {
		return []byte("null"), nil
	}
	return json.Marshal(float64(n))
}

// WriteJSON writes an answer, lists without items as []. Control codes that JSON allows in texts, but that terminals
// obey, are escaped.
func WriteJSON(out io.Writer, value any) error {
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

// Answer writes an answer in a format: as JSON, or as the text that write writes.
func Answer(command *cobra.Command, format string, answer any, write func(out io.Writer) error) error {
	if format == "json" {
		return WriteJSON(command.OutOrStdout(), answer)
	}
	return write(command.OutOrStdout())
}

// Lines writes texts, a line each.
func Lines(texts ...string) func(out io.Writer) error {
	return func(out io.Writer) error {
		_, err := io.WriteString(out, strings.Join(texts, "\n")+"\n")
		return err
	}
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
