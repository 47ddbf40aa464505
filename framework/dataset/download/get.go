package download

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"time"

	"ebim/framework/runs/disk"
)

// Policy says how patient a download is.
type Policy struct {
	Attempts int           // at most this many, at least 1
	Backoff  time.Duration // before the second attempt; doubled before each further one
	Stall    time.Duration // an attempt is given up when nothing arrives for so long
}

// Get fetches the file into the folder, which is made if need be, with a policy for public servers. See Policy.Get.
func Get(ctx context.Context, file File, folder string, client *http.Client, progress func(done, total int64)) error {
	p := Policy{Attempts: 4, Backoff: time.Second, Stall: 30 * time.Second}
	return p.Get(ctx, file, folder, client, progress)
}

// Get fetches the file into the folder. If it is there already, and is the published one, nothing is done. Otherwise
// it is written beside its place and moved there once its size and SHA-256 are right, so that a failure never leaves
// half a file or harms a good one. Failures that may pass (of the network, a stalled connection, a body that ends
// early, status 408, 429 or 5xx) are tried again. progress (may be nil) is called with the bytes received in this
// attempt and the file's size.
func (p Policy) Get(
	ctx context.Context, file File, folder string, client *http.Client, progress func(done, total int64),
) error {
	if progress == nil {
		progress = func(done, total int64) {}
	}
	path := file.In(folder)
	if Check(file, path) == nil {
		progress(file.Size, file.Size)
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return fmt.Errorf("%s can't be downloaded: %w", file.Name, err)
	}
	wait := p.Backoff
	for attempt := 1; ; attempt++ {
		err := disk.WriteFile(path, func(w io.Writer) error { return p.fetch(ctx, file, client, w, progress) })
		if err == nil {
			return nil
		}
		if ctx.Err() != nil {
			return fmt.Errorf("the download of %s was stopped: %w", file.Name, context.Cause(ctx))
		}
		var passing *transientError
		if !errors.As(err, &passing) || attempt >= p.Attempts {
			return fmt.Errorf(
				"%s can't be downloaded from %s: %w (attempt %d of %d); what is fetched in another way belongs at %s",
				file.Name, file.URL, err, attempt, p.Attempts, path)
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("the download of %s was stopped: %w", file.Name, context.Cause(ctx))
		case <-time.After(wait):
			wait *= 2
		}
	}
}

// transientError is a failure that may pass.
type transientError struct{ error }

func (e *transientError) Unwrap() error { return e.error }

// fetch writes the body, checked, to w.
func (p Policy) fetch(
	ctx context.Context, file File, client *http.Client, w io.Writer, progress func(done, total int64),
) error {
	stalled := fmt.Errorf("nothing arrived for %v", p.Stall)
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	watchdog := time.AfterFunc(p.Stall, func() { cancel(stalled) })
	defer watchdog.Stop()

	request, err := http.NewRequestWithContext(ctx, http.MethodGet, file.URL, nil)
	if err != nil {
		return err
	}
	request.Header.Set("User-Agent", "ebim")
	response, err := client.Do(request)
	if err != nil {
		return &transientError{cause(ctx, err)}
	}
	defer response.Body.Close()
	if err := checkStatus(response.StatusCode); err != nil {
		return err
	}

	hash := sha256.New()
	body := &watchedReader{r: response.Body, progress: func(done int64) {
		watchdog.Reset(p.Stall)
		progress(min(done, file.Size), file.Size)
	}}
	copied, err := io.Copy(io.MultiWriter(w, hash), io.LimitReader(body, file.Size+1))
	switch {
	case body.err != nil:
		return &transientError{fmt.Errorf("after %d of %d bytes: %w", copied, file.Size, cause(ctx, body.err))}
	case err != nil: // of writing, such as on a full disk
		return err
	case copied < file.Size:
		return &transientError{fmt.Errorf("the body ended after %d of %d bytes", copied, file.Size)}
	case copied > file.Size:
		return fmt.Errorf("the body is larger than the published file's %d bytes", file.Size)
	}
	if sum := hex.EncodeToString(hash.Sum(nil)); sum != file.SHA256 {
		return fmt.Errorf("the file's SHA-256 is %s instead of %s: it was changed where it is published, or on the way",
			sum, file.SHA256)
	}
	return nil
}

func checkStatus(status int) error {
	if status == http.StatusOK {
		return nil
	}
	err := fmt.Errorf("the server answered %d %s", status, http.StatusText(status))
	if status >= 500 || status == http.StatusTooManyRequests || status == http.StatusRequestTimeout {
		return &transientError{err}
	}
	return err
}

// cause prefers the reason for which ctx was canceled.
func cause(ctx context.Context, err error) error {
	if reason := context.Cause(ctx); reason != nil {
		return reason
	}
	return err
}

// watchedReader reports the bytes read so far, and keeps what went wrong.
type watchedReader struct {
	r        io.Reader
	done     int64
	progress func(done int64)
	err      error
}

func (w *watchedReader) Read(buffer []byte) (int, error) {
	n, err := w.r.Read(buffer)
	if n > 0 {
		w.done += int64(n)
		w.progress(w.done)
	}
	if err != nil && !errors.Is(err, io.EOF) {
		w.err = err
	}
	return n, err
}
