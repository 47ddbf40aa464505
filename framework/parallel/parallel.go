// Package parallel shares independent work between the processor's cores.
package parallel

import (
	"runtime"
	"sync"
)

// Each calls do for 0, ..., n-1, which do not depend on each other, and returns when all calls have.
func Each(n int, do func(i int)) {
	workers := min(runtime.GOMAXPROCS(0), n)
	var group sync.WaitGroup
	for worker := range workers {
		group.Go(func() {
			for i := worker; i < n; i += workers {
				do(i)
			}
		})
	}
	group.Wait()
}
