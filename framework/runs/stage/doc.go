// Package stage computes experiments step by step, keeps what each step produces, and records every run of a model with a seed.
// It knows nothing of models: a Stage is a name, settings, inputs and a function that writes files into a folder.
//
// # Keys
//
// A stage's key is a hash of all that its result depends on: its name, the version of its code, its settings as YAML text, its
// seed, its backend, and the keys of its inputs. Two stages with the same key are the same stage, whichever experiment, model or
// process asks for them, and it is computed once. So a change of a setting computes anew what depends on that setting and nothing
// else. The text counts, not the meaning: renaming or reordering the fields of a settings struct changes keys.
//
// # Folders
//
// Under a root folder the engine keeps
//
//	stages/<name>-<key>/               what a finished stage produced, with stage.json
//	stages/<name>-<key>.checkpoints/   what an unfinished stage needs to go on
//	stages/<name>-<key>.lease/         who is computing the stage, and in it the result and the checkpoints so far
//	stages/<name>-<key>.live/          what others may watch of a stage that is being computed, see package live
//	locks/                             who is executing runs, and who is deleting stages
//	figures/<experiment>/              pictures, which others draw
//	<experiment>/<model>/seed-<n>-<hash>/  a run: config.yaml, record.json, and links to its stages' files
//
// The hash is of the run's settings without the seed: what differs in settings, in the version of a stage or in the backend is
// another run, and replaces nothing. Earlier programs had one folder a seed, seed-<n>; Execute moves those of the models that it
// runs to their names, and readers take both.
//
// Folders are made with all the rights that the process's umask leaves, so that those of a group can compute together.
//
// Three rules hold at every moment, whatever is killed:
//
//   - A folder is built beside its place and then renamed, with stage.json or record.json written last, so that nothing
//     half-written is ever believed. A finished stage whose files have changed is computed again.
//   - One process holds the lease of a stage that is being computed (see package lease), so that several processes, of several machines, can
//     share a root. Who finds a stage taken waits for it and takes its result. A lease whose holder is dead is taken over, with
//     its checkpoints; a holder that was taken for dead and was not can put nothing in place.
//   - What the engine did not write is the user's, and survives when its folder is replaced.
//
// An interrupted execution leaves untouched the records of runs it had not started.
//
// # Failures
//
// A stage that can't go on returns a Failure, which the run's record keeps and tables show; a panic becomes one too. It ends its
// own run only, and of a metric not even that: the run is done without it. An interruption is not a failure: checkpoints stay, and
// the same call goes on from there.
//
// # Files
//
//   - stage.go, check.go: stages, their keys, and what is refused before anything starts
//   - engine.go, execution.go, gate.go: runs side by side, which share stages, the first runs first
//   - watched.go, living.go: what is seen of stages while they are computed, and which runs have been killed
//   - store.go, disk.go, lease.go, steady.go: folders of stages, made whole, by one process, and read while others replace them
//   - place.go, folder.go, layout.go, keep.go, record.go: folders of runs and their records
//   - parcel.go, import.go: runs that are taken elsewhere
//   - failure.go, memory*.go, data.go, figures.go: what records say
//   - tracked.go: for those who follow runs
package stage
