package main

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
)

// Bounds of what a reader takes in at once.
const (
	mostFileLines     = 400
	mostFunctionLines = 60
)

// british are the beginnings of words that Americans write otherwise.
var british = regexp.MustCompile(`(?i)colour|neighbour|behaviour|favour|centre|grey|labell(ed|ing)|cancell(ed|ing)|modell(ed|ing)|travell|artefact|licence|` +
	`catalogue|towards|analys(ed|ing)|(normal|optim|minim|maxim|summar|initial|regular|quant|discret|factor|parametr|general|standard|linear|vector|` +
	`raster|serial|organ|recogn|orthogonal|random|synchron|emphas|special|visual|final|equal|local|marginal|stabil)is(e|ing|ation)`)

func TestFilesAndFunctionsFitTheirBounds(t *testing.T) {
	source(t, func(file string, text []byte, set *token.FileSet, parsed *ast.File) {
		if ast.IsGenerated(parsed) {
			return
		}
		if lines := bytes.Count(text, []byte("\n")); lines > mostFileLines {
			t.Errorf("%s has %d lines; %d is the most: move one of its ideas to a file of its own", file, lines,
				mostFileLines)
		}
		for _, declared := range parsed.Decls {
			f, ok := declared.(*ast.FuncDecl)
			if !ok || strings.HasSuffix(file, "_test.go") { // tests are tables, many of them
				continue
			}
			from, to := set.Position(f.Pos()), set.Position(f.End())
			if lines := to.Line - from.Line + 1; lines > mostFunctionLines {
				t.Errorf("%v: %s has %d lines; %d is the most", from, f.Name.Name, lines, mostFunctionLines)
			}
		}
	})
}

func TestSpellingIsAmerican(t *testing.T) {
	words := map[string]string{} // what is British, by names and comments that were looked at
	source(t, func(file string, _ []byte, set *token.FileSet, parsed *ast.File) {
		if file == "style_test.go" { // which lists what is not
			return
		}
		check := func(at token.Pos, text string) {
			word, known := words[text]
			if !known {
				word = british.FindString(text)
				words[text] = word
			}
			if word != "" {
				t.Errorf("%v: %q is not American spelling", set.Position(at), word)
			}
		}
		for _, group := range parsed.Comments {
			check(group.Pos(), group.Text())
		}
		ast.Inspect(parsed, func(node ast.Node) bool {
			switch node := node.(type) {
			case *ast.SelectorExpr: // another package's name is its own affair
				ast.Inspect(node.X, func(inner ast.Node) bool {
					if name, ok := inner.(*ast.Ident); ok {
						check(name.Pos(), name.Name)
					}
					return true
				})
				return false
			case *ast.Ident:
				check(node.Pos(), node.Name)
			}
			return true
		})
	})
}

// A doc comment begins with the name that it documents, as Go's tools expect. Error, String and Unwrap need none.
func TestDocCommentsBeginWithTheirNames(t *testing.T) {
	source(t, func(file string, _ []byte, set *token.FileSet, parsed *ast.File) {
		if strings.HasSuffix(file, "_test.go") || parsed.Name.Name == "main" || ast.IsGenerated(parsed) {
			return
		}
		check := func(name *ast.Ident, docs ...*ast.CommentGroup) {
			if !name.IsExported() || slices.Contains([]string{"Error", "String", "Unwrap"}, name.Name) {
				return
			}
			for _, doc := range docs {
				words := strings.Fields(strings.TrimPrefix(strings.TrimPrefix(doc.Text(), "A "), "An "))
				if len(words) > 0 && strings.TrimSuffix(strings.Trim(words[0], ".,:;"), "'s") == name.Name {
					return
				}
			}
			t.Errorf("%v: %s lacks a doc comment that begins with its name", set.Position(name.Pos()), name.Name)
		}
		for _, declared := range parsed.Decls {
			switch d := declared.(type) {
			case *ast.FuncDecl:
				if d.Recv == nil || exported(d.Recv.List[0].Type) {
					check(d.Name, d.Doc)
				}
			case *ast.GenDecl:
				for _, spec := range d.Specs {
					if s, ok := spec.(*ast.TypeSpec); ok {
						check(s.Name, s.Doc, d.Doc)
					}
				}
			}
		}
	})
}

// exported reports whether the type of a method's receiver is.
func exported(receiver ast.Expr) bool {
	switch r := receiver.(type) {
	case *ast.StarExpr:
		return exported(r.X)
	case *ast.IndexExpr:
		return exported(r.X)
	case *ast.IndexListExpr:
		return exported(r.X)
	case *ast.Ident:
		return r.IsExported()
	}
	return false
}

type sourceFile struct {
	name   string
	text   []byte
	set    *token.FileSet
	parsed *ast.File
}

// sources are the Go files of the repository.
var sources = sync.OnceValues(func() (files []sourceFile, err error) {
	err = filepath.WalkDir(".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || filepath.Ext(name) != ".go" {
			return err
		}
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		set := token.NewFileSet()
		parsed, err := parser.ParseFile(set, name, text, parser.ParseComments)
		files = append(files, sourceFile{name, text, set, parsed})
		return err
	})
	return files, err
})

// source calls visit for every Go file of the repository.
func source(t *testing.T, visit func(file string, text []byte, set *token.FileSet, parsed *ast.File)) {
	t.Helper()
	files, err := sources()
	if err != nil {
		t.Fatal(err)
	}
	if len(files) < 100 {
		t.Errorf("only %d files were looked at", len(files))
	}
	for _, file := range files {
		visit(file.name, file.text, file.set, file.parsed)
	}
}

// Documents are spelled as the code is; names in backquotes, and what the paper calls an experiment, are someone's own.
func TestDocumentsAreSpelledAmerican(t *testing.T) {
	quoted := regexp.MustCompile("(?s)```.*?```|`[^`\n]*`|\\]\\([^)]*\\)")
	seen := 0
	for _, pattern := range []string{"*.md", "docs/*.md", "docs/*/*.md", "results/*.md", "results/*/*.md"} {
		files, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			seen++
			for _, word := range british.FindAllString(quoted.ReplaceAllString(strings.ReplaceAll(string(text),
				"Amino acid modelling", ""), ""), -1) {
				t.Errorf("%s: %q is not American spelling", file, word)
			}
		}
	}
	if seen < 30 {
		t.Errorf("only %d documents were looked at", seen)
	}
}
