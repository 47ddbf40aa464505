package mlflow

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Status is how far a run is, in MLflow's words.
type Status string

// The statuses of a run.
const (
	Running  Status = "RUNNING"
	Finished Status = "FINISHED"
	Failed   Status = "FAILED"
	Killed   Status = "KILLED"
)

// Run is a run on the server. It is used by one goroutine at a time.
type Run struct {
	ID     string
	client *Client
	status Status
	// artifacts is where files go, of a server that takes them; empty otherwise.
	artifacts string
	last      map[string]int // step of each metric's last value
	params    map[string]bool
}

// Metric is one value of a metric.
type Metric struct {
	Name  string
	Step  int
	Value float64
	At    time.Time
}

// ErrGone says that there is no run with an id, or that it has been deleted.
var ErrGone = errors.New("the run is not on the server")

// integer is a number that some servers write as a text.
type integer int64

func (i *integer) UnmarshalJSON(text []byte) error {
	n, err := strconv.ParseInt(strings.Trim(string(text), `"`), 10, 64)
	*i = integer(n)
	return err
}

type pair struct {
	Key   string `json:"key"`
	Value string `json:"value"`
}

type runAnswer struct {
	Run struct {
		Info struct {
			ID        string `json:"run_id"`
			Status    Status `json:"status"`
			Stage     string `json:"lifecycle_stage"`
			Artifacts string `json:"artifact_uri"`
		} `json:"info"`
		Data struct {
			Metrics []struct {
				Key  string  `json:"key"`
				Step integer `json:"step"`
			} `json:"metrics"`
			Params []pair `json:"params"`
		} `json:"data"`
	} `json:"run"`
}

// Continue returns the run with an id; ErrGone where there is none.
func (c *Client) Continue(ctx context.Context, id string) (*Run, error) {
	var answer runAnswer
	err := c.get(ctx, "runs/get", url.Values{"run_id": {id}}, &answer)
	if refused(err, notThere) || err == nil && answer.Run.Info.Stage == "deleted" {
		return nil, ErrGone
	}
	if err != nil {
		return nil, err
	}
	return c.run(&answer)
}

// Create makes a run, and the experiment of a name unless it is there.
func (c *Client) Create(ctx context.Context, experiment, name string, start time.Time, tags map[string]string) (*Run, error) {
	id, err := c.experiment(ctx, experiment)
	if err != nil {
		return nil, err
	}
	message := struct {
		Experiment string `json:"experiment_id"`
		Name       string `json:"run_name"`
		Start      int64  `json:"start_time"`
		Tags       []pair `json:"tags"`
	}{id, name, start.UnixMilli(), nil}
	for _, key := range slices.Sorted(maps.Keys(tags)) {
		message.Tags = append(message.Tags, pair{key, clip(tags[key], mostTagBytes)})
	}
	var answer runAnswer
	if err := c.post(ctx, "runs/create", message, &answer); err != nil {
		if refused(err, notThere) { // the experiment has been deleted for good
			c.forget(experiment)
		}
		return nil, err
	}
	return c.run(&answer)
}

func (c *Client) run(answer *runAnswer) (*Run, error) {
	info, data := answer.Run.Info, answer.Run.Data
	if info.ID == "" {
		return nil, errors.New("the server's answer is not MLflow's: it has no run")
	}
	r := &Run{ID: info.ID, client: c, status: info.Status, last: map[string]int{}, params: map[string]bool{}}
	if place, ok := strings.CutPrefix(info.Artifacts, "mlflow-artifacts:/"); ok && !strings.HasPrefix(place, "/") {
		r.artifacts = place
	}
	for _, metric := range data.Metrics {
		r.last[metric.Key] = int(metric.Step)
	}
	for _, param := range data.Params {
		r.params[param.Key] = true
	}
	return r, nil
}

// experiment returns the id of an experiment, which is made unless it is there.
func (c *Client) experiment(ctx context.Context, name string) (string, error) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if id := c.experiments[name]; id != "" {
		return id, nil
	}
	id, err := c.find(ctx, name)
	if refused(err, notThere) {
		var made struct {
			ID string `json:"experiment_id"`
		}
		err = c.post(ctx, "experiments/create", map[string]string{"name": name}, &made)
		if id = made.ID; refused(err, exists) { // another process was faster
			id, err = c.find(ctx, name)
		}
	}
	if err == nil && id == "" {
		err = errors.New("the server's answer is not MLflow's: it has no experiment")
	}
	if err == nil {
		c.experiments[name] = id
	}
	return id, err
}

func (c *Client) forget(experiment string) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	delete(c.experiments, experiment)
}

func (c *Client) find(ctx context.Context, name string) (string, error) {
	var answer struct {
		Experiment struct {
			ID    string `json:"experiment_id"`
			Stage string `json:"lifecycle_stage"`
		} `json:"experiment"`
	}
	if err := c.get(ctx, "experiments/get-by-name", url.Values{"experiment_name": {name}}, &answer); err != nil {
		return "", err
	}
	if answer.Experiment.Stage == "deleted" {
		return "", fmt.Errorf("the experiment %s has been deleted on the server; restore it there, or delete it for good", name)
	}
	return answer.Experiment.ID, nil
}

// Last returns the largest step of a metric on the server, and whether it has any.
func (r *Run) Last(metric string) (step int, ok bool) {
	step, ok = r.last[Name(metric)]
	return step, ok
}

// Status returns what the server says of the run.
func (r *Run) Status() Status { return r.status }

// Params sends the parameters that the server does not have: it refuses to change one.
func (r *Run) Params(ctx context.Context, values map[string]string) error {
	var missing []pair
	for _, name := range slices.Sorted(maps.Keys(values)) {
		key := Name(name)
		if !r.params[key] && !slices.ContainsFunc(missing, func(p pair) bool { return p.Key == key }) {
			missing = append(missing, pair{key, clip(values[name], mostParamBytes)})
		}
	}
	for batch := range slices.Chunk(missing, mostParams) {
		message := struct {
			Run    string `json:"run_id"`
			Params []pair `json:"params"`
		}{r.ID, batch}
		if err := r.client.post(ctx, "runs/log-batch", message, &struct{}{}); err != nil {
			return err
		}
		for _, p := range batch {
			r.params[p.Key] = true
		}
	}
	return nil
}

// Log sends metrics in their order, and returns how many of them are settled: those behind them can be sent again. Values that are not
// finite, and steps that are not behind a metric's last one, are left out.
func (r *Run) Log(ctx context.Context, metrics []Metric) (settled int, err error) {
	type value struct {
		Key   string  `json:"key"`
		Value float64 `json:"value"`
		At    int64   `json:"timestamp"`
		Step  int     `json:"step"`
	}
	for batch := range slices.Chunk(metrics, mostMetrics) {
		var values []value
		last := map[string]int{}
		for _, m := range batch {
			name := Name(m.Name)
			step, ok := last[name]
			if !ok {
				step, ok = r.last[name]
			}
			if ok && m.Step <= step || math.IsNaN(m.Value) || math.IsInf(m.Value, 0) {
				continue
			}
			last[name] = m.Step
			values = append(values, value{name, m.Value, m.At.UnixMilli(), m.Step})
		}
		if len(values) > 0 {
			message := struct {
				Run     string  `json:"run_id"`
				Metrics []value `json:"metrics"`
			}{r.ID, values}
			if err := r.client.post(ctx, "runs/log-batch", message, &struct{}{}); err != nil {
				return settled, err
			}
		}
		maps.Copy(r.last, last)
		settled += len(batch)
	}
	return settled, nil
}

// Set tells the server how far the run is; end is when it ended, unless it is Running.
func (r *Run) Set(ctx context.Context, status Status, end time.Time) error {
	message := map[string]any{"run_id": r.ID, "status": status}
	if status != Running {
		message["end_time"] = end.UnixMilli()
	}
	err := r.client.post(ctx, "runs/update", message, &struct{}{})
	if err == nil {
		r.status = status
	}
	return err
}

// Tag sets a tag of the run.
func (r *Run) Tag(ctx context.Context, key, value string) error {
	return r.client.post(ctx, "runs/set-tag", map[string]string{"run_id": r.ID, "key": key, "value": clip(value, mostTagBytes)}, &struct{}{})
}

// Upload keeps a file among the run's artifacts. The error is errors.ErrUnsupported where the server does not take files itself.
func (r *Run) Upload(ctx context.Context, name string, data []byte) error {
	if r.artifacts == "" {
		return errors.ErrUnsupported
	}
	u := r.client.base.JoinPath("api/2.0/mlflow-artifacts/artifacts", r.artifacts, name)
	return r.client.do(ctx, http.MethodPut, u, "application/octet-stream", data, nil)
}
