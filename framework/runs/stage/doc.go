// Package stage computes experiments step by step, keeps what each step produces, and records every run of a model with
// a seed. It knows nothing of models: a Stage is a name, settings, inputs and a function that writes files into a
// folder.
//
// # Keys
//
// A stage's key is a hash of all that its result depends on: its name, the version of its code, its settings as YAML
// text, its seed, its backend, and the keys of its inputs. Two stages with the same key are the same stage, whichever
// experiment, model or process asks for them, and it is computed once. The text counts, not the meaning: renaming or
// reordering the fields of a settings struct changes keys.
//
// # Folders
//
// Under a root folder the engine keeps
//
//	stages/<name>-<key>/               what a finished stage produced, with stage.json
//	stages/<name>-<key>.checkpoints/   what an unfinished stage needs to go on
//	stages/<name>-<key>.lease/         who is computing the stage, and in it the result and the checkpoints so far
//	stages/<name>-<key>.live/          what others may watch of a stage that is being computed, see package live
//	locks/                             who is executing runs, and who is deleting
//	figures/<experiment>/              figures, which others draw
//	<experiment>/<model>/seed-<n>-<hash>/  a run: config.yaml, record.json, and links to its stages' files
//
// The hash is of the run's settings without the seed: runs with other settings, versions of stages or backends never
// overwrite each other. Earlier programs had one folder a seed, seed-<n>; a run that is recorded there stays there.
//
// Three rules hold at every moment, whatever is killed:
//
//   - A stage is built under its lease and renamed into place. One that is computed anew replaces each file by itself,
//     stage.json last: no reader misses a file, and the digests in stage.json refuse a mixture. A run's record says
//     that the run is running while its folder changes. A record that can't be read is written anew from the stages.
//   - One process holds the lease of a stage that it computes (see package lease), so that several processes, of
//     several machines, can share a root. Others wait for it and take its result. A lease whose holder is dead is taken
//     over, with its checkpoints; a holder that was taken for dead and was not can put nothing in place.
//   - What the engine did not write is the user's, and stays.
//
// An interrupted execution leaves untouched the records of runs it had not started.
//
// # Failures
//
// A stage that can't go on returns a Failure, which the run's record keeps and tables show; a panic becomes one too. It
// ends its own run only, and of a metric not even that: the run is done without it. An interruption is not a failure:
// checkpoints stay, and the same call goes on from there.
//
// # Files
//
// From the bottom up; each uses only those before it:
//
//   - key.go, names.go, failure.go, record.go, run.go: stages and their keys, runs and what is recorded
//   - owned.go, store.go, runfolder.go: folders of stages and runs
//   - memory*.go, users.go, execution.go, engine.go: stages side by side, runs, processes
//   - remove.go: what nothing needs
package stage
