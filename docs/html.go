package docs

import (
	"bytes"
	"fmt"
	"html"
	"net/url"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// markdown is what GitHub renders of our pages: CommonMark with tables and formulas. HTML within is text. Alignment is
// an attribute, as a page whose policy forbids styles within it can't have it otherwise.
var markdown = goldmark.New(
	goldmark.WithExtensions(extension.NewTable(extension.WithTableCellAlignMethod(extension.TableCellAlignAttribute)),
		extension.Strikethrough, extension.Linkify),
	goldmark.WithParserOptions(
		parser.WithBlockParsers(util.Prioritized(displayParser{}, 650)),
		parser.WithInlineParsers(util.Prioritized(formulaParser{}, 150))),
	goldmark.WithRendererOptions(renderer.WithNodeRenderers(util.Prioritized(ours{}, 100))))

// HTML writes a page as HTML, for a body whose address is docs/NAME: links lead to other pages, to headings as GitHub
// names them, and to files of the site; where the site has no such file the link is text, followed by the file's name.
// Nothing of the page becomes markup of its own, and nothing is fetched from elsewhere. After the title stands a table
// of contents, where there is more than one section.
func (s Site) HTML(page Page) (string, error) {
	w := pageWriter{site: s, page: page, source: []byte(page.Text), seen: map[string]bool{}}
	root := markdown.Parser().Parse(text.NewReader(w.source))
	var nodes []ast.Node // first all, as a node that is replaced can't be walked on from
	err := ast.Walk(root, func(node ast.Node, entering bool) (ast.WalkStatus, error) {
		if entering {
			nodes = append(nodes, node)
		}
		return ast.WalkContinue, nil
	})
	if err != nil {
		return "", err
	}
	for _, node := range nodes {
		switch node := node.(type) {
		case *ast.Heading:
			w.heading(node)
		case *ast.Link:
			w.link(node)
		case *ast.AutoLink:
			if !outside(string(node.URL(w.source))) && node.AutoLinkType != ast.AutoLinkEmail {
				replace(node, string(node.Label(w.source)))
			}
		case *ast.Image:
			w.image(node)
		}
	}
	var body bytes.Buffer
	if err := markdown.Renderer().Render(&body, w.source, root); err != nil {
		return "", fmt.Errorf("page %s: %w", page.Name, err)
	}
	const afterTitle = "</h1>\n"
	return strings.Replace(body.String(), afterTitle, afterTitle+w.contents(), 1), nil
}

// pageWriter is what is known of a page while it is written.
type pageWriter struct {
	site     Site
	page     Page
	source   []byte
	seen     map[string]bool // names of headings
	sections []section
}

// section is a heading below the title.
type section struct {
	level     int
	name, say string
}

var notInNames = regexp.MustCompile(`[^\p{L}\p{N} _-]`)

// heading gives a heading the name that GitHub gives it.
func (w *pageWriter) heading(node *ast.Heading) {
	said := plainText(node, w.source)
	name := strings.ReplaceAll(notInNames.ReplaceAllString(strings.ToLower(strings.TrimSpace(said)), ""), " ", "-")
	unique := name
	for n := 1; w.seen[unique]; n++ {
		unique = fmt.Sprintf("%s-%d", name, n)
	}
	w.seen[unique] = true
	node.SetAttributeString("id", []byte(unique))
	if node.Level == 2 || node.Level == 3 {
		w.sections = append(w.sections, section{node.Level, unique, said})
	}
}

// mostListed bounds the contents that show subsections, too.
const mostListed = 60

// contents lists the sections, with their subsections where those are not too many.
func (w *pageWriter) contents() string {
	listed := w.sections
	if len(listed) > mostListed {
		listed = slices.DeleteFunc(slices.Clone(listed), func(s section) bool { return s.level > 2 })
	}
	if len(listed) < 2 {
		return ""
	}
	var out strings.Builder
	out.WriteString("<details class=\"contents\"><summary>Contents</summary>\n<ul>\n")
	for _, s := range listed {
		fmt.Fprintf(&out, "<li class=\"level-%d\"><a href=\"#%s\">%s</a></li>\n", s.level, html.EscapeString(s.name),
			html.EscapeString(s.say))
	}
	out.WriteString("</ul>\n</details>\n")
	return out.String()
}

// outside reports whether a link leads to another site.
func outside(link string) bool {
	parsed, err := url.Parse(link)
	return err == nil && (parsed.Scheme == "https" || parsed.Scheme == "http")
}

// link makes a link lead where the site shows something.
func (w *pageWriter) link(node *ast.Link) {
	destination := string(node.Destination)
	if outside(destination) {
		return
	}
	address, file := w.site.address(w.page, destination)
	if address != "" {
		node.Destination = []byte(address)
		return
	}
	parent := node.Parent()
	if said := plainText(node, w.source); file != "" && !strings.HasSuffix("/"+file, "/"+said) &&
		!strings.Contains(destination, ":") {
		parent.InsertAfter(parent, node, words(" ("+file+")"))
	}
	for child := node.FirstChild(); child != nil; child = node.FirstChild() {
		parent.InsertBefore(parent, node, child)
	}
	parent.RemoveChild(parent, node)
}

// image shows a picture of the site; for others it writes their alternative text.
func (w *pageWriter) image(node *ast.Image) {
	destination := string(node.Destination)
	address, _ := w.site.address(w.page, destination)
	if ending := path.Ext(destination); outside(destination) || address == "" || ending != ".png" && ending != ".svg" {
		replace(node, "[image: "+plainText(node, w.source)+"]")
		return
	}
	node.Destination = []byte(address)
}

// words is a text that was not in the page.
func words(said string) ast.Node { return ast.NewString([]byte(said)) }

func replace(node ast.Node, said string) {
	node.Parent().ReplaceChild(node.Parent(), node, words(said))
}

// plainText is what is read of a node.
func plainText(node ast.Node, source []byte) string {
	var said strings.Builder
	_ = ast.Walk(node, func(node ast.Node, entering bool) (ast.WalkStatus, error) { // it returns no error
		switch node := node.(type) {
		case *ast.Text:
			if entering {
				said.Write(node.Segment.Value(source))
			}
			if entering && node.SoftLineBreak() {
				said.WriteByte(' ')
			}
		case *ast.String:
			if entering {
				said.Write(node.Value)
			}
		case *formulaNode:
			if entering {
				said.WriteString(formula(node.tex))
			}
		}
		return ast.WalkContinue, nil
	})
	return said.String()
}
