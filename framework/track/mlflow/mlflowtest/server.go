// Package mlflowtest is a tracking server in memory, for tests: the few answers of MLflow's that are needed, with its limits.
package mlflowtest

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"sync"
	"testing"
)

// Value is one value of a metric.
type Value struct {
	Step  int
	Value float64
}

// Run is a run on the server.
type Run struct {
	Experiment, Name, Status string
	Params, Tags             map[string]string
	Metrics                  map[string][]Value
	Files                    map[string]string
}

// Server is a tracking server.
type Server struct {
	URL string

	mutex       sync.Mutex
	runs        []*Run
	experiments []string
	requests    int
	failure     http.HandlerFunc // answers everything, if it is there
}

// New returns a server that ends with the test.
func New(t testing.TB) *Server {
	s := &Server{}
	started := httptest.NewServer(s)
	t.Cleanup(started.Close)
	s.URL = started.URL
	return s
}

// Fail has the server answer everything by a handler; nil has it answer again.
func (s *Server) Fail(answer http.HandlerFunc) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.failure = answer
}

// Requests returns how many have been made, and forgets them.
func (s *Server) Requests() int {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	n := s.requests
	s.requests = 0
	return n
}

// Runs returns the server's runs, in the order in which they were made, once it does nothing.
func (s *Server) Runs() []*Run {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return append([]*Run{}, s.runs...)
}

// ServeHTTP implements http.Handler.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.requests++
	if s.failure != nil {
		s.failure(w, r)
		return
	}
	body, _ := io.ReadAll(r.Body)
	if name, ok := strings.CutPrefix(r.URL.Path, "/api/2.0/mlflow-artifacts/artifacts/"); ok {
		s.file(name, body)
		return
	}
	what := strings.TrimPrefix(r.URL.Path, "/api/2.0/mlflow/")
	m := new(message)
	if r.Method == http.MethodPost {
		if err := json.Unmarshal(body, m); err != nil {
			refuse(w, http.StatusBadRequest, "BAD_REQUEST", err.Error())
			return
		}
	}
	s.answer(w, r, what, m)
}

// message has the fields of all requests.
type message struct {
	Name       string `json:"name"`
	Experiment string `json:"experiment_id"`
	RunName    string `json:"run_name"`
	Run        string `json:"run_id"`
	Status     string `json:"status"`
	Key        string `json:"key"`
	Value      string `json:"value"`
	Tags       []pair `json:"tags"`
	Params     []pair `json:"params"`
	Metrics    []struct {
		Key   string  `json:"key"`
		Value float64 `json:"value"`
		At    int64   `json:"timestamp"`
		Step  int     `json:"step"`
	} `json:"metrics"`
}

type pair struct{ Key, Value string }

func (s *Server) answer(w http.ResponseWriter, r *http.Request, what string, m *message) {
	switch what {
	case "experiments/get-by-name":
		for i, name := range s.experiments {
			if name == r.URL.Query().Get("experiment_name") {
				say(w, map[string]any{"experiment": map[string]any{"experiment_id": fmt.Sprint(i), "lifecycle_stage": "active"}})
				return
			}
		}
		refuse(w, http.StatusNotFound, "RESOURCE_DOES_NOT_EXIST", "no such experiment")
	case "experiments/create":
		s.experiments = append(s.experiments, m.Name)
		say(w, map[string]any{"experiment_id": fmt.Sprint(len(s.experiments) - 1)})
	case "runs/create":
		run := &Run{Name: m.RunName, Status: "RUNNING", Params: map[string]string{}, Tags: map[string]string{}, Metrics: map[string][]Value{}, Files: map[string]string{}}
		for i, name := range s.experiments {
			if fmt.Sprint(i) == m.Experiment {
				run.Experiment = name
			}
		}
		for _, tag := range m.Tags {
			run.Tags[tag.Key] = tag.Value
		}
		s.runs = append(s.runs, run)
		say(w, describe(len(s.runs)-1, run))
	default:
		s.ofRun(w, r, what, m)
	}
}

// ofRun answers what is asked of one run.
func (s *Server) ofRun(w http.ResponseWriter, r *http.Request, what string, m *message) {
	id := m.Run
	if id == "" {
		id = r.URL.Query().Get("run_id")
	}
	for i, run := range s.runs {
		if fmt.Sprint("run-", i) != id {
			continue
		}
		switch what {
		case "runs/get":
			say(w, describe(i, run))
		case "runs/update":
			run.Status = m.Status
			say(w, struct{}{})
		case "runs/set-tag":
			run.Tags[m.Key] = m.Value
			say(w, struct{}{})
		case "runs/log-batch":
			if wrong := run.log(m); wrong != "" {
				refuse(w, http.StatusBadRequest, "INVALID_PARAMETER_VALUE", wrong)
				return
			}
			say(w, struct{}{})
		default:
			refuse(w, http.StatusNotFound, "ENDPOINT_NOT_FOUND", what)
		}
		return
	}
	refuse(w, http.StatusNotFound, "RESOURCE_DOES_NOT_EXIST", "no such run")
}

// Limits of MLflow's.
const (
	mostMetrics = 1000
	mostParams  = 100
	mostName    = 250
	mostText    = 500
)

var nameForm = regexp.MustCompile(`^[/\w.\- ]{1,250}$`)

// log takes a batch, or says what is wrong with it.
func (run *Run) log(m *message) string {
	if len(m.Metrics) > mostMetrics || len(m.Params) > mostParams {
		return fmt.Sprintf("%d metrics and %d parameters at once", len(m.Metrics), len(m.Params))
	}
	for _, p := range m.Params {
		if old, there := run.Params[p.Key]; there && old != p.Value {
			return "changing param values is not allowed: " + p.Key
		}
		if !nameForm.MatchString(p.Key) || len(p.Value) > mostText {
			return fmt.Sprintf("the parameter %q of %d bytes", p.Key, len(p.Value))
		}
		run.Params[p.Key] = p.Value
	}
	for _, v := range m.Metrics {
		if !nameForm.MatchString(v.Key) || strings.Contains(v.Key, "..") || v.At <= 0 {
			return fmt.Sprintf("the metric %q at %d", v.Key, v.At)
		}
		run.Metrics[v.Key] = append(run.Metrics[v.Key], Value{v.Step, v.Value})
	}
	return ""
}

// file keeps <experiment>/<run>/artifacts/<name>.
func (s *Server) file(path string, body []byte) {
	parts := strings.SplitN(path, "/", 4)
	for i, run := range s.runs {
		if len(parts) == 4 && fmt.Sprint("run-", i) == parts[1] {
			run.Files[parts[3]] = string(body)
		}
	}
}

func describe(i int, run *Run) any {
	id := fmt.Sprint("run-", i)
	metrics, params := []any{}, []any{}
	for key, values := range run.Metrics {
		latest := values[0]
		for _, v := range values {
			if v.Step >= latest.Step {
				latest = v
			}
		}
		metrics = append(metrics, map[string]any{"key": key, "value": latest.Value, "step": latest.Step})
	}
	for key, value := range run.Params {
		params = append(params, map[string]string{"key": key, "value": value})
	}
	return map[string]any{"run": map[string]any{
		"info": map[string]any{"run_id": id, "status": run.Status, "lifecycle_stage": "active", "artifact_uri": "mlflow-artifacts:/0/" + id + "/artifacts"},
		"data": map[string]any{"metrics": metrics, "params": params},
	}}
}

func say(w http.ResponseWriter, answer any) {
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(answer)
}

func refuse(w http.ResponseWriter, status int, code, words string) {
	w.WriteHeader(status)
	say(w, map[string]string{"error_code": code, "message": words})
}
