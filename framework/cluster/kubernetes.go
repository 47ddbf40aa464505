package cluster

import (
	"bytes"
	"path/filepath"
	"strconv"
	"strings"

	"gopkg.in/yaml.v3"
)

// Manifest returns an indexed Job of Kubernetes (batch/v1), whose pods compute the submission's tasks. Pods that are evicted start again, and
// go on from their checkpoints; of those that fail a task is tried three times.
func (s *Submission) Manifest() (string, error) {
	megabytes, err := s.Settings.megabytes()
	if err != nil {
		return "", err
	}
	type object = map[string]any
	runs := filepath.Dir(filepath.Dir(s.Path))
	needs := object{"cpu": s.Settings.CPUs}
	limits := object{}
	if megabytes > 0 {
		needs["memory"] = strconv.Itoa(megabytes) + "Mi"
		limits["memory"] = strconv.Itoa(megabytes) + "Mi"
	}
	if gpus := s.Settings.GPUs; gpus != "" {
		limits["nvidia.com/gpu"] = gpus[strings.LastIndexByte(gpus, ':')+1:]
	}
	container := object{
		"name": "ebim", "image": s.Settings.Kubernetes.Image,
		"command":      []string{s.Settings.Kubernetes.Program, "task", filepath.ToSlash(s.Path)}, // the number of the task is in the pod's environment
		"workingDir":   filepath.ToSlash(s.WorkDir),
		"env":          []object{{"name": "GOMAXPROCS", "value": strconv.Itoa(s.Settings.CPUs)}},
		"resources":    object{"requests": needs, "limits": limits},
		"volumeMounts": []object{{"name": "runs", "mountPath": filepath.ToSlash(runs)}},
	}
	metadata := object{"name": s.Name}
	if s.Settings.Kubernetes.Namespace != "" {
		metadata["namespace"] = s.Settings.Kubernetes.Namespace
	}
	parallelism := s.Tasks
	if s.Settings.MaxJobs > 0 {
		parallelism = min(parallelism, s.Settings.MaxJobs)
	}
	manifest := object{
		"apiVersion": "batch/v1", "kind": "Job", "metadata": metadata,
		"spec": object{
			"completionMode": "Indexed", "completions": s.Tasks, "parallelism": parallelism,
			"backoffLimitPerIndex": 2,
			"podFailurePolicy": object{"rules": []object{{
				"action": "Ignore", "onPodConditions": []object{{"type": "DisruptionTarget", "status": "True"}}}}},
			"template": object{"spec": object{
				"restartPolicy": "Never", "terminationGracePeriodSeconds": 30,
				"containers": []object{container},
				"volumes":    []object{{"name": "runs", "persistentVolumeClaim": object{"claimName": s.Settings.Kubernetes.Claim}}},
			}},
		},
	}
	var b bytes.Buffer
	encoder := yaml.NewEncoder(&b)
	encoder.SetIndent(2)
	err = encoder.Encode(manifest)
	return b.String(), err
}
