package serve

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"ebim/results/page"
)

// Options say what is served.
type Options struct {
	// Runs is the folder of runs, which need not exist yet.
	Runs string
	// Known is what is known of runs beside their records.
	Known page.Known
	// Version is that of the program, for the page's foot; it may be empty.
	Version string
	// Now is the clock; time.Now if it is nil.
	Now func() time.Time
}

// server answers requests.
type server struct {
	options Options
	store   *page.Store
	heavy   chan struct{} // bounds the answers that read meshes and points
}

// Handler returns the server's answers to requests. An error is a fault of the program.
func Handler(o Options) (http.Handler, error) {
	if o.Now == nil {
		o.Now = time.Now
	}
	s := &server{options: o, store: page.NewStore(o.Runs, o.Known, o.Now), heavy: make(chan struct{}, 2)}
	var shell bytes.Buffer
	if err := page.WriteHTML(&shell, page.Shell{Version: o.Version, Root: o.Runs}); err != nil {
		return nil, err
	}
	mux := http.NewServeMux()
	mux.HandleFunc("/{$}", func(w http.ResponseWriter, r *http.Request) {
		s.text(w, r, "text/html; charset=utf-8", shell.Bytes())
	})
	mux.HandleFunc("/page.css", func(w http.ResponseWriter, r *http.Request) {
		s.text(w, r, "text/css; charset=utf-8", []byte(page.Style()))
	})
	mux.HandleFunc("/page.js", func(w http.ResponseWriter, r *http.Request) {
		s.text(w, r, "text/javascript; charset=utf-8", []byte(page.Script()))
	})
	mux.HandleFunc("/api/runs", answering(s, func(*http.Request) (*page.Index, error) { return s.store.Index() }))
	mux.HandleFunc("/api/live", answering(s, func(*http.Request) (*page.LiveIndex, error) { return s.store.Live() }))
	mux.HandleFunc("/api/run", answering(s, func(r *http.Request) (*page.Run, error) {
		return s.store.Run(r.FormValue("id"))
	}))
	mux.HandleFunc("/api/history", answering(s, s.history))
	mux.HandleFunc("/api/view", answering(s, s.view))
	mux.HandleFunc("/api/points", answering(s, s.points))
	mux.HandleFunc("/api/report", answering(s, func(r *http.Request) (*page.Report, error) {
		return s.store.Report(r.FormValue("experiment"))
	}))
	mux.HandleFunc("/file", s.file)
	return guarded(mux), nil
}

// answering gives an answer as JSON.
func answering[T any](s *server, make func(*http.Request) (*T, error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		value, err := make(r)
		if err != nil {
			refuse(w, err)
			return
		}
		encoded, err := json.Marshal(value)
		if err != nil {
			refuse(w, err)
			return
		}
		s.text(w, r, "application/json", encoded)
	}
}

// refuse says why there is no answer.
func refuse(w http.ResponseWriter, err error) {
	status := http.StatusInternalServerError
	var mistake mistakeError
	switch {
	case errors.As(err, &mistake):
		status = http.StatusBadRequest
	case errors.Is(err, fs.ErrNotExist):
		status = http.StatusNotFound
	}
	http.Error(w, err.Error(), status)
}

// mistakeError is that of a request that can't be understood.
type mistakeError string

func (e mistakeError) Error() string { return string(e) }

// leastCompressed is the size from which on an answer is compressed.
const leastCompressed = 4 << 10

// text gives an answer, or says that it is still the one that the reader has.
func (s *server) text(w http.ResponseWriter, r *http.Request, kind string, content []byte) {
	sum := sha256.Sum256(content)
	tag := `"` + hex.EncodeToString(sum[:12]) + `"`
	header := w.Header()
	header.Set("Content-Type", kind)
	header.Set("ETag", tag)
	header.Set("Vary", "Accept-Encoding")
	header.Set("Cache-Control", "no-cache") // what is kept is asked for again by its tag
	if r.Header.Get("If-None-Match") == tag {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	if len(content) >= leastCompressed && strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
		content = compressed(content)
		header.Set("Content-Encoding", "gzip")
	}
	header.Set("Content-Length", strconv.Itoa(len(content)))
	if r.Method != http.MethodHead {
		_, _ = w.Write(content) // a reader who has gone is no fault
	}
}

func compressed(content []byte) []byte {
	var packed bytes.Buffer
	w, _ := gzip.NewWriterLevel(&packed, gzip.BestSpeed) // a known level
	_, _ = w.Write(content)
	_ = w.Close()
	return packed.Bytes()
}

func (s *server) history(r *http.Request) (*page.History, error) {
	from, err := strconv.ParseInt(r.FormValue("from"), 10, 64)
	if r.FormValue("from") == "" {
		from, err = 0, nil
	}
	if err != nil || from < 0 {
		return nil, mistakeError(fmt.Sprintf("from is %q; the byte of the file to read from is needed, 0 or more",
			r.FormValue("from")))
	}
	return s.store.History(r.FormValue("id"), r.FormValue("file"), from)
}

func (s *server) view(r *http.Request) (*page.View, error) {
	ids := r.URL.Query()["id"]
	if len(ids) == 0 || len(ids) > page.MostViewed {
		return nil, mistakeError(fmt.Sprintf("%d runs are named; 1 to %d can be seen at once", len(ids),
			page.MostViewed))
	}
	records, err := s.store.Records(ids)
	if err != nil {
		return nil, err
	}
	s.heavy <- struct{}{}
	defer func() { <-s.heavy }()
	var problems []string
	v := page.ReadView(records, page.MostVertices*3, func(format string, arguments ...any) {
		if text := fmt.Sprintf(format, arguments...); !slices.Contains(problems, text) {
			problems = append(problems, text)
		}
	})
	if v == nil {
		v = &page.View{Models: []page.ViewModel{}}
	}
	v.Notes = append(v.Notes, problems...)
	return v, nil
}

func (s *server) points(r *http.Request) (*page.Projection, error) {
	records, err := s.store.Records([]string{r.FormValue("id")})
	if err != nil {
		return nil, err
	}
	s.heavy <- struct{}{}
	defer func() { <-s.heavy }()
	return page.ReadProjection(&records[0], page.MostProjected)
}

// drawingPolicy is that of a drawing that is opened by itself.
const drawingPolicy = "default-src 'none'; style-src 'unsafe-inline'; sandbox"

func (s *server) file(w http.ResponseWriter, r *http.Request) {
	name := r.FormValue("path")
	kind := page.PictureType(name)
	if kind == "" {
		refuse(w, mistakeError(fmt.Sprintf("%q is not a figure; only .png and .svg are served", name)))
		return
	}
	path, err := s.store.Path(r.FormValue("id"), name)
	if err != nil {
		refuse(w, err)
		return
	}
	data, err := page.ReadSmall(path)
	if err != nil {
		refuse(w, err)
		return
	}
	w.Header().Set("Content-Security-Policy", drawingPolicy)
	s.text(w, r, kind, data)
}
