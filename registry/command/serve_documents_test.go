package command

import (
	"html"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"ebim/docs"
	"ebim/registry"
	"ebim/registry/reference"
)

var (
	ledTo  = regexp.MustCompile(`<(?:a|img|link|script)[^>]* (?:href|src)="([^"]*)"`)
	marked = regexp.MustCompile(` id="([^"]*)"`)
)

// From the page of runs links lead to every document; each link and picture is answered, and each part that is linked
// is there.
func TestServedDocumentsAreWhole(t *testing.T) {
	r := registry.Standard()
	home := servedBy(t, r, "--runs", t.TempDir(), "--address", "127.0.0.1:0")
	type wanted struct{ from, address string }
	texts, asked := map[string]string{}, []wanted{{"", home}}
	for len(asked) > 0 {
		link := asked[0]
		asked = asked[1:]
		address, part, _ := strings.Cut(link.address, "#")
		text, seen := texts[address]
		if !seen {
			response, err := http.Get(address)
			if err != nil {
				t.Fatal(err)
			}
			data, err := io.ReadAll(response.Body)
			_ = response.Body.Close() // all was read
			if err != nil || response.StatusCode != http.StatusOK || response.Request.URL.String() != address {
				t.Errorf("%s leads to %s: %d, %v, at %s", link.from, address, response.StatusCode, err,
					response.Request.URL)
			}
			text = string(data)
			texts[address] = text
			if strings.HasPrefix(response.Header.Get("Content-Type"), "text/html") {
				base, err := url.Parse(address)
				if err != nil {
					t.Fatal(err)
				}
				for _, match := range ledTo.FindAllStringSubmatch(text, -1) {
					to, err := base.Parse(html.UnescapeString(match[1]))
					if err != nil {
						t.Errorf("%s: %v", address, err)
					} else if strings.HasPrefix(to.String(), home) {
						asked = append(asked, wanted{address, to.String()})
					}
				}
			}
		}
		there := false
		for _, match := range marked.FindAllStringSubmatch(text, -1) {
			there = there || html.UnescapeString(match[1]) == part
		}
		if decoded, err := url.PathUnescape(part); err != nil || part != "" && !there &&
			!strings.Contains(text, ` id="`+decoded+`"`) {
			t.Errorf("%s leads to %s, which has no such part", link.from, link.address)
		}
	}
	pages, err := reference.Pages(r, new(cobra.Command))
	if err != nil {
		t.Fatal(err)
	}
	for _, page := range append(docs.Written(), pages...) {
		if !strings.Contains(texts[home+"docs/"+page.Name], "</h1>") {
			t.Errorf("the page %s is not reached", page.Name)
		}
	}
	for _, file := range []string{"docs/pictures/outline.png", "experiments/outline.csv", "experiments/paper"} {
		if texts[home+file] == "" {
			t.Errorf("%s is not reached", file)
		}
	}
	if len(texts) < 60 {
		t.Errorf("only %d addresses were asked for", len(texts))
	}
}
