//go:build unix

package shutdown

import (
	"os"
	"syscall"
)

// interrupting are the signals that interrupt. Queues send USR1 some time before they end a job, where they are asked
// to.
var interrupting = []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGUSR1}
