// Package tensorboard writes and reads the event files that TensorBoard shows: scalars, pictures, and hyper-parameters with the end of
// their run.
//
// An event file is a TFRecord file of protocol buffers tensorflow.Event, of which the few fields that are needed are written here by
// hand. A run is a folder; each Writer adds a file to it, and begins by reading what earlier ones have left, so that a run that
// goes on has each step once.
//
//   - record.go: the file's records and their checksums
//   - event.go: events as protocol buffers
//   - scan.go: what a folder holds
//   - writer.go: adding to it
package tensorboard
