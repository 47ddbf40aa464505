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
	mathSpan   = regexp.MustCompile(`\$[^$\s](?:[^$]*[^$\s])?\$`)
	closely    = regexp.MustCompile(`(\\(?:nabla|partial|,)) +`) // what is set close to what follows
	blackboard = regexp.MustCompile(`\\mathbb\{([A-Z])\}`)
	doubled    = strings.NewReplacer("C", "ℂ", "E", "𝔼", "N", "ℕ", "P", "ℙ", "R", "ℝ", "Z", "ℤ")
)

// writeFormula writes a formula of TeX as text with raised and lowered parts; TeX itself is what a pointer that rests
// on it is shown.
func writeFormula(w util.BufWriter, element, tex string) {
	said := blackboard.ReplaceAllStringFunc(tex, func(s string) string {
		return doubled.Replace(blackboard.FindStringSubmatch(s)[1])
	})
	said = closely.ReplaceAllString(said, "$1")
	said = strings.ReplaceAll(tilde.ReplaceAllString(said, "$1\u0303"), `\top`, "⊤")
	_, _ = w.WriteString("<" + element + ` class="formula" title="` + html.EscapeString(tex) + `">` +
		scripts([]rune(formula(said))) + "</" + element + ">")
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

// symbols are commands of formulas and what stands for them in plain text.
var symbols = strings.NewReplacer(`\left`, "", `\right`, "", `\qquad`, "    ", `\quad`, "  ", `\,`, " ", `\;`, " ",
	`\!`, "", `\ `, " ", `\|`, "|",
	`\lVert`, "|", `\rVert`, "|", `\lvert`, "|", `\rvert`, "|", `\langle`, "<", `\rangle`, ">",
	`\alpha`, "α", `\beta`, "β", `\gamma`, "γ", `\delta`, "δ", `\Delta`, "Δ", `\varepsilon`, "ε", `\epsilon`, "ε",
	`\eta`, "η", `\theta`, "θ", `\kappa`, "κ",
	`\lambda`, "λ", `\mu`, "μ", `\nu`, "ν", `\xi`, "ξ", `\pi`, "π", `\rho`, "ρ", `\sigma`, "σ", `\tau`, "τ", `\phi`,
	"φ", `\chi`, "χ", `\psi`, "ψ", `\omega`, "ω",
	`\nabla`, "∇", `\partial`, "∂", `\int`, "∫", `\sum`, "Σ", `\prod`, "Π", `\infty`, "∞", `\times`, "×", `\cdot`, "·",
	`\pm`, "±", `\otimes`, "⊗",
	`\leq`, "≤", `\geq`, "≥", `\le`, "≤", `\ge`, "≥", `\neq`, "≠", `\ne`, "≠", `\approx`, "≈", `\sim`, "~", `\propto`,
	"∝", `\in`, "∈", `\cup`, "∪", `\cap`, "∩",
	`\top`, "T", `\to`, "→", `\mapsto`, "↦", `\mid`, "|", `\circ`, "∘", `\ldots`, "...", `\dots`, "...", `\ell`, "l",
	`\{`, "{", `\}`, "}", `\#`, "#", `\%`, "%", `\_`, "_",
	`\log`, "log", `\exp`, "exp", `\min`, "min", `\max`, "max", `\det`, "det", `\dim`, "dim", `\arg`, "arg",
	`\\`, "", `&`, "")

var (
	fraction  = regexp.MustCompile(`\\frac\{([^{}]*)\}\{([^{}]*)\}`)
	styled    = regexp.MustCompile(`\\(?:mathbb|mathcal|mathrm|mathbf|text|operatorname|hat|bar)\{([^{}]*)\}`)
	tilde     = regexp.MustCompile(`\\tilde\{?\s*([^{}\s])\}?`)
	root      = regexp.MustCompile(`\\sqrt\{([^{}]*)\}`)
	scripted  = regexp.MustCompile(`([_^])\{([^{}]*)\}`)
	oneSymbol = regexp.MustCompile(`^(?:\S|\\[a-zA-Z]+)$`)
)

// formula writes a formula of TeX as text: x_i^2, sqrt(d), (a + b)/c. What it does not know stays as it is.
func formula(tex string) string {
	group := func(s string) string {
		if oneSymbol.MatchString(s) {
			return s
		}
		return "(" + s + ")"
	}
	for range 8 { // from the innermost braces outward
		before := tex
		tex = styled.ReplaceAllString(tex, "$1")
		tex = tilde.ReplaceAllString(tex, "$1~")
		tex = root.ReplaceAllString(tex, "sqrt($1)")
		tex = scripted.ReplaceAllStringFunc(tex, func(s string) string {
			match := scripted.FindStringSubmatch(s)
			return match[1] + group(strings.TrimSpace(match[2]))
		})
		tex = fraction.ReplaceAllStringFunc(tex, func(s string) string {
			match := fraction.FindStringSubmatch(s)
			return group(match[1]) + "/" + group(match[2])
		})
		if tex == before {
			break
		}
	}
	return symbols.Replace(tex)
}
