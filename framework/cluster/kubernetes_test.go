package cluster

import (
	"encoding/json"
	"path/filepath"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"gopkg.in/yaml.v3"
)

// job checks a manifest by the schema that Kubernetes publishes, in which what a Job does not know is refused.
func job(t *testing.T, text string) (map[string]any, error) {
	t.Helper()
	schema, err := jsonschema.NewCompiler().Compile(filepath.Join("testdata", "job.json"))
	if err != nil {
		t.Fatal(err)
	}
	var read, manifest any
	if err := yaml.Unmarshal([]byte(text), &read); err != nil {
		t.Fatal(err)
	}
	plain, err := json.Marshal(read)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(plain, &manifest); err != nil {
		t.Fatal(err)
	}
	return manifest.(map[string]any), schema.Validate(manifest)
}

func TestManifest(t *testing.T) {
	s := sample(t, t.TempDir(), 5, Settings{CPUs: 2, Memory: "4GiB", GPUs: "a100:1", MaxJobs: 3, RunsPerTask: 2,
		Kubernetes: Kubernetes{Image: "registry.example/ebim:1", Program: "/ebim", Claim: "runs", Namespace: "me"}})
	text, err := s.Manifest()
	if err != nil {
		t.Fatal(err)
	}
	manifest, err := job(t, text)
	if err != nil {
		t.Errorf("%v\n%s", err, text)
	}
	spec := manifest["spec"].(map[string]any)
	if spec["completions"] != 3.0 || spec["parallelism"] != 3.0 || spec["completionMode"] != "Indexed" {
		t.Errorf("%v", spec)
	}
	pod := spec["template"].(map[string]any)["spec"].(map[string]any)
	container := pod["containers"].([]any)[0].(map[string]any)
	limits := container["resources"].(map[string]any)["limits"].(map[string]any)
	if limits["nvidia.com/gpu"] != "1" || limits["memory"] != "4096Mi" {
		t.Errorf("limits %v", limits)
	}
	// The schema is one that refuses something.
	pod["restartPolice"] = "Never"
	changed, err := yaml.Marshal(manifest)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := job(t, string(changed)); err == nil {
		t.Error("a setting that there is not is accepted")
	}
}
