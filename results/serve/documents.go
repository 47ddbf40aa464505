package serve

import (
	"bytes"
	_ "embed"
	"html/template"
	"io/fs"
	"net/http"
	"path"
	"strings"
)

// Documents are pages of documentation that are shown beside the runs.
type Documents struct {
	// Pages are in the order in which to read them.
	Pages []Document
	// Files has what pages show or lead to, by its address: docs/pictures/a.png, experiments/b.yaml. All of it may be
	// seen by who may see the runs.
	Files fs.FS
}

// Document is a page.
type Document struct {
	// Name is its address below /docs/, such as tutorial or reference/metric.
	Name string
	// Title and About are a line each.
	Title, About string
	// Body makes its HTML, which is not looked at again: who makes it answers for it. Links within are relative to the
	// page's address.
	Body func() (template.HTML, error)
}

var (
	//go:embed documents.html
	documentLayout string
	//go:embed documents.css
	documentStyle string
	//go:embed documents.js
	documentScript string
)

// documents answers requests for documents and their files.
type documents struct {
	*server
	shown  *Documents
	layout *template.Template
}

// addDocuments adds the documents' addresses.
func (s *server) addDocuments(mux *http.ServeMux) error {
	layout, err := template.New("documents").Parse(documentLayout)
	if err != nil {
		return err
	}
	d := documents{s, s.options.Documents, layout}
	mux.HandleFunc("/documents.css", func(w http.ResponseWriter, r *http.Request) {
		s.text(w, r, "text/css; charset=utf-8", []byte(documentStyle))
	})
	mux.HandleFunc("/documents.js", func(w http.ResponseWriter, r *http.Request) {
		s.text(w, r, "text/javascript; charset=utf-8", []byte(documentScript))
	})
	mux.HandleFunc("/docs/{name...}", func(w http.ResponseWriter, r *http.Request) {
		name := r.PathValue("name")
		if name == "" {
			d.give(w, r, shownDocument{Title: "Documents", Listed: d.shown.Pages})
			return
		}
		for i, page := range d.shown.Pages {
			if page.Name == name {
				d.page(w, r, i)
				return
			}
		}
		d.file(w, r)
	})
	mux.HandleFunc("/experiments/{name...}", d.file)
	return nil
}

// shownDocument is what the layout shows: a page, the list of pages, or a folder.
type shownDocument struct {
	Root           string // leads from the page to the server's root
	Title, Version string
	Body           template.HTML
	Listed         []Document
	Folder         []string
	Before, Next   *Document
}

func (d documents) give(w http.ResponseWriter, r *http.Request, shown shownDocument) {
	shown.Root, shown.Version = strings.Repeat("../", strings.Count(r.URL.Path, "/")-1), d.options.Version
	var made bytes.Buffer
	if err := d.layout.Execute(&made, shown); err != nil {
		refuse(w, err)
		return
	}
	d.text(w, r, "text/html; charset=utf-8", made.Bytes())
}

// page gives one of the pages, with its neighbors.
func (d documents) page(w http.ResponseWriter, r *http.Request, i int) {
	pages := d.shown.Pages
	body, err := pages[i].Body()
	if err != nil {
		refuse(w, err)
		return
	}
	shown := shownDocument{Title: pages[i].Title, Body: body}
	if i > 0 {
		shown.Before = &pages[i-1]
	}
	if i+1 < len(pages) {
		shown.Next = &pages[i+1]
	}
	d.give(w, r, shown)
}

// file gives a file of the documents, or lists a folder of them.
func (d documents) file(w http.ResponseWriter, r *http.Request) {
	name := strings.Trim(r.URL.Path, "/")
	info, err := fs.Stat(d.shown.Files, name)
	if err != nil {
		http.Error(w, name+" is not among the documents, which /docs/ lists.", http.StatusNotFound)
		return
	}
	if info.IsDir() {
		entries, err := fs.ReadDir(d.shown.Files, name)
		if err != nil {
			refuse(w, err)
			return
		}
		var folder []string
		for _, entry := range entries {
			folder = append(folder, path.Join(name, entry.Name()))
		}
		d.give(w, r, shownDocument{Title: name, Folder: folder})
		return
	}
	data, err := fs.ReadFile(d.shown.Files, name)
	if err != nil {
		refuse(w, err)
		return
	}
	kind := pictures[path.Ext(name)]
	if kind == "" {
		kind = "text/plain; charset=utf-8"
	}
	w.Header().Set("Content-Security-Policy", drawingPolicy)
	d.text(w, r, kind, data)
}
