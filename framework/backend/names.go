package backend

// Default is the backend that programs use unless told otherwise. It is part of the binary, as Reference is.
const Default = "cpu"

// Reference is GoMLX's own engine in pure Go, slow and simple, to compare with.
const Reference = "go"

// Names are those of all backends, in the order in which they are documented.
func Names() []string { return []string{Default, Reference, "xla:cpu", "xla:cuda"} }

// xlaPrefix stands before the device in the names of XLA's backends.
const xlaPrefix = "xla:"
