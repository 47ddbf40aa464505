package model

// EmptyError says that a trained model's support has no point to draw: an honest outcome of a training that degenerated, and
// not a failure of the program.
type EmptyError struct{ Reason string }

func (e *EmptyError) Error() string { return e.Reason }

// UndrawableError says that a mesh can't be drawn from though there is one: the density is too steep for its elements, or their
// points can't be taken to the manifold.
type UndrawableError struct{ Reason string }

func (e *UndrawableError) Error() string { return e.Reason }
