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
	open, closed := f.handler(""), f.handler("secret")
	const here, there = "127.0.0.1:8686", "machine.example:8686"
	for name, c := range map[string]struct {
		handler              http.Handler
		method, target, host string
		headers              []string
		want                 int
	}{
		"loopback":                    {open, "GET", "/api/runs", here, nil, 200},
		"localhost":                   {open, "GET", "/", "localhost:8686", nil, 200},
		"loopback, IPv6":              {open, "GET", "/", "[::1]:8686", nil, 200},
		"HEAD":                        {open, "HEAD", "/api/runs", here, nil, 200},
		"a name that leads here":      {open, "GET", "/api/runs", "evil.example:8686", nil, 403},
		"a name like an address":      {open, "GET", "/api/runs", "127.0.0.1.evil.example", nil, 403},
		"no host":                     {open, "GET", "/api/runs", "", nil, 403},
		"other origin":                {open, "GET", "/api/runs", here, []string{"Origin", "http://evil.example"}, 403},
		"other port":                  {open, "GET", "/api/runs", here, []string{"Origin", "http://127.0.0.1:1"}, 403},
		"null origin":                 {open, "GET", "/api/runs", here, []string{"Origin", "null"}, 403},
		"own origin":                  {open, "GET", "/api/runs", here, []string{"Origin", "http://" + here}, 200},
		"other site's script":         {open, "GET", "/page.js", here, []string{"Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "no-cors"}, 403},
		"link on another site":        {open, "GET", "/", here, []string{"Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "navigate"}, 200},
		"POST":                        {open, "POST", "/api/runs", here, nil, 405},
		"DELETE":                      {open, "DELETE", "/api/runs", here, nil, 405},
		"no token":                    {closed, "GET", "/api/runs", there, nil, 401},
		"no token on loopback":        {closed, "GET", "/api/runs", here, nil, 401},
		"no token for the page":       {closed, "GET", "/", there, nil, 401},
		"no token for numbers":        {closed, "GET", "/metrics", there, nil, 401},
		"bearer":                      {closed, "GET", "/metrics", there, []string{"Authorization", "Bearer secret"}, 200},
		"wrong bearer":                {closed, "GET", "/metrics", there, []string{"Authorization", "Bearer secre"}, 403},
		"cookie":                      {closed, "GET", "/api/runs", there, []string{"Cookie", "ebim-token-1=secret"}, 200},
		"another server's cookie":     {closed, "GET", "/api/runs", there, []string{"Cookie", "ebim-token-2=secret"}, 401},
		"wrong cookie":                {closed, "GET", "/api/runs", there, []string{"Cookie", "ebim-token-1=x"}, 403},
		"wrong token in the address":  {closed, "GET", "/?token=x", there, nil, 403},
		"token for an answer":         {closed, "GET", "/api/runs?token=secret", there, nil, 401},
		"token, but of other origin":  {closed, "GET", "/api/runs", there, []string{"Authorization", "Bearer secret", "Origin", "http://evil.example"}, 403},
		"token in the address":        {closed, "GET", "/?token=secret", there, nil, 303},
		"nothing is there":            {open, "GET", "/etc/passwd", here, nil, 404},
		"a way up":                    {open, "GET", "/file?id=circle/ebim/seed-0-01234567&path=../../../../../x.png", here, nil, 404},
		"no picture":                  {open, "GET", "/file?id=circle/ebim/seed-0-01234567&path=energy/history.csv", here, nil, 400},
		"no history":                  {open, "GET", "/api/history?id=circle/ebim/seed-0-01234567&file=energy/../config.yaml", here, nil, 404},
		"history of an unknown run":   {open, "GET", "/api/history?id=circle/ebim/seed-1-01234567&file=energy/history.csv", here, nil, 404},
		"a run by a way up":           {open, "GET", "/api/run?id=circle/ebim/x/../seed-0-01234567", here, nil, 404},
		"a place that is no number":   {open, "GET", "/api/history?id=circle/ebim/seed-0-01234567&file=energy/history.csv&from=x", here, nil, 400},
		"a view of nothing":           {open, "GET", "/api/view", here, nil, 400},
		"a record that no view shows": {open, "GET", "/api/history?id=circle/ebim/seed-0-01234567&file=record.json", here, nil, 404},
	} {
		w := ask(c.handler, c.method, c.target, c.host, c.headers...)
		if w.Code != c.want {
			t.Errorf("%s: %d instead of %d, %s", name, w.Code, c.want, w.Body)
		}
		if policy := w.Header().Get("Content-Security-Policy"); !strings.HasPrefix(policy, "default-src 'none'") || strings.Contains(policy, "unsafe") {
			t.Errorf("%s: the policy is %q", name, policy)
		}
		if w.Code >= 400 && (strings.Contains(w.Body.String(), "Title of") || strings.Contains(w.Body.String(), "secret")) {
			t.Errorf("%s: the refusal says %s", name, w.Body)
		}
	}
	w := ask(closed, "GET", "/?token=secret", there)
	cookie := w.Header().Get("Set-Cookie")
	if w.Header().Get("Location") != "/" || !strings.Contains(cookie, "HttpOnly") || !strings.Contains(cookie, "SameSite=Strict") {
		t.Errorf("the token leads to %q with the cookie %q", w.Header().Get("Location"), cookie)
	}
}

func TestLoopbackAddresses(t *testing.T) {
	for address, want := range map[string]bool{"127.0.0.1:1": true, "[::1]:1": true, "localhost:0": true, "127.8.8.8:1": true,
		"0.0.0.0:1": false, ":1": false, "[::]:1": false, "192.168.1.2:1": false, "localhost.evil.example:1": false, "127.0.0.1": false} {
		if serve.IsLoopback(address) != want {
			t.Errorf("%s: loopback is %v", address, !want)
		}
	}
	if a, b := serve.NewToken(), serve.NewToken(); a == b || len(a) < 20 {
		t.Errorf("tokens are %q and %q", a, b)
	}
}
