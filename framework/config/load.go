package config

import "io/fs"

// Loaded is one decoded variant of a document.
type Loaded[T any] struct {
	Variant
	Value *T
}

// Load opens a document and decodes every variant of its sweep. The error is Mistakes with what is wrong in any of
// them, each once. What could be decoded is returned beside the mistakes, so that a caller can add its own.
func Load[T any](c Catalog, files fs.FS, name string, sets []string) ([]Loaded[T], error) {
	return LoadSome[T](c, files, name, sets, func(string) bool { return true })
}

// LoadSome is Load for the variants whose names are wanted; the others are not decoded.
func LoadSome[T any](c Catalog, files fs.FS, name string, sets []string,
	wanted func(variant string) bool) ([]Loaded[T], error) {
	document, err := Open(files, name, sets)
	if err != nil {
		return nil, err
	}
	variants, err := document.Sweep()
	if err != nil {
		// Without its sweep the document still shows its other mistakes.
		return nil, Collect(err, document.Decode(c, new(T)))
	}
	var loaded []Loaded[T]
	var errs []error
	for _, variant := range variants {
		if !wanted(variant.Name) {
			continue
		}
		value := new(T)
		if err := variant.Document.Decode(c, value); err != nil {
			errs = append(errs, err)
			continue
		}
		loaded = append(loaded, Loaded[T]{variant, value})
	}
	return loaded, Collect(errs...)
}
