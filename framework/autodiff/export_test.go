package autodiff

// Originals are GoMLX's own rules of the kinds of node that this package has rules for, nil where GoMLX has none.
var Originals = originals
