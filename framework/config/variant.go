package config

// Swept is a setting of a sweep's point.
type Swept struct{ Path, Value string } // both as written

// Variant is one point of a document's sweep.
type Variant struct {
	Name     string  // such as "rank_weight=10,steps=5", or "trial=3"; fit for a file's name; empty without a sweep
	Swept    []Swept // sorted by path
	Document *Document
}
