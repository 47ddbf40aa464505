package download

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

var content = strings.Repeat("35.8142,5.23026\n", 1000)

// quick fails fast; its stall limit only has to be longer than a local server needs.
func quick() Policy { return Policy{Attempts: 3, Backoff: time.Millisecond, Stall: 2 * time.Second} }

// server answers its n-th request (from 1) by the handler and counts them.
func server(t *testing.T, handler func(n int32, w http.ResponseWriter, r *http.Request)) (File, *atomic.Int32) {
	t.Helper()
	requests := new(atomic.Int32)
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		handler(requests.Add(1), w, r)
	}))
	t.Cleanup(s.Close)
	sum := sha256.Sum256([]byte(content))
	return File{
		Name: "floods", FileName: "flood.csv", URL: s.URL + "/flood.csv",
		SHA256: hex.EncodeToString(sum[:]), Size: int64(len(content)),
	}, requests
}

func good(w http.ResponseWriter) { _, _ = w.Write([]byte(content)) }

// expectFolder fails unless the folder holds exactly the given files.
func expectFolder(t *testing.T, folder string, files map[string]string) {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range entries {
		got, _ := os.ReadFile(filepath.Join(folder, entry.Name()))
		if want, known := files[entry.Name()]; !known || string(got) != want {
			t.Errorf("%s is there with %d bytes", entry.Name(), len(got))
		}
	}
	if len(entries) != len(files) {
		t.Errorf("%d files instead of %d", len(entries), len(files))
	}
}

func TestGet(t *testing.T) {
	file, requests := server(t, func(_ int32, w http.ResponseWriter, _ *http.Request) { good(w) })
	folder := filepath.Join(t.TempDir(), "new", "folder")
	var last, calls int64
	progress := func(done, total int64) {
		if done < last || total != file.Size {
			t.Errorf("progress %d of %d after %d", done, total, last)
		}
		last = done
		calls++
	}
	if err := quick().Get(t.Context(), file, folder, http.DefaultClient, progress); err != nil {
		t.Fatal(err)
	}
	expectFolder(t, folder, map[string]string{"flood.csv": content})
	if last != file.Size || calls == 0 {
		t.Errorf("progress ended at %d after %d calls", last, calls)
	}
	if err := Get(t.Context(), file, folder, http.DefaultClient, nil); err != nil || requests.Load() != 1 {
		t.Errorf("a good file was fetched again (%d requests): %v", requests.Load(), err)
	}
}

func TestGetReplacesADamagedFile(t *testing.T) {
	file, _ := server(t, func(_ int32, w http.ResponseWriter, _ *http.Request) { good(w) })
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "flood.csv"), []byte("damaged"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := quick().Get(t.Context(), file, folder, http.DefaultClient, nil); err != nil {
		t.Fatal(err)
	}
	expectFolder(t, folder, map[string]string{"flood.csv": content})
}

// A file of a set lies in the set's folder, which is made.
func TestGetIntoAFolderOfASet(t *testing.T) {
	file, _ := server(t, func(_ int32, w http.ResponseWriter, _ *http.Request) { good(w) })
	file.FileName = "water/flood.csv"
	folder := t.TempDir()
	if err := quick().Get(t.Context(), file, folder, http.DefaultClient, nil); err != nil {
		t.Fatal(err)
	}
	expectFolder(t, filepath.Join(folder, "water"), map[string]string{"flood.csv": content})
	if path, err := Locate(file, []string{folder}); err != nil || path != filepath.Join(folder, "water", "flood.csv") {
		t.Errorf("it is found at %s, %v", path, err)
	}
}

func TestGetTriesAgain(t *testing.T) {
	truncated := func(w http.ResponseWriter) {
		w.Header().Set("Content-Length", "16000")
		_, _ = w.Write([]byte(content[:5000]))
	}
	tests := map[string]func(n int32, w http.ResponseWriter, r *http.Request){
		"500, 429, then good": func(n int32, w http.ResponseWriter, _ *http.Request) {
			if n < 3 {
				w.WriteHeader(map[int32]int{1: 500, 2: 429}[n])
				return
			}
			good(w)
		},
		"truncated, then good": func(n int32, w http.ResponseWriter, _ *http.Request) {
			if n < 3 {
				truncated(w)
				return
			}
			good(w)
		},
		"dropped, then good": func(n int32, w http.ResponseWriter, _ *http.Request) {
			if n < 3 {
				panic(http.ErrAbortHandler)
			}
			good(w)
		},
	}
	for name, handler := range tests {
		t.Run(name, func(t *testing.T) {
			file, requests := server(t, handler)
			folder := t.TempDir()
			if err := quick().Get(t.Context(), file, folder, http.DefaultClient, nil); err != nil {
				t.Fatal(err)
			}
			if requests.Load() != 3 {
				t.Errorf("%d requests instead of 3", requests.Load())
			}
			expectFolder(t, folder, map[string]string{"flood.csv": content})
		})
	}
}

func TestGetErrors(t *testing.T) {
	tests := []struct {
		name     string
		handler  func(w http.ResponseWriter)
		want     string
		requests int32
	}{
		{"404", func(w http.ResponseWriter) { w.WriteHeader(404) },
			"the server answered 404 Not Found (attempt 1 of 3)", 1},
		{"503 forever", func(w http.ResponseWriter) { w.WriteHeader(503) },
			"the server answered 503 Service Unavailable (attempt 3 of 3)", 3},
		{"truncated", func(w http.ResponseWriter) {
			w.Header().Set("Content-Length", "16000")
			_, _ = w.Write([]byte(content[:5000]))
		}, "after 5000 of 16000 bytes: unexpected EOF", 3},
		{"short", func(w http.ResponseWriter) { _, _ = w.Write([]byte(content[:5000])) },
			"the body ended after 5000 of 16000 bytes", 3},
		{"wrong hash", func(w http.ResponseWriter) { _, _ = w.Write([]byte("4" + content[1:])) },
			"the file's SHA-256 is ", 1},
		{"too long", func(w http.ResponseWriter) {
			good(w)
			good(w)
		}, "the body is larger than the published file's 16000 bytes", 1},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			file, requests := server(t, func(_ int32, w http.ResponseWriter, _ *http.Request) { test.handler(w) })
			folder := t.TempDir()
			old := filepath.Join(folder, "flood.csv")
			if err := os.WriteFile(old, []byte("old"), 0o600); err != nil {
				t.Fatal(err)
			}
			err := quick().Get(t.Context(), file, folder, http.DefaultClient, nil)
			if err == nil || !strings.Contains(err.Error(), test.want) || !strings.Contains(err.Error(), file.URL) {
				t.Errorf("got  %v\nwant ... %s", err, test.want)
			}
			if requests.Load() != test.requests {
				t.Errorf("%d requests instead of %d", requests.Load(), test.requests)
			}
			expectFolder(t, folder, map[string]string{"flood.csv": "old"})
		})
	}
}

func TestGetStalled(t *testing.T) {
	for name, sent := range map[string]int{"before the answer": 0, "within the body": 5000} {
		t.Run(name, func(t *testing.T) {
			file, requests := server(t, func(_ int32, w http.ResponseWriter, r *http.Request) {
				if sent > 0 {
					_, _ = w.Write([]byte(content[:sent]))
					w.(http.Flusher).Flush()
				}
				<-r.Context().Done()
			})
			folder := t.TempDir()
			policy := Policy{Attempts: 2, Backoff: time.Millisecond, Stall: 50 * time.Millisecond}
			err := policy.Get(t.Context(), file, folder, http.DefaultClient, nil)
			if err == nil || !strings.Contains(err.Error(), "nothing arrived for 50ms") || requests.Load() != 2 {
				t.Errorf("%d requests; got %v", requests.Load(), err)
			}
			expectFolder(t, folder, nil)
		})
	}
}

func TestGetCanceled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	file, requests := server(t, func(_ int32, w http.ResponseWriter, r *http.Request) {
		_, _ = w.Write([]byte(content[:5000]))
		w.(http.Flusher).Flush()
		cancel()
		<-r.Context().Done()
	})
	folder := t.TempDir()
	err := quick().Get(ctx, file, folder, http.DefaultClient, nil)
	if !errors.Is(err, context.Canceled) || requests.Load() != 1 {
		t.Errorf("%d requests; got %v", requests.Load(), err)
	}
	expectFolder(t, folder, nil)
}

func TestGetCanceledWhileWaiting(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	file, _ := server(t, func(_ int32, w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(500)
		time.AfterFunc(20*time.Millisecond, cancel)
	})
	policy := Policy{Attempts: 2, Backoff: time.Hour, Stall: time.Minute}
	if err := policy.Get(ctx, file, t.TempDir(), http.DefaultClient, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

func TestGetIntoAFile(t *testing.T) {
	file, requests := server(t, func(_ int32, w http.ResponseWriter, _ *http.Request) { good(w) })
	folder := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(folder, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := quick().Get(t.Context(), file, folder, http.DefaultClient, nil); err == nil || requests.Load() != 0 {
		t.Errorf("%d requests; got %v", requests.Load(), err)
	}
}
