package mlflow_test

import (
	"errors"
	"fmt"
	"math"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"ebim/framework/track/mlflow"
	"ebim/framework/track/mlflow/mlflowtest"
)

var noon = time.Date(2026, 5, 4, 12, 0, 0, 0, time.UTC)

func none(string) string { return "" }

func client(t *testing.T, s *mlflowtest.Server) *mlflow.Client {
	t.Helper()
	c, err := mlflow.New(s.URL+"/", none)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func create(t *testing.T, c *mlflow.Client) *mlflow.Run {
	t.Helper()
	run, err := c.Create(t.Context(), "circle", "ebim/seed-0", noon, map[string]string{"ebim.seed": "0"})
	if err != nil {
		t.Fatal(err)
	}
	return run
}

// TestContinuedRun: what the server has is not sent again, in batches that it takes.
func TestContinuedRun(t *testing.T) {
	s := mlflowtest.New(t)
	run := create(t, client(t, s))
	var metrics []mlflow.Metric
	for step := range 2500 {
		metrics = append(metrics, mlflow.Metric{Name: "manifold/loss", Step: step, Value: float64(step), At: noon})
	}
	if n, err := run.Log(t.Context(), metrics[:1700]); n != 1700 || err != nil {
		t.Fatal(n, err)
	}
	params := map[string]string{"long": strings.Repeat("ä", 400), "hidden[0].size": "1"}
	for i := range 230 {
		params[fmt.Sprint("p", i)] = "1"
	}
	if err := run.Params(t.Context(), params); err != nil {
		t.Fatal(err)
	}
	again, err := client(t, s).Continue(t.Context(), run.ID)
	if err != nil {
		t.Fatal(err)
	}
	if last, ok := again.Last("manifold/loss"); last != 1699 || !ok {
		t.Errorf("the last step is %d (%v), want 1699", last, ok)
	}
	params["p0"] = "2" // which the server refuses to change
	if err := again.Params(t.Context(), params); err != nil {
		t.Fatal(err)
	}
	metrics = append(metrics, mlflow.Metric{Name: "x", Value: math.NaN(), At: noon}, mlflow.Metric{Name: "x", Step: 1, Value: math.Inf(-1), At: noon})
	if n, err := again.Log(t.Context(), metrics); n != len(metrics) || err != nil {
		t.Fatal(n, err)
	}
	if err := again.Set(t.Context(), mlflow.Finished, noon); err != nil {
		t.Fatal(err)
	}
	found := s.Runs()
	if len(found) != 1 {
		t.Fatalf("the server has %d runs", len(found))
	}
	values := found[0].Metrics["manifold/loss"]
	for step, v := range values {
		if v != (mlflowtest.Value{Step: step, Value: float64(step)}) {
			t.Fatalf("value %d is %+v", step, v)
		}
	}
	if len(values) != 2500 || len(found[0].Metrics) != 1 {
		t.Errorf("%d values, %d metrics", len(values), len(found[0].Metrics))
	}
	if p := found[0].Params; len(p) != 232 || p["hidden.0.size"] != "1" || p["p0"] != "1" || !strings.HasSuffix(p["long"], "ä...") {
		t.Errorf("%d parameters: %v", len(p), p)
	}
	if found[0].Status != "FINISHED" || found[0].Experiment != "circle" || found[0].Tags["ebim.seed"] != "0" {
		t.Errorf("%+v", found[0])
	}
	if _, err := client(t, s).Continue(t.Context(), "another"); !errors.Is(err, mlflow.ErrGone) {
		t.Errorf("of a run that is not there: %v", err)
	}
}

// TestPartlySent: an error says how much of the values is settled.
func TestPartlySent(t *testing.T) {
	s := mlflowtest.New(t)
	run := create(t, client(t, s))
	metrics := make([]mlflow.Metric, 1500)
	for i := range metrics {
		metrics[i] = mlflow.Metric{Name: "x", Step: i, At: noon}
	}
	metrics[1200].At = time.Time{} // which the server refuses
	n, err := run.Log(t.Context(), metrics)
	if n != 1000 || err == nil || mlflow.Down(err) {
		t.Errorf("%d are settled, with %v", n, err)
	}
	if last, _ := run.Last("x"); last != 999 {
		t.Errorf("the last step is %d, want 999", last)
	}
}

func TestBadAnswers(t *testing.T) {
	for name, test := range map[string]struct {
		answer http.HandlerFunc
		down   bool
		said   string
	}{
		"an error":    {func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(500) }, true, "500 Internal Server Error"},
		"a page":      {func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "<html>hello") }, true, "not MLflow's"},
		"other JSON":  {func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, `{"run": {"info": {}}}`) }, true, "not MLflow's"},
		"wrong types": {func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, `{"run": [1]}`) }, true, "not MLflow's"},
		"a refusal": {func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(400)
			fmt.Fprint(w, `{"error_code": "INVALID_PARAMETER_VALUE", "message": "no"}`)
		}, false, "INVALID_PARAMETER_VALUE: no"},
		"nothing": {func(w http.ResponseWriter, _ *http.Request) { panic(http.ErrAbortHandler) }, true, "EOF"},
	} {
		s := mlflowtest.New(t)
		s.Fail(test.answer)
		_, err := client(t, s).Continue(t.Context(), "run-0")
		if err == nil || !strings.Contains(err.Error(), test.said) || mlflow.Down(err) != test.down {
			t.Errorf("%s: %v (down: %v)", name, err, mlflow.Down(err))
		}
		if _, err := client(t, s).Create(t.Context(), "e", "r", noon, nil); err == nil {
			t.Errorf("%s: a run was made", name)
		}
	}
}

func TestCredentials(t *testing.T) {
	for _, test := range []struct {
		environment map[string]string
		want        string
	}{
		{map[string]string{"MLFLOW_TRACKING_USERNAME": "user", "MLFLOW_TRACKING_PASSWORD": "word"}, "Basic dXNlcjp3b3Jk"},
		{map[string]string{"MLFLOW_TRACKING_TOKEN": "secret"}, "Bearer secret"},
		{nil, ""},
	} {
		s := mlflowtest.New(t)
		got := "unasked"
		s.Fail(func(_ http.ResponseWriter, r *http.Request) { got = r.Header.Get("Authorization") })
		c, err := mlflow.New(s.URL, func(name string) string { return test.environment[name] })
		if err != nil {
			t.Fatal(err)
		}
		c.Continue(t.Context(), "run-0")
		if got != test.want {
			t.Errorf("%q is sent, want %q", got, test.want)
		}
	}
}

func TestCheck(t *testing.T) {
	for address, good := range map[string]bool{"http://localhost:5000": true, "https://host/mlflow/": true, "localhost:5000": false, "": false, "file:///x": false,
		"http://": false, "http://user:word@host": false, "http://host?x=1": false, "http://host:port": false, "databricks": false} {
		if err := mlflow.Check(address); (err == nil) != good {
			t.Errorf("%q: %v", address, err)
		}
	}
}

func TestName(t *testing.T) {
	for text, want := range map[string]string{"manifold/loss": "manifold/loss", "a[0].b[12]": "a.0.b.12", "é=1": "__1", "../x": "x", "/": "_", "": "_", "a//b/./c": "a/b/c"} {
		if got := mlflow.Name(text); got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	}
	long := strings.Repeat("x", 300)
	if a, b := mlflow.Name(long+"a"), mlflow.Name(long+"b"); a == b || len(a) != 250 {
		t.Errorf("%q and %q", a, b)
	}
	if diff := cmp.Diff(mlflow.Name(long), mlflow.Name(long)); diff != "" {
		t.Error(diff)
	}
}
