package serve_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"ebim/results/serve"
)

// ask sends a request to a handler.
func ask(h http.Handler, method, target, host string, headers ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, target, nil)
	r.Host = host
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

func TestOthersAreRefused(t *testing.T) {
	f := newFolder(t)
	f.add(record("circle", "ebim", 0))
	open := f.handler(nil)
	const here = "127.0.0.1:8686"
	for name, c := range map[string]struct {
		method, target, host string
		headers              []string
		want                 int
	}{
		"loopback":               {"GET", "/api/runs", here, nil, 200},
		"localhost":              {"GET", "/", "localhost:8686", nil, 200},
		"loopback, IPv6":         {"GET", "/", "[::1]:8686", nil, 200},
		"HEAD":                   {"HEAD", "/api/runs", here, nil, 200},
		"a name that leads here": {"GET", "/api/runs", "evil.example:8686", nil, 403},
		"a name like an address": {"GET", "/api/runs", "127.0.0.1.evil.example", nil, 403},
		"no host":                {"GET", "/api/runs", "", nil, 403},
		"other origin":           {"GET", "/api/runs", here, []string{"Origin", "http://evil.example"}, 403},
		"other port":             {"GET", "/api/runs", here, []string{"Origin", "http://127.0.0.1:1"}, 403},
		"null origin":            {"GET", "/api/runs", here, []string{"Origin", "null"}, 403},
		"own origin":             {"GET", "/api/runs", here, []string{"Origin", "http://" + here}, 200},
		"other site's script": {"GET", "/page.js", here,
			[]string{"Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "no-cors"}, 403},
		"link on another site": {"GET", "/", here, []string{"Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode",
			"navigate"}, 200},
		"POST":             {"POST", "/api/runs", here, nil, 405},
		"DELETE":           {"DELETE", "/api/runs", here, nil, 405},
		"nothing is there": {"GET", "/etc/passwd", here, nil, 404},
		"a way up": {"GET", "/file?id=circle/ebim/seed-0-01234567&path=../../../../../x.png",
			here, nil, 404},
		"no picture": {"GET", "/file?id=circle/ebim/seed-0-01234567&path=energy/history.csv",
			here, nil, 400},
		"no history": {"GET",
			"/api/history?id=circle/ebim/seed-0-01234567&file=energy/../config.yaml", here, nil, 404},
		"history of an unknown run": {"GET", "/api/history?id=circle/ebim/seed-1-01234567&file=energy/history.csv",
			here, nil, 404},
		"a run by a way up": {"GET", "/api/run?id=circle/ebim/x/../seed-0-01234567", here, nil, 404},
		"a place that is no number": {"GET",
			"/api/history?id=circle/ebim/seed-0-01234567&file=energy/history.csv&from=x", here, nil, 400},
		"a view of nothing": {"GET", "/api/view", here, nil, 400},
		"a record that no view shows": {"GET", "/api/history?id=circle/ebim/seed-0-01234567&file=record.json",
			here, nil, 404},
	} {
		w := ask(open, c.method, c.target, c.host, c.headers...)
		if w.Code != c.want {
			t.Errorf("%s: %d instead of %d, %s", name, w.Code, c.want, w.Body)
		}
		if policy := w.Header().Get("Content-Security-Policy"); !strings.HasPrefix(policy, "default-src 'none'") ||
			strings.Contains(policy, "unsafe") {
			t.Errorf("%s: the policy is %q", name, policy)
		}
		if w.Code >= 400 && (strings.Contains(w.Body.String(), "Title of")) {
			t.Errorf("%s: the refusal says %s", name, w.Body)
		}
	}
}

func TestLoopbackAddresses(t *testing.T) {
	for address, want := range map[string]bool{"127.0.0.1:1": true, "[::1]:1": true, "localhost:0": true,
		"127.8.8.8:1": true,
		"0.0.0.0:1":   false, ":1": false, "[::]:1": false, "192.168.1.2:1": false, "localhost.evil.example:1": false,
		"127.0.0.1": false} {
		if serve.IsLoopback(address) != want {
			t.Errorf("%s: loopback is %v", address, !want)
		}
	}
}
