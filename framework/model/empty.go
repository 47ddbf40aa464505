package model

// EmptyError says that a trained model's support has no point to draw: an honest outcome of a training that degenerated, and
// not a failure of the program.
type EmptyError struct{ Reason string }

func (e *EmptyError) Error() string { return e.Reason }
