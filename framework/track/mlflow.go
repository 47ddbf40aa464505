package track

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"ebim/framework/runs/live"
	"ebim/framework/runs/stage"
	"ebim/framework/track/mlflow"
)

// server is an MLflow tracking server: an experiment there for each of ours, and a run for each run.
type server struct {
	address string
	client  *mlflow.Client
}

func newServer(address string, environment func(string) string) (*server, error) {
	client, err := mlflow.New(address, environment)
	return &server{address, client}, err
}

func (s *server) String() string { return "MLflow at " + s.address }

func (s *server) down(err error) bool { return mlflow.Down(err) }

// remembered is the file beside a run by which an interrupted run goes on as the same one in MLflow.
type remembered struct {
	Server   string         `json:"server"`
	Run      string         `json:"run_id"`
	Pictures map[string]int `json:"pictures"` // step of the last one of each series
}

// open implements tool.
func (s *server) open(ctx context.Context, run *Run, record *stage.Record, state string) (tracked, error) {
	t := &served{state: state, began: time.Now()}
	var err error
	if text, unread := os.ReadFile(state); unread == nil && json.Unmarshal(text, &t.remembered) == nil && t.Server == s.address {
		t.run, err = s.client.Continue(ctx, t.Run)
	}
	if err != nil && !errors.Is(err, mlflow.ErrGone) {
		return nil, err
	}
	if t.run == nil {
		name := fmt.Sprintf("%s/%s", run.Model, filepath.Base(record.Folder))
		t.run, err = s.client.Create(ctx, run.Experiment, name, record.Started, tagsOf(run, record))
		if err != nil {
			return nil, err
		}
		t.remembered = remembered{Server: s.address, Run: t.run.ID}
		if err := t.keep(); err != nil {
			return nil, err
		}
	}
	if t.Pictures == nil {
		t.Pictures = map[string]int{}
	}
	params := map[string]string{}
	for name, value := range run.Params {
		params[name] = fmt.Sprint(value)
	}
	if err := t.run.Params(ctx, params); err != nil {
		return nil, err
	}
	if record.Status == stage.Running && t.run.Status() != mlflow.Running {
		return t, t.run.Set(ctx, mlflow.Running, time.Time{})
	}
	return t, nil
}

func tagsOf(run *Run, record *stage.Record) map[string]string {
	tags := map[string]string{"ebim.experiment": run.Experiment, "ebim.model": run.Model, "ebim.seed": strconv.Itoa(run.Seed),
		"ebim.settings": run.Settings, "ebim.key": run.Key, "mlflow.source.name": "ebim", "mlflow.source.type": "LOCAL"}
	if record.Title != "" {
		tags["ebim.title"] = record.Title
	}
	if commit := record.Versions["commit"]; commit != "" {
		tags["mlflow.source.git.commit"] = commit
	}
	return tags
}

// served is a run on the server.
type served struct {
	remembered
	state string
	run   *mlflow.Run
	began time.Time
}

// keep writes what is remembered, whole.
func (t *served) keep() error {
	return stage.WriteJSON(t.state, t.remembered)
}

// send implements tracked.
func (t *served) send(ctx context.Context, scalars []scalar) (settled int, err error) {
	metrics := make([]mlflow.Metric, len(scalars))
	for i, s := range scalars {
		metrics[i] = mlflow.Metric{Name: s.series, Step: s.step, Value: s.value, At: s.at}
	}
	return t.run.Log(ctx, metrics)
}

// picture implements tracked.
func (t *served) picture(ctx context.Context, p picture) error {
	if last, ok := t.Pictures[p.series]; ok && p.step <= last {
		return nil
	}
	png, err := os.ReadFile(p.path)
	if err != nil {
		return err
	}
	name := live.PicturesFolder + "/" + live.PictureFile(strings.ReplaceAll(p.series, "/", "_"), p.step)
	if err := t.upload(ctx, name, png); err != nil {
		return err
	}
	t.Pictures[p.series] = p.step
	return t.keep()
}

// upload keeps a file with the run, if the server takes files.
func (t *served) upload(ctx context.Context, name string, data []byte) error {
	err := t.run.Upload(ctx, name, data)
	if errors.Is(err, errors.ErrUnsupported) {
		return nil
	}
	return err
}

// end implements tracked.
func (t *served) end(ctx context.Context, record *stage.Record) error {
	status := map[stage.Status]mlflow.Status{stage.Done: mlflow.Finished, stage.Failed: mlflow.Failed,
		stage.Interrupted: mlflow.Killed, stage.Running: mlflow.Killed}[record.Status]
	if t.run.Status() == status {
		return nil
	}
	if record.Failure != nil {
		if err := t.run.Tag(ctx, "ebim.failure", record.Failure.Error()); err != nil {
			return err
		}
	}
	if len(record.Notes) > 0 {
		if err := t.run.Tag(ctx, "mlflow.note.content", strings.Join(record.Notes, "\n")); err != nil {
			return err
		}
	}
	if settings, err := os.ReadFile(record.SettingsFile()); err == nil {
		if err := t.upload(ctx, "config.yaml", settings); err != nil {
			return err
		}
	}
	end := time.Now()
	if known := record.Started.Add(time.Duration(record.Seconds * float64(time.Second))); known.Before(t.began) {
		end = known // it had ended when it was first shown
	}
	return t.run.Set(ctx, status, end)
}
