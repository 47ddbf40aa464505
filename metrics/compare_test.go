package metrics

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func compare(t *testing.T, name string, files map[string]string, change func(*CompareOptions)) (string, error) {
	t.Helper()
	folder := t.TempDir()
	for file, text := range files {
		if err := os.WriteFile(filepath.Join(folder, file), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	o := DefaultCompareOptions()
	if change != nil {
		change(&o)
	}
	metric, err := FindFileMetric(name)
	if err != nil {
		return "", err
	}
	d, err := metric.Compare(t.Context(), filepath.Join(folder, "a.csv"), filepath.Join(folder, "b.csv"), o)
	if err != nil {
		return "", err
	}
	var out bytes.Buffer
	err = d.Write(&out)
	return out.String(), err
}

func TestCompareFiles(t *testing.T) {
	files := map[string]string{"a.csv": "x,y\n0,0\n0,2\n", "b.csv": "3,4\n3,6\n"}
	weighted := map[string]string{"a.csv": "0,0,1\n0,2,3\n", "b.csv": "0,2,5\n"}
	weights := func(o *CompareOptions) { o.Weights = true }
	cases := []struct {
		name   string
		files  map[string]string
		change func(*CompareOptions)
		want   string
	}{
		{"wasserstein", files, nil, "wasserstein 5\n2 and 2 points in 2 dimensions\n"},
		{"wasserstein", weighted, weights, "wasserstein 0.5\n2 and 1 points in 2 dimensions\n"},
		{"energy_distance", weighted, weights, "energy_distance 0.25\n"},
		{"optimal-transport", files, nil, "optimal_transport 25\n"},
		{"optimal-transport", weighted, weights, "optimal_transport 1\n"},
		{"optimal_transport", weighted, func(o *CompareOptions) { o.Weights, o.Cost = true, "euclidean" },
			"optimal_transport 0.5\n"},
		{"sliced-wasserstein", files, nil, "sliced_wasserstein 3."},
		{"wasserstein", files, func(o *CompareOptions) { o.Samples = 1 }, "(of 1 and 1 points drawn at random)"},
	}
	for _, c := range cases {
		got, err := compare(t, c.name, c.files, c.change)
		if err != nil || !strings.Contains(got, c.want) {
			t.Errorf("%s printed %q (%v), want %q", c.name, got, err, c.want)
		}
	}
}

func TestCompareFilesRejectsBadInput(t *testing.T) {
	good := "1,2\n3,4\n"
	weights := func(o *CompareOptions) { o.Weights = true }
	cases := map[string]struct {
		name, a, b string
		change     func(*CompareOptions)
		want       []string
	}{
		"name": {"wassertein", good, good, nil, []string{`"wassertein"`,
			"wasserstein"}},
		"empty":           {"wasserstein", good, "", nil, []string{"b.csv"}},
		"not a number":    {"wasserstein", good, "1,2\n3,NaN\n", nil, []string{"b.csv", "line 2"}},
		"dimensions":      {"wasserstein", good, "1,2,3\n", nil, []string{"a.csv", "dimension 2", "b.csv", "of 3"}},
		"negative weight": {"wasserstein", good, "1,2\n3,-4\n", weights, []string{"b.csv", "row 1", "-4"}},
		"zero weights":    {"energy-distance", "1,0\n2,0\n", good, weights, []string{"a.csv", "all weights are zero"}},
		"weights alone":   {"wasserstein", "1\n2\n", good, weights, []string{"a.csv", "one column"}},
		"samples": {"wasserstein", good, good, func(o *CompareOptions) { o.Samples = 0 },
			[]string{"0 samples"}},
	}
	for what, c := range cases {
		_, err := compare(t, c.name, map[string]string{"a.csv": c.a, "b.csv": c.b}, c.change)
		for _, part := range c.want {
			wantError(t, what, err, part)
		}
	}
	if _, err := compare(t, "wasserstein", map[string]string{"a.csv": good}, nil); err == nil ||
		!strings.Contains(err.Error(), "b.csv") {
		t.Errorf("a missing file gives %v", err)
	}
	for _, choice := range FileMetrics() {
		if _, err := compare(t, choice.Name, map[string]string{"a.csv": good, "b.csv": good}, nil); err != nil ||
			choice.Doc == "" {
			t.Errorf("%s (%s): %v", choice.Name, choice.Doc, err)
		}
	}
}
