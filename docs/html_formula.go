package docs

import (
	"html"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/yuin/goldmark/util"
)

var (
	closely    = regexp.MustCompile(`(\\(?:nabla|partial|,)) +`) // what is set close to what follows
	blackboard = regexp.MustCompile(`\\mathbb\{([A-Z])\}`)
	// Letters that a browser's fonts have, and a terminal's may lack.
	doubled = strings.NewReplacer("C", "ℂ", "E", "𝔼", "N", "ℕ", "P", "ℙ", "R", "ℝ", "Z", "ℤ")
)

// writeFormula writes a formula of TeX as text with raised and lowered parts; TeX itself is what a pointer that rests on it is shown.
func writeFormula(w util.BufWriter, element, tex string) {
	said := blackboard.ReplaceAllStringFunc(tex, func(s string) string { return doubled.Replace(blackboard.FindStringSubmatch(s)[1]) })
	said = closely.ReplaceAllString(said, "$1")
	said = strings.ReplaceAll(tilde.ReplaceAllString(said, "$1\u0303"), `\top`, "⊤")
	_, _ = w.WriteString("<" + element + ` class="formula" title="` + html.EscapeString(tex) + `">` + scripts([]rune(formula(said))) + "</" + element + ">")
}

// scripts writes x_i^2 and e^(-E(x)) with what is lowered and raised.
func scripts(said []rune) string {
	var out strings.Builder
	for len(said) > 0 {
		element := map[rune]string{'_': "sub", '^': "sup"}[said[0]]
		if element == "" || len(said) == 1 {
			out.WriteString(strings.ReplaceAll(html.EscapeString(string(said[0])), "-", "−"))
			said = said[1:]
			continue
		}
		inside, rest := script(said[1:])
		out.WriteString("<" + element + ">" + scripts(inside) + "</" + element + ">")
		said = rest
	}
	return out.String()
}

// script splits off what is raised or lowered: one sign with its accents, or what is in parentheses.
func script(said []rune) (inside, rest []rune) {
	depth := 0
	for i, r := range said {
		switch r {
		case '(':
			depth++
		case ')':
			depth--
		}
		if depth <= 0 && said[0] == '(' {
			return said[1:i], said[i+1:]
		}
		if said[0] != '(' {
			break
		}
	}
	n := slices.IndexFunc(said[1:], func(r rune) bool { return !unicode.Is(unicode.Mn, r) })
	if n < 0 {
		return said, nil
	}
	return said[:n+1], said[n+1:]
}
