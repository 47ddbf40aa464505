package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// Seen is what the probe has found on a node: probe.json in the submission's folder.
type Seen struct {
	Node      string `json:"node"`
	Digest    string `json:"program_sha256"`
	Version   string `json:"version"`
	Processor string `json:"processor"`
	Problem   string `json:"problem,omitempty"` // why runs can't be computed there
}

// WriteSeen is what the probe leaves on the shared folder.
func (s *Submission) WriteSeen(seen Seen) error {
	text, err := json.MarshalIndent(seen, "", "  ")
	if err != nil {
		return err
	}
	return writeWhole(filepath.Join(s.Path, probeFile), append(text, '\n'))
}

// Seen returns what the probe has found; nil while it has not.
func (s *Submission) Seen() (*Seen, error) {
	if folder, err := os.Open(s.Path); err == nil { // a client of NFS asks its server then
		folder.Close()
	}
	text, err := os.ReadFile(filepath.Join(s.Path, probeFile))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	seen := new(Seen)
	return seen, json.Unmarshal(text, seen)
}

// Check returns what is wrong with a node for the submission's runs.
func (s *Submission) Check(seen *Seen) error {
	switch {
	case seen.Problem != "":
		return fmt.Errorf("the node %s can't compute the runs: %s", seen.Node, seen.Problem)
	case s.Digest != "" && seen.Digest != s.Digest:
		return fmt.Errorf("the node %s has another program at %s: version %q there, %q here; put the same file there, or start ebim from a folder that the nodes share",
			seen.Node, s.Program, seen.Version, s.Version)
	}
	return nil
}

// StartProbe submits the task that looks whether a node sees what this machine sees.
func (q *Slurm) StartProbe(ctx context.Context, s *Submission) error {
	text, err := s.probeScript()
	if err != nil {
		return err
	}
	path := filepath.Join(s.Path, "probe.sh")
	if err := writeWhole(path, []byte(text)); err != nil {
		return err
	}
	if s.Probe, err = q.submit(ctx, path); err != nil {
		return err
	}
	return s.Save()
}

// longestUnseen is how long what the probe has written may take to be seen here after it has ended: caches of NFS.
var longestUnseen = 10 * time.Second

// AwaitProbe waits for the probe, for so long at most. It returns what it has found, nil where it is still waiting for a node. The error says
// what to do.
func (q *Slurm) AwaitProbe(ctx context.Context, s *Submission, longest time.Duration) (*Seen, error) {
	poll := min(time.Second/2, longestUnseen)
	var gone time.Duration
	for waited := time.Duration(0); waited < longest || gone > 0; waited += poll {
		seen, err := s.Seen()
		if err != nil {
			return nil, err
		}
		if seen != nil {
			return seen, s.Check(seen)
		}
		states, err := q.Queue(ctx, s)
		if err != nil {
			return nil, err
		}
		if len(states) == 0 || states[0].State == "COMPLETING" {
			gone += poll
		}
		if gone > longestUnseen || gone > poll && len(s.probeSaid()) > 0 {
			return nil, s.unseen()
		}
		if !Wait(ctx, poll) {
			return nil, ctx.Err()
		}
	}
	return nil, nil
}

func (s *Submission) probeSaid() []string { return Tail(filepath.Join(s.Path, logFolder, probeLog), 5) }

// unseen is the error about a probe that has left nothing.
func (s *Submission) unseen() error {
	if said := s.probeSaid(); len(said) > 0 {
		return fmt.Errorf("a node could not run a first task; it said: %s\nlook at setup in %s, and whether the node has %s", strings.Join(said, " | "), SettingsFile, s.Program)
	}
	return fmt.Errorf("a first task (job %s) ended without a trace: unless somebody canceled it, the node does not see the folder %s. "+
		"Use a folder of runs that the nodes share with this machine (--runs), and start ebim from such a folder, too; `scontrol show job %s` says which node it was", s.Probe, s.Path, s.Probe)
}
