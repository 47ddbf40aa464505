package command

import (
	"bytes"
	"math"
	"slices"
	"testing"

	"ebim/registry/command/cli"
)

// A list that is written item after item is the same text as one that is written whole.
func TestJSONListIsThatOfTheWhole(t *testing.T) {
	type item struct {
		Name   string   `json:"name"`
		Parts  []string `json:"parts"`
		Number cli.Number
	}
	for _, items := range [][]item{{}, {{Name: "a <b>\n\u009b", Number: cli.Number(math.NaN())}},
		{{Parts: []string{"x", "y"}, Number: 0.1}, {Name: "é"}}} {
		var whole, listed bytes.Buffer
		if err := cli.WriteJSON(&whole, items); err != nil {
			t.Fatal(err)
		}
		if err := cli.WriteJSONList(&listed, slices.Values(items)); err != nil {
			t.Fatal(err)
		}
		if whole.String() != listed.String() {
			t.Errorf("one after another:\n%s\nthe whole:\n%s", &listed, &whole)
		}
	}
}
