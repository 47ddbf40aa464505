package dataset

import "sync/atomic"

// cached remembers the last value computed and what from, so that settings may still be changed. It may be used from
// several goroutines; two may then compute the same value.
type cached[K comparable, V any] struct {
	last atomic.Pointer[cacheEntry[K, V]]
}

type cacheEntry[K comparable, V any] struct {
	key   K
	value V
}

func (c *cached[K, V]) get(key K, compute func() V) V {
	if entry := c.last.Load(); entry != nil && entry.key == key {
		return entry.value
	}
	value := compute()
	c.last.Store(&cacheEntry[K, V]{key, value})
	return value
}
