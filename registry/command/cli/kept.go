package cli

import "io"

// Kept holds what a worker's commands have opened, for later ones: the latest few. Commands of a shell have none.
type Kept struct {
	most int
	all  []kept // the latest last
}

type kept struct {
	key   string
	value io.Closer
}

// NewKept holds at most a number of values.
func NewKept(most int) *Kept { return &Kept{most: most} }

// Open returns what is kept by a key, or opens and keeps it. An empty key keeps nothing. The caller calls release after
// use.
func Open[T io.Closer](k *Kept, key string, open func() (T, error)) (value T, release func() error, err error) {
	if k == nil || key == "" {
		value, err = open()
		return value, func() error { return value.Close() }, err
	}
	held := func() error { return nil }
	for i, found := range k.all {
		if value, ok := found.value.(T); ok && found.key == key {
			k.all = append(append(k.all[:i:i], k.all[i+1:]...), found)
			return value, held, nil
		}
	}
	if value, err = open(); err != nil {
		return value, held, err
	}
	if len(k.all) == k.most {
		err = k.all[0].value.Close()
		k.all = k.all[1:]
	}
	k.all = append(k.all, kept{key, value})
	return value, held, err
}

// Close closes what is kept.
func (k *Kept) Close() {
	for _, held := range k.all {
		_ = held.value.Close() // which has nothing to save
	}
	k.all = nil
}
