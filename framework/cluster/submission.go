package cluster

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"
)

// Folder is where submissions are kept, below the folder of runs.
const Folder = "submissions"

// Submission is what was handed to a queue at once: submission.json in a folder of its own, beside which are its items of work
// (items.txt), its script and the logs of its tasks.
type Submission struct {
	Format   int             `json:"format"`
	Name     string          `json:"name"` // of its folder, and of its jobs
	Created  time.Time       `json:"created"`
	Command  []string        `json:"command"` // that submitted it
	WorkDir  string          `json:"working_folder"`
	Program  string          `json:"program"`             // the program's file
	Digest   string          `json:"program_sha256"`      // of that file; empty where tasks have another, as in an image
	Version  string          `json:"version,omitempty"`   // of the program
	SameBits bool            `json:"same_bits,omitempty"` // tasks run on the probe's kind of processor only
	Shared   json.RawMessage `json:"shared"`              // by all items, for the program
	Items    int             `json:"items"`
	PerTask  int             `json:"items_per_task"`
	Tasks    int             `json:"tasks"`
	Width    int             `json:"item_bytes"` // of each line of items.txt
	Jobs     []Job           `json:"jobs"`       // as the queue numbers them
	Probe    string          `json:"probe,omitempty"`
	Settings Settings        `json:"-"`
	Path     string          `json:"-"` // of the folder, absolute
}

// Job is one array of tasks.
type Job struct {
	ID    string `json:"id"`
	First int    `json:"first"` // of the submission's tasks
	Tasks int    `json:"tasks"`
}

// Item is a piece of work.
type Item struct {
	Name string          `json:"name"` // of its folder of results
	Key  string          `json:"key"`  // what is the same work has the same key
	Work json.RawMessage `json:"work"` // for the program
}

const (
	submissionFormat = 1
	submissionFile   = "submission.json"
	itemsFile        = "items.txt"
	scriptFile       = "script.sh"
	probeFile        = "probe.json"
	endedFile        = "ended"
	logFolder        = "log"
)

var submissionName = regexp.MustCompile(`^ebim-[0-9]{8}-[0-9]{6}-[0-9a-f]{4}$`)

// NewName returns the name of a submission of a time; the number makes it unlike others of that second.
func NewName(now time.Time, number uint16) string {
	return fmt.Sprintf("ebim-%s-%04x", now.UTC().Format("20060102-150405"), number)
}

// Arrange gives the submission its place below a folder of runs, and its items to tasks. Nothing is written.
func (s *Submission) Arrange(runs string, items []Item) (err error) {
	s.Path, err = filepath.Abs(filepath.Join(runs, Folder, s.Name))
	s.Format, s.Items, s.PerTask = submissionFormat, len(items), max(s.Settings.RunsPerTask, 1)
	s.Tasks = (len(items) + s.PerTask - 1) / s.PerTask
	s.SameBits = s.Settings.SameBits
	return err
}

// Create makes the folder of a submission with its items.
func (s *Submission) Create(runs string, items []Item) error {
	if err := s.Arrange(runs, items); err != nil {
		return err
	}
	lines := make([][]byte, len(items))
	for i, item := range items {
		var err error
		if lines[i], err = json.Marshal(item); err != nil {
			return err
		}
		s.Width = max(s.Width, len(lines[i])+1)
	}
	if err := os.MkdirAll(filepath.Join(s.Path, logFolder), 0o777); err != nil { // queues do not make the folder of logs
		return err
	}
	var text bytes.Buffer
	for _, line := range lines { // all as long, so that a task reads its own only
		text.Write(line)
		text.WriteString(strings.Repeat(" ", s.Width-1-len(line)))
		text.WriteByte('\n')
	}
	if err := os.WriteFile(filepath.Join(s.Path, itemsFile), text.Bytes(), 0o644); err != nil {
		return err
	}
	return s.Save()
}

// Save writes submission.json, which appears whole.
func (s *Submission) Save() error {
	text, err := json.MarshalIndent(s, "", "  ")
	if err != nil {
		return err
	}
	return writeWhole(filepath.Join(s.Path, submissionFile), append(text, '\n'))
}

func writeWhole(path string, text []byte) error {
	if err := os.WriteFile(path+".new", text, 0o644); err != nil {
		return err
	}
	return os.Rename(path+".new", path)
}

// Open reads the submission in a folder.
func Open(path string) (*Submission, error) {
	text, err := os.ReadFile(filepath.Join(path, submissionFile))
	if err != nil {
		return nil, err
	}
	s := new(Submission)
	foreign := func(j Job) bool { return strings.Trim(j.ID, "0123456789") != "" } // which would lead to another file than a log
	if err := json.Unmarshal(text, s); err != nil || s.Format != submissionFormat || s.Width < 1 || s.PerTask < 1 || slices.ContainsFunc(s.Jobs, foreign) {
		return nil, errors.Join(fmt.Errorf("%s is not a submission of this version of the program; submit again", path), err)
	}
	s.Path, err = filepath.Abs(path)
	return s, err
}

// Submissions returns those below a folder of runs, the oldest first. What can't be read is passed over.
func Submissions(runs string) ([]*Submission, error) {
	entries, err := os.ReadDir(filepath.Join(runs, Folder))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	var all []*Submission
	for _, entry := range entries {
		if submissionName.MatchString(entry.Name()) {
			if s, err := Open(filepath.Join(runs, Folder, entry.Name())); err == nil {
				all = append(all, s)
			}
		}
	}
	return all, err
}

// Of returns the items of a task.
func (s *Submission) Of(task int) ([]Item, error) {
	if task < 0 || task >= s.Tasks {
		return nil, fmt.Errorf("%s has tasks 0 to %d, no task %d", s.Path, s.Tasks-1, task)
	}
	file, err := os.Open(filepath.Join(s.Path, itemsFile))
	if err != nil {
		return nil, err
	}
	defer file.Close()
	first := task * s.PerTask
	count := min(s.PerTask, s.Items-first)
	return decodeItems(io.NewSectionReader(file, int64(first)*int64(s.Width), int64(count)*int64(s.Width)), count)
}

// All returns every item.
func (s *Submission) All() ([]Item, error) {
	file, err := os.Open(filepath.Join(s.Path, itemsFile))
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return decodeItems(bufio.NewReaderSize(file, 1<<20), s.Items)
}

func decodeItems(from io.Reader, count int) ([]Item, error) {
	decoder := json.NewDecoder(from)
	items := make([]Item, count)
	for i := range items {
		if err := decoder.Decode(&items[i]); err != nil {
			return nil, fmt.Errorf("the items of a submission can't be read: %w", err)
		}
	}
	return items, nil
}

// Task returns which task has an item.
func (s *Submission) Task(item int) int { return item / s.PerTask }

// JobOf returns the job of a task, and its number within that; nothing for one that has not been submitted.
func (s *Submission) JobOf(task int) (id string, index int, ok bool) {
	i := slices.IndexFunc(s.Jobs, func(j Job) bool { return task >= j.First && task < j.First+j.Tasks })
	if i < 0 {
		return "", 0, false
	}
	return s.Jobs[i].ID, task - s.Jobs[i].First, true
}

// Log returns the file with what a task has said, all of its turns one after the other.
func (s *Submission) Log(task int) string {
	id, index, _ := s.JobOf(task)
	return filepath.Join(s.Path, logFolder, fmt.Sprintf("%s_%d.txt", id, index))
}

// Tail returns the last lines of a file, without empty ones; nothing of one that is not there, or not a file.
func Tail(path string, lines int) []string {
	if info, err := os.Lstat(path); err != nil || !info.Mode().IsRegular() {
		return nil
	}
	file, err := os.Open(path)
	if err != nil {
		return nil
	}
	defer file.Close()
	const most = 16 << 10
	if info, err := file.Stat(); err == nil && info.Size() > most {
		if _, err := file.Seek(-most, io.SeekEnd); err != nil {
			return nil
		}
	}
	text, _ := io.ReadAll(io.LimitReader(file, most))
	var found []string
	for line := range strings.Lines(strings.ReplaceAll(string(text), "\r", "\n")) {
		if line = strings.TrimSpace(line); line != "" {
			found = append(found, line)
		}
	}
	return found[max(0, len(found)-lines):]
}

// End notes that no job of the submission is queued or running any more.
func (s *Submission) End() error { return os.WriteFile(filepath.Join(s.Path, endedFile), nil, 0o644) }

// Ended reports whether End was called.
func (s *Submission) Ended() bool {
	_, err := os.Stat(filepath.Join(s.Path, endedFile))
	return err == nil
}
