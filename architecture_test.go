package main

import (
	"bytes"
	"flag"
	"fmt"
	"go/parser"
	"go/token"
	"html"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the files that tests compare with again")

// storey is a row of the picture of the architecture: a package uses those of its own row and of the rows below.
type storey struct {
	about    string
	packages []string // a folder stands for what is below it, too, unless that is named itself
}

// storeys are from the top down.
var storeys = []storey{
	{"the program", []string{"main", "registry/command"}},
	{"what may be named, and documents", []string{"registry", "docs", "experiments"}},
	{"what is measured, tabulated and drawn", []string{"metrics", "results"}},
	{"experiments", []string{"framework/experiment", "framework/figure", "framework/export"}},
	{"models", []string{"framework/arithmetic", "framework/model"}},
	{"trained parts", []string{"framework/manifold", "framework/energy", "framework/autoencoder", "framework/classifier", "framework/inception"}},
	{"where points lie, and chains on it", []string{"framework/support", "framework/chains"}},
	{"how training is declared", []string{"framework/loss", "framework/sampler", "framework/train"}},
	{"learned functions", []string{"framework/network"}},
	{"graphs: derivatives, and computing them", []string{"framework/autodiff", "framework/backend", "framework/engine", "framework/asking"}},
	{"data, files and runs", []string{"framework/dataset", "framework/runs", "framework/track", "framework/cluster", "framework/mesh", "framework/kernels", "framework/dimension", "framework/neighbors",
		"framework/mosaic", "framework/points"}},
	{"settings and small tools", []string{"framework/output", "framework/config", "framework/statistics", "framework/random", "framework/search", "framework/parallel", "framework/runs/progress",
		"framework/plaintext", "framework/colormap", "framework/runs/disk", "framework/regular", "framework/runs/lease", "framework/runs/shutdown"}},
}

// storeyOf returns the row of a package, by the longest name that holds it, and that name; -1 where it has none.
func storeyOf(folder string) (row int, name string) {
	row = -1
	for i, s := range storeys {
		for _, p := range s.packages {
			if (folder == p || strings.HasPrefix(folder, p+"/")) && len(p) > len(name) {
				row, name = i, p
			}
		}
	}
	return row, name
}

// Helpers of tests, and a generator that is a module of its own, are not in the picture.
func outsideOfThePicture(folder string) bool {
	return strings.HasSuffix(path.Base(folder), "test") || strings.HasPrefix(folder, "framework/engine/kernel/generate") || folder == "registry/conformance"
}

// Every package stands in one row of the picture, and imports point down or along a row.
func TestArchitectureIsWhatItsPictureSays(t *testing.T) {
	seen, missing := map[string]bool{}, map[string]bool{}
	err := filepath.WalkDir(".", func(file string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || filepath.Ext(file) != ".go" || strings.HasSuffix(file, "_test.go") {
			return err
		}
		folder := strings.Replace(path.Dir(filepath.ToSlash(file)), ".", "main", 1)
		if outsideOfThePicture(folder) {
			return nil
		}
		row, name := storeyOf(folder)
		if row < 0 && missing[folder] {
			return nil
		}
		if row < 0 {
			missing[folder] = true
			t.Errorf("%s stands in no row of the picture: add it to storeys in architecture_test.go, and run go test -run Picture -update .", folder)
			return nil
		}
		seen[name] = true
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		for _, imported := range parsed.Imports {
			to, own := strings.CutPrefix(strings.Trim(imported.Path.Value, `"`), "ebim/")
			if below, _ := storeyOf(to); own && below < row {
				t.Errorf("%s imports %s, which stands above it in the picture", file, to)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range storeys {
		for _, p := range s.packages {
			if !seen[p] {
				t.Errorf("the picture has %s, which is not there", p)
			}
		}
	}
}

// docs/architecture.svg is drawn from storeys; -update writes it.
func TestArchitecturePictureIsCurrent(t *testing.T) {
	const file = "docs/pictures/architecture.svg"
	picture := drawStoreys()
	if *update {
		if err := os.WriteFile(file, picture, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if kept, err := os.ReadFile(file); err != nil || !bytes.Equal(kept, picture) {
		t.Errorf("%s is not what storeys say (%v): go test -run Picture -update .", file, err)
	}
}

// drawStoreys draws a row for each storey: its packages in boxes, and beside them what they are.
func drawStoreys() []byte {
	const width, margin, left, high, gap, letter = 1100, 12, 310, 30, 8, 7.3
	var b bytes.Buffer
	y := margin + 24
	var rows bytes.Buffer
	for i, s := range storeys {
		var lines [][]string
		x := float64(width)
		for _, p := range s.packages {
			name := strings.TrimPrefix(p, "framework/")
			if need := letter*float64(len(name)) + 20 + gap; x+need > width-margin {
				lines, x = append(lines, nil), left
			}
			lines[len(lines)-1] = append(lines[len(lines)-1], name)
			x += letter*float64(len(name)) + 20 + gap
		}
		height := len(lines)*(high+gap) + gap
		shade := []string{"#f3f6fb", "#e6edf7"}[i%2]
		if inFramework := strings.HasPrefix(s.packages[0], "framework/"); !inFramework {
			shade = []string{"#fdf6ec", "#f9ecd8"}[i%2]
		}
		fmt.Fprintf(&rows, `<rect x="%d" y="%d" width="%d" height="%d" fill="%s"/>`+"\n", margin, y, width-2*margin, height, shade)
		fmt.Fprintf(&rows, `<text x="%d" y="%d" fill="#333">%s</text>`+"\n", margin+10, y+height/2+5, html.EscapeString(s.about))
		for k, line := range lines {
			x := float64(left)
			for _, name := range line {
				wide := letter*float64(len(name)) + 20
				top := y + gap + k*(high+gap)
				fmt.Fprintf(&rows, `<rect x="%s" y="%d" width="%s" height="%d" rx="4" fill="white" stroke="#5b7aa8"/>`+"\n", decimal(x), top, decimal(wide), high)
				fmt.Fprintf(&rows, `<text x="%s" y="%d" text-anchor="middle" font-family="monospace" font-size="12">%s</text>`+"\n", decimal(x+wide/2), top+20, name)
				x += wide + gap
			}
		}
		y += height + 4
	}
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d" font-family="sans-serif" font-size="14">`+"\n", width, y+margin, width, y+margin)
	fmt.Fprintf(&b, `<rect width="%d" height="%d" fill="white"/>`+"\n", width, y+margin)
	fmt.Fprintf(&b, `<text x="%d" y="%d" fill="#555">Imports point down, or along a row. Blue rows are below framework/.</text>`+"\n", margin+10, margin+10)
	b.Write(rows.Bytes())
	b.WriteString("</svg>\n")
	return b.Bytes()
}

func decimal(x float64) string { return strconv.FormatFloat(x, 'f', 1, 64) }

// The rows are in the order of the rules of imports: what a part may import stands in its row or below.
func TestPictureAgreesWithTheRules(t *testing.T) {
	for part, may := range allowed {
		from, _ := storeyOf(part)
		if from < 0 || outsideOfThePicture(part) {
			continue
		}
		for _, to := range may {
			if below, _ := storeyOf(to); below >= 0 && below < from {
				t.Errorf("%s may import %s, which stands above it in the picture", part, to)
			}
		}
	}
}
