package experiments_test

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"ebim/framework/experiment"
	"ebim/registry"
)

// TestREADME checks that what the README shows as YAML is an experiment, whole or but for its models.
func TestREADME(t *testing.T) {
	text, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	blocks := regexp.MustCompile("(?s)```yaml\n(.*?)```").FindAllStringSubmatch(string(text), -1)
	if len(blocks) < 2 {
		t.Fatalf("the README has %d blocks of YAML, want an experiment and own data", len(blocks))
	}
	for i, block := range blocks {
		yaml := block[1]
		if !strings.Contains(yaml, "models:") {
			yaml += "models:\n  implicit_manifold: {manifold: {dimension: 1}}\n"
		}
		name := fmt.Sprintf("readme_%d.yaml", i)
		files := fstest.MapFS{name: {Data: []byte(yaml)}}
		if _, err := experiment.Load(registry.Standard(), files, name); err != nil {
			t.Errorf("%v\n%s", err, yaml)
		}
	}
}
