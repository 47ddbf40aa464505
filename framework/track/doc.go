// Package track shows runs in other people's tools, TensorBoard and MLflow, while they are computed and afterward.
//
// A Follower reads what is on disk, once a second: the records of runs, the live folders of their stages (package live) and the
// histories of the finished ones. It takes no part in a training, so that a tool that is down, slow or talks nonsense costs a warning, and
// never a run. What could not be sent is sent later: in the same run, or by the next `ebim run` of it.
//
// What a tool has already it is not sent again: the follower asks it for the last step of each curve. Two processes that execute the
// same run take turns by a lock.
//
//   - settings.go: what a user says of it
//   - follower.go: following runs, and what happens when a tool fails
//   - reader.go: what is new of a run
//   - tensorboard.go, mlflow.go: the tools
package track
