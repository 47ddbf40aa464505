package experiments_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"ebim/framework/experiment"
	"ebim/registry"
)

// TestDocumentedExperiments checks that what README and documents show as YAML is an experiment, whole or but for its
// models.
func TestDocumentedExperiments(t *testing.T) {
	pages, err := filepath.Glob("../docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	seen := 0
	for _, page := range append(pages, "../README.md") {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for i, block := range regexp.MustCompile("(?s)```yaml\n(.*?)```").FindAllStringSubmatch(string(text), -1) {
			yaml := block[1]
			if !strings.Contains(yaml, "models:") {
				yaml += "models:\n  implicit_manifold: {manifold: {dimension: 1}}\n"
			}
			name := fmt.Sprintf("%s_%d.yaml", strings.TrimSuffix(filepath.Base(page), ".md"), i)
			files := fstest.MapFS{name: {Data: []byte(yaml)}}
			if _, err := experiment.Load(registry.Standard(), files, name); err != nil {
				t.Errorf("%v\n%s", err, yaml)
			}
			seen++
		}
	}
	if seen < 5 {
		t.Errorf("the documents have %d blocks of YAML, want an experiment, own data and others", seen)
	}
}
