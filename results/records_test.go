package results

import (
	"math"
	"time"

	"ebim/framework/runs/stage"
)

// record makes a finished run with numbers given as metric, field, value.
func record(experiment, model string, seed int, numbers ...any) stage.Record {
	r := stage.Record{Format: stage.Format, Experiment: experiment, Title: "Title of " + experiment,
		Model: model, Seed: seed,
		Status: stage.Done, Settings: "same", Started: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC),
		Seconds: 10 + float64(seed),
		Stages: []stage.StageRecord{{Name: "manifold", Seconds: 7, PeakMemory: 2e6},
			{Name: "energy", Seconds: 3, PeakMemory: 5e6}}}
	for i := 0; i < len(numbers); i += 3 {
		if r.Metrics == nil {
			r.Metrics = stage.Metrics{}
		}
		name, field, value := numbers[i].(string), numbers[i+1].(string), numbers[i+2].(float64)
		if r.Metrics[name] == nil {
			r.Metrics[name] = map[string]*float64{}
		}
		r.Metrics[name][field] = &value
		if math.IsNaN(value) {
			r.Metrics[name][field] = nil
		}
	}
	return r
}

func failed(experiment, model string, seed int, failure stage.Failure) stage.Record {
	r := record(experiment, model, seed)
	r.Status, r.Failure = stage.Failed, &failure
	return r
}

// examples covers whole, partial, failed, interrupted and missing runs.
func examples() []stage.Record {
	nan := stage.Failure{Stage: "energy", Step: 31, Reason: "NaN", Cause: "the rate may be too high"}
	interrupted := record("glycine", "ebim", 0)
	interrupted.Status = stage.Interrupted
	return []stage.Record{
		record("floods", "ebim", 0, "transport", "value", 0.0099, "wasserstein", "value", 0.5),
		record("floods", "ebim", 1, "transport", "value", 0.0195, "wasserstein", "value", math.NaN()),
		failed("floods", "ebim", 2, nan),
		failed("floods", "pushforward", 0, nan),
		failed("floods", "pushforward", 1, stage.Failure{Stage: "autoencoder",
			Reason: "the loss has become infinite\nafter 3 steps"}),
		failed("floods", "pushforward", 2, nan),
		interrupted,
		record("glycine", "pushforward", 0, "transport", "value", 0.0133, "wassersteim", "value", 1.0),
		record("mixture", "ebim", 0, "transport", "value", 0.00131, "wasserstein", "value", 0.247),
		record("mixture", "ebim", 1, "transport", "value", 0.00433, "wasserstein", "value", 0.342),
		record("mixture", "ebim", 2, "transport", "value", 0.00600, "wasserstein", "value", 0.502),
		record("mixture", "pushforward", 0, "transport", "value", 0.00144, "wasserstein", "value", 0.204),
		record("mixture", "pushforward", 1, "transport", "value", 0.00275, "wasserstein", "value", 0.276),
		record("mixture", "pushforward", 2, "transport", "value", 0.00526, "wasserstein", "value", 0.368),
	}
}
