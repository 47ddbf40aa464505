package serve

import (
	"crypto/rand"
	"crypto/subtle"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
)

// NewToken returns a token that nobody can guess.
func NewToken() string { return rand.Text() }

// IsLoopback reports whether an address, HOST:PORT, can be reached from its own machine only. An empty host means all of the machine's
// addresses. A name is not looked up: only localhost counts.
func IsLoopback(address string) bool {
	host, _, err := net.SplitHostPort(address)
	return err == nil && loopbackHost(host)
}

func loopbackHost(host string) bool {
	host = strings.Trim(host, "[]")
	if strings.EqualFold(host, "localhost") {
		return true
	}
	ip, err := netip.ParseAddr(host)
	return err == nil && ip.IsLoopback()
}

// guard lets requests through that may be answered.
type guard struct {
	token  string // empty where none is needed
	cookie string // name of that with the token
	next   http.Handler
}

const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; " +
	"form-action 'none'; frame-ancestors 'none'"

func (g guard) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	header := w.Header()
	header.Set("Content-Security-Policy", policy)
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("Referrer-Policy", "no-referrer")
	header.Set("Cross-Origin-Resource-Policy", "same-origin")
	header.Set("Cross-Origin-Opener-Policy", "same-origin")
	header.Set("Cache-Control", "no-store")
	if status, why := g.refuse(r); why != "" {
		if status == http.StatusMethodNotAllowed {
			header.Set("Allow", "GET, HEAD")
		}
		http.Error(w, why, status)
		return
	}
	if g.token == "" {
		g.next.ServeHTTP(w, r)
		return
	}
	if given := r.URL.Query().Get("token"); given != "" && r.URL.Path == "/" {
		if !g.same(given) {
			http.Error(w, "The token is not the one that ebim serve printed.", http.StatusForbidden)
			return
		}
		http.SetCookie(w, &http.Cookie{Name: g.cookie, Value: g.token, Path: "/", HttpOnly: true, SameSite: http.SameSiteStrictMode})
		http.Redirect(w, r, "/", http.StatusSeeOther) // the token stays out of the history
		return
	}
	if given, there := g.given(r); !there {
		header.Set("WWW-Authenticate", "Bearer")
		http.Error(w, "A token is needed: open the address that ebim serve printed, which ends in ?token=...", http.StatusUnauthorized)
	} else if !g.same(given) {
		http.Error(w, "The token is not the one that ebim serve printed.", http.StatusForbidden)
	} else {
		g.next.ServeHTTP(w, r)
	}
}

// refuse says why a request is not answered whatever its token; empty for others.
func (g guard) refuse(r *http.Request) (status int, why string) {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		return http.StatusMethodNotAllowed, "Runs are only read: GET and HEAD are answered."
	}
	host := r.Host
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	if g.token == "" && !loopbackHost(host) { // a name that somebody else has made to lead here
		return http.StatusForbidden, fmt.Sprintf("The host %q is not this machine's own; use 127.0.0.1 or localhost, or ebim serve --token.", host)
	}
	if origin := r.Header.Get("Origin"); origin != "" {
		from, err := url.Parse(origin)
		if err != nil || from.Host != r.Host {
			return http.StatusForbidden, "Pages of other sites get no answers."
		}
	}
	if site := r.Header.Get("Sec-Fetch-Site"); (site == "cross-site" || site == "same-site") && r.Header.Get("Sec-Fetch-Mode") != "navigate" {
		return http.StatusForbidden, "Pages of other sites get no answers."
	}
	return 0, ""
}

func (g guard) same(given string) bool {
	return subtle.ConstantTimeCompare([]byte(given), []byte(g.token)) == 1
}

// given is the token of a request, from its header or its cookie.
func (g guard) given(r *http.Request) (token string, there bool) {
	if token, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer "); ok {
		return token, true
	}
	if cookie, err := r.Cookie(g.cookie); err == nil {
		return cookie.Value, true
	}
	return "", false
}
