package docs

import (
	"embed"
	"io/fs"
	"path"
	"strings"
)

//go:embed pictures
var pictures embed.FS

// Site is the documentation as a browser is shown it: pages, and the files that they show or lead to. Its addresses
// are the places of the repository: docs/tutorial for the page docs/tutorial.md, docs/ for the list of pages,
// experiments/outline.csv for that file.
type Site struct {
	Pages []Page
	// Folders of the repository, by their names, which the program carries; docs is among them always.
	Folders map[string]fs.FS
}

// Open opens a file or a folder that pages show or lead to, by its place in the repository.
func (s Site) Open(name string) (fs.File, error) {
	if !fs.ValidPath(name) {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrInvalid}
	}
	top, inside, found := strings.Cut(name, "/")
	if !found {
		inside = "."
	}
	if top == "docs" && (inside == "pictures" || strings.HasPrefix(inside, "pictures/")) {
		return pictures.Open(inside)
	}
	if folder := s.Folders[top]; folder != nil {
		return folder.Open(inside)
	}
	return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
}

// Page returns the page of a name.
func (s Site) Page(name string) (page Page, found bool) {
	for _, page := range s.Pages {
		if page.Name == name {
			return page, true
		}
	}
	return Page{}, false
}

// index is the list of pages, as GitHub shows it.
const index = "docs/README.md"

// address returns where a link of a page leads, from the page's own address; file is its place in the repository,
// empty for a link within the page. The address is empty if the site does not have the file.
func (s Site) address(from Page, link string) (address, file string) {
	target, anchor, anchored := strings.Cut(link, "#")
	if anchored {
		anchor = "#" + anchor
	}
	if target == "" {
		return anchor, ""
	}
	file = path.Join("docs", path.Dir(from.File()), target)
	if !fs.ValidPath(file) {
		return "", file
	}
	root := strings.Repeat("../", 1+strings.Count(from.Name, "/"))
	if file == index || file == "docs" {
		return root + "docs/", file
	}
	for _, page := range s.Pages {
		if file == "docs/"+page.File() {
			return root + "docs/" + page.Name + anchor, file
		}
	}
	opened, err := s.Open(file)
	if err != nil {
		return "", file
	}
	_ = opened.Close() // nothing was written
	return root + file, file
}
