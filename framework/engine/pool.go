package engine

import (
	"sync"
	"unsafe"

	"github.com/gomlx/compute/dtypes"

	"ebim/framework/engine/memory"
)

// storage is the memory of a buffer.
type storage struct {
	flat any            // a slice of the data type's Go type
	at   unsafe.Pointer // of its first element
	home *sync.Pool     // where it goes when nobody uses it
}

func (s *storage) release() { s.home.Put(s) }

// pools keep unused storage for each data type and length. What stays unused for two garbage collections is freed.
type pools struct {
	mutex sync.RWMutex
	of    map[poolKey]*sync.Pool
}

type poolKey struct {
	dtype  dtypes.DType
	length int
}

// pool returns the one for arrays of length elements. Its storage is not cleared.
func (p *pools) pool(dtype dtypes.DType, length int) *sync.Pool {
	key := poolKey{dtype, length}
	p.mutex.RLock()
	pool := p.of[key]
	p.mutex.RUnlock()
	if pool != nil {
		return pool
	}
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if pool = p.of[key]; pool != nil {
		return pool
	}
	pool = &sync.Pool{}
	pool.New = func() any {
		flat, at := memory.Flat(dtype, length)
		return &storage{flat: flat, at: at, home: pool}
	}
	if p.of == nil {
		p.of = map[poolKey]*sync.Pool{}
	}
	p.of[key] = pool
	return pool
}

func (p *pools) drop() {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.of = nil
}
