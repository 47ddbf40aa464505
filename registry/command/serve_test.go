package command

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"ebim/registry"
)

// lockedBuffer is written by one goroutine and read by another.
type lockedBuffer struct {
	mutex sync.Mutex
	text  bytes.Buffer
}

func (b *lockedBuffer) Write(data []byte) (int, error) {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	return b.text.Write(data)
}

func (b *lockedBuffer) String() string {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	return b.text.String()
}

// served runs `ebim serve` without components until the test ends, and returns the address that it prints.
func served(t *testing.T, arguments ...string) (address string) {
	t.Helper()
	r, err := registry.New(registry.Kinds)
	if err != nil {
		t.Fatal(err)
	}
	return servedBy(t, r, arguments...)
}

// servedBy is served with the components of a registry.
func servedBy(t *testing.T, r *registry.Registry, arguments ...string) (address string) {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	var out lockedBuffer
	ended := make(chan int)
	go func() {
		p := &Program{Registry: r, Out: &out, Messages: io.Discard, Now: time.Now}
		ended <- p.Run(ctx, append([]string{"serve"}, arguments...))
	}()
	t.Cleanup(func() {
		stop()
		if code := <-ended; code != 0 {
			t.Errorf("it ended with %d", code)
		}
	})
	for range 600 {
		if text, ok := strings.CutSuffix(out.String(), "\n"); ok {
			return text
		}
		time.Sleep(50 * time.Millisecond)
	}
	t.Fatal("no address is printed")
	return ""
}

func TestServe(t *testing.T) {
	file, runs := write(t, "circle.yaml", circle), t.TempDir()
	must(t, "run", file, "--runs", runs, "--only", "ebm", "--figures=false")
	ask := func(address string) (status int, text string) {
		t.Helper()
		response, err := http.Get(address)
		if err != nil {
			t.Fatal(err)
		}
		defer response.Body.Close()
		body, err := io.ReadAll(response.Body)
		if err != nil {
			t.Fatal(err)
		}
		return response.StatusCode, string(body)
	}
	open := served(t, "--runs", runs, "--address", "127.0.0.1:0")
	if !strings.HasPrefix(open, "http://127.0.0.1:") {
		t.Errorf("the address is %s", open)
	}
	if status, text := ask(open + "api/runs"); status != http.StatusOK ||
		!strings.Contains(text, `"circle/ebm/seed-0-`) {
		t.Errorf("%d, %s", status, text)
	}
	if status, text := ask(open + "api/report?experiment=circle"); status != http.StatusOK ||
		!strings.Contains(text, "wasserstein / noise floor") {
		t.Errorf("%d, %s", status, text)
	}
	for _, arguments := range [][]string{{"--address", "8686"}, {"--address", "0.0.0.0:8686"},
		{"--address", ":0"}, {"runs"}} {
		if code, _, messages := ebim(t, append([]string{"serve"}, arguments...)...); code != ExitUsage {
			t.Errorf("%q: code %d, %s", arguments, code, messages)
		}
	}
	busy := strings.TrimSuffix(strings.TrimPrefix(open, "http://"), "/")
	if code, _, messages := ebim(t, "serve", "--runs", runs, "--address", busy); code != ExitFailed ||
		!strings.Contains(messages, "127.0.0.1:0 for a free port") {
		t.Errorf("a port that is taken: code %d, %s", code, messages)
	}
}
