package report

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
)

// shownBegin and shownEnd enclose the IDs of the runs that a page shows; see template.html.
const (
	shownBegin = `<script type="application/json" id="shown">`
	shownEnd   = `</script>`
)

// made is in every page since the first version.
const made = "<p>Made by ebim"

// ErrForeign marks the error of a file that is no report.
var ErrForeign = errors.New("it is not a report of ebim")

// mostRead bounds what is read of a page, in bytes.
const mostRead = 1 << 30

// Shown returns the IDs of the runs that the page in a file shows, and whether it says so: pages of earlier versions
// don't. A file that isn't there shows none; one that is no report is an error that is ErrForeign.
func Shown(file string) (ids []string, says bool, err error) {
	open, err := os.Open(file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, true, nil
	}
	if err != nil {
		return nil, false, err
	}
	defer open.Close()
	text, err := io.ReadAll(io.LimitReader(open, mostRead))
	if err != nil {
		return nil, false, err
	}
	if !bytes.Contains(text, []byte(made)) {
		return nil, false, fmt.Errorf("%s: %w; move it away, so that ebim run can write one there", file, ErrForeign)
	}
	_, rest, begins := bytes.Cut(text, []byte(shownBegin))
	list, _, ends := bytes.Cut(rest, []byte(shownEnd))
	if !begins || !ends || json.Unmarshal(list, &ids) != nil {
		return nil, false, nil
	}
	return ids, true, nil
}
