package cli

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"iter"
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
	text, err := encoded(value, "")
	if err != nil {
		return err
	}
	_, err = out.Write(append(text, '\n'))
	return err
}

// WriteJSONList is WriteJSON of a list, one item after another, so that a long one takes the memory of one item.
func WriteJSONList[T any](out io.Writer, items iter.Seq[T]) error {
	w, between := bufio.NewWriter(out), "[\n  "
	for item := range items {
		text, err := encoded(item, "  ")
		if err != nil {
			return err
		}
		w.WriteString(between)
		w.Write(text)
		between = ",\n  "
	}
	end := "\n]\n"
	if between[0] == '[' {
		end = "[]\n"
	}
	w.WriteString(end)
	return w.Flush() // with the first error of all
}

// encoded is a value as WriteJSON has it, with a prefix before each line but the first.
func encoded(value any, prefix string) ([]byte, error) {
	holder := reflect.New(reflect.TypeOf(value))
	holder.Elem().Set(reflect.ValueOf(value))
	fillLists(holder.Elem())
	var text, escaped bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent(prefix, "  ")
	if err := encoder.Encode(holder.Interface()); err != nil {
		return nil, err
	}
	for _, c := range strings.TrimSuffix(text.String(), "\n") {
		if c != '\n' && unicode.IsControl(c) {
			fmt.Fprintf(&escaped, `\u%04x`, c)
		} else {
			escaped.WriteRune(c)
		}
	}
	return escaped.Bytes(), nil
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
